#include "backend/body_coarse_level.h"
#include "backend/gpu/descent.h"
#include "backend/gpu/gpu_state.h"

// Large steps by vertex block descent (descent.h).

namespace pliant::gpu {

template <class R>
const DescentPlan<R>& GpuModel<R>::descent_plan() const {
  std::call_once(descent_once_,
                 [&] { descent_plan_ = std::make_shared<const DescentPlan<R>>(*this); });
  return *descent_plan_;
}

/// What a state keeps for its next descent. Nothing of it depends on the steps so far.
template <class R>
struct Descender {
  explicit Descender(const GpuModel<R>& model) : descent(model) {}

  void begin(const Copies<R>& copies, const large_steps::BodyProblem& problem,
             std::span<const Vec3d> free, std::span<const Vec3d> places) {
    descent.renew(copies);
    descent.begin(problem, free, copies.origin(0), places);
  }

  Descent<R> descent;
  backend::BodyCoarseLevel coarse;
};

template <class R>
large_steps::Descended GpuState<R>::descend(const large_steps::BodyProblem& problem) {
  if (!descender_.value) descender_.value = std::make_shared<Descender<R>>(*compiled_);
  Descender<R>& own = *descender_.value;
  std::vector<Vec3d> places;
  read(&places, nullptr);
  const std::vector<Vec3d> free = freedoms();
  own.begin(copies_, problem, free, places);
  const auto done = backend::descend(own.descent, problem.iterations, problem.enough,
                                     own.coarse.level(*this, problem, places, free));
  write_descended(*this, own.descent.places(), problem);
  return done;
}

template <class R>
std::function<void(int)> GpuState<R>::sweeps_alone(const large_steps::BodyProblem& problem,
                                                   int) const {
  const auto own = std::make_shared<Descender<R>>(*compiled_);
  std::vector<Vec3d> places;
  read(&places, nullptr);
  own->begin(copies_, problem, freedoms(), places);
  return [own](int sweeps) {
    own->descent.sweep(sweeps, false);
    own->descent.wait();
  };
}

template const DescentPlan<float>& GpuModel<float>::descent_plan() const;
template const DescentPlan<double>& GpuModel<double>::descent_plan() const;
template large_steps::Descended GpuState<float>::descend(const large_steps::BodyProblem&);
template large_steps::Descended GpuState<double>::descend(const large_steps::BodyProblem&);
template std::function<void(int)> GpuState<float>::sweeps_alone(const large_steps::BodyProblem&,
                                                                int) const;
template std::function<void(int)> GpuState<double>::sweeps_alone(const large_steps::BodyProblem&,
                                                                 int) const;

}  // namespace pliant::gpu

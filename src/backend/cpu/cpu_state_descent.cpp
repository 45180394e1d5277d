#include <pliant/threads.h>

#include "backend/body_coarse_level.h"
#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent.h"
#include "backend/descent_loop.h"

// Large steps by vertex block descent (descent.h).

namespace pliant::cpu {

/// What a state keeps for its next descent. Nothing of it depends on the steps so far.
template <class R>
struct Descender {
  explicit Descender(const CpuModel<R>& model)
      : descent(model.descent_order(), descent_kernels<R>(model.kernels.instruction_set)) {}

  Descent<R> descent;
  backend::BodyCoarseLevel coarse;
};

template <class R>
large_steps::Descended CpuState<R>::descend(const large_steps::BodyProblem& problem) {
  if (!descender_.value) descender_.value = std::make_shared<Descender<R>>(*compiled_);
  Descent<R>& descent = descender_.value->descent;
  descent.renew(compiled_->layout, fields_.now());
  std::vector<Vec3d> places;
  read(&places, nullptr);
  const std::vector<Vec3d> free = freedoms();
  descent.begin(problem, {compiled_->masses, free, origin_}, places);
  const auto done = descent.minimise(problem.iterations, problem.enough, thread_count(),
                                     descender_.value->coarse.level(*this, problem, places, free));
  write_descended(*this, descent.places(), problem);
  return done;
}

template <class R>
std::function<void(int)> CpuState<R>::sweeps_alone(const large_steps::BodyProblem& problem,
                                                   int threads) const {
  const auto own = std::make_shared<Descender<R>>(*compiled_);
  own->descent.renew(compiled_->layout, fields_.now());
  std::vector<Vec3d> places;
  read(&places, nullptr);
  own->descent.begin(problem, {compiled_->masses, freedoms(), origin_}, places);
  return [own, threads](int sweeps) { own->descent.sweep(sweeps, threads); };
}

template large_steps::Descended CpuState<float>::descend(const large_steps::BodyProblem&);
template large_steps::Descended CpuState<double>::descend(const large_steps::BodyProblem&);
template std::function<void(int)> CpuState<float>::sweeps_alone(const large_steps::BodyProblem&,
                                                                int) const;
template std::function<void(int)> CpuState<double>::sweeps_alone(const large_steps::BodyProblem&,
                                                                 int) const;

}  // namespace pliant::cpu

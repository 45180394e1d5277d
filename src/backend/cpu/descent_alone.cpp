#include "backend/cpu/descent_alone.h"

#include <pliant/error.h>

#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent.h"

namespace pliant::cpu {

namespace {

template <class R>
std::function<void(int)> sweeps_of(const CpuState<R>& state, double step, int threads) {
  const CpuModel<R>& model = state.compiled();
  const auto descent = std::make_shared<Descent<R>>(
      model.descent_order(), descent_kernels<R>(model.kernels.instruction_set));
  descent->renew(model.layout, state.fields());
  std::vector<Vec3d> places;
  state.read(&places, nullptr);
  std::vector<Vec3d> target = places;
  for (Vec3d& y : target) y += state.dynamics.gravity * (step * step);
  large_steps::BodyProblem problem;
  problem.target = target;
  problem.inertia = 1 / (step * step);
  problem.start = places;
  descent->begin(problem, {model.masses, state.freedoms(), model.origin}, places);
  return [descent, threads](int sweeps) { descent->sweep(sweeps, threads); };
}

}  // namespace

std::function<void(int)> sweeps_alone(const State& state, double step, int threads) {
  if (const auto* single = dynamic_cast<const CpuState<float>*>(&state.compiled()))
    return sweeps_of(*single, step, threads);
  if (const auto* dual = dynamic_cast<const CpuState<double>*>(&state.compiled()))
    return sweeps_of(*dual, step, threads);
  throw InputError("", 0, "descent of this body cannot be measured", "let the CPU step it");
}

}  // namespace pliant::cpu

#include "backend/sweeps_alone.h"

#include <pliant/error.h>

#include "backend/backend.h"

namespace pliant::backend {

std::function<void(int)> sweeps_alone(const State& state, double step, int threads) {
  const CompiledState& compiled = state.compiled();
  const auto* measured = dynamic_cast<const MeasuresSweeps*>(&compiled);
  if (!measured)
    throw InputError("", 0, "this body has no descent to be measured", "take a body of relations");
  std::vector<Vec3d> places;
  compiled.read(&places, nullptr);
  std::vector<Vec3d> target = places;
  for (Vec3d& y : target) y += compiled.dynamics.gravity * (step * step);
  large_steps::BodyProblem problem;
  problem.target = target;
  problem.inertia = 1 / (step * step);
  problem.start = places;
  return measured->sweeps_alone(problem, threads);
}

}  // namespace pliant::backend

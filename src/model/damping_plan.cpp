#include "model/damping_plan.h"

#include <algorithm>
#include <cmath>

#include "backend/backend.h"
#include "base/text.h"
#include "integrators/chebyshev.h"
#include "model/stable_steps.h"

namespace pliant {

namespace {

// Relations damp more than at rest where a body is stretched or pressed.
constexpr double safety = 1.5;
// Which part of the time in which the slowest motion turns by a radian may pass between two passes.
constexpr double of_slowest = 0.3;
// In damping times, c / k. More often would cost more than twice the steps; more rarely brings
// little.
constexpr double least_span = 0.5, most_span = 4;

DampingPlan plan_for(const Spectrum& spectrum, const Dynamics& dynamics) {
  const double h = dynamics.time_step;
  if (!(spectrum.damping > 0) || !(spectrum.stiffness > 0)) return {};
  const StableSteps steps = stable_steps(spectrum, dynamics);
  if (h <= steps.damped || h > steps.undamped) return {};
  const double time = spectrum.damping / spectrum.stiffness;
  const double wanted = spectrum.slow > 0 ? of_slowest / spectrum.slow : most_span * time;
  const double span = std::clamp(wanted, least_span * time, most_span * time);
  DampingPlan plan;
  plan.every = std::max<std::int64_t>(1, static_cast<std::int64_t>(span / h));
  plan.stages =
      chebyshev_stages_for(safety * spectrum.damping * h * static_cast<double>(plan.every));
  return plan;
}

}  // namespace

DampingPlan damping_plan(const Model& model, const Dynamics& dynamics) {
  if (dynamics.large_steps) return {};  // which damp within the step
  return may_split_damping(model) ? plan_for(spectrum_of(model), dynamics) : DampingPlan{};
}
DampingPlan damping_plan(const State& state, const Dynamics& dynamics) {
  if (dynamics.large_steps) return {};
  return may_split_damping(state.model()) ? plan_for(spectrum_of(state), dynamics) : DampingPlan{};
}

}  // namespace pliant

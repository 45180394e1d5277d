#include "drop_run.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/stability.h>

#include <cmath>

#include "command.h"
#include "progress_bar.h"
#include "published_option.h"

namespace pliant::app {

namespace {

std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (Integrator i : integrators()) names.emplace_back(name(i));
  return names;
}

Integrator integrator_or_usage(const std::string& word) {
  try {
    return integrator(word);
  } catch (const InputError& e) {
    wrong_usage(e.what());
  }
}

}  // namespace

void DropMotion::declare(Options& app) {
  app.add_option("--seconds", seconds,
                 fmt::format("How long it falls and lies, simulated (until it has landed and come "
                             "to rest when not given, {} at most)",
                             longest_fall))
      ->check(positive_number());
  app.add_option("--step", time_step, "Time step in seconds (a safe one when not given)")
      ->check(positive_number());
  app.add_option("--integrator", integrator_name,
                 fmt::format("One of {} ({} when not given, {} --as-published)",
                             fmt::join(integrator_names(), ", "), name(Dynamics{}.integrator),
                             name(published_integrator)));
  app.add_option("--strain-limit", strain_limit,
                 "Longest length of an edge over its rest length, such as 1.3 (none when not "
                 "given)")
      ->check(number_above(1));
  app.add_option("--friction", friction,
                 fmt::format("Coulomb's coefficient of the floor ({} when not given, 0 "
                             "--as-published)",
                             usual_floor_friction))
      ->check(finite_number())
      ->check(not_negative());
  app.add_option("--damping", damping, "Deceleration of every vertex, 1/s, as of air")
      ->capture_default_str()
      ->check(finite_number())
      ->check(not_negative());
}

Dynamics DropMotion::dynamics(Integrator usual_integrator, double usual_friction) const {
  return {.integrator =
              integrator_name.empty() ? usual_integrator : integrator_or_usage(integrator_name),
          .time_step = 0,
          .damping = damping,
          .strain_limit = strain_limit,
          .obstacles = {{.shape = Floor{}, .friction = friction.value_or(usual_friction)}}};
}

double DropMotion::choose_step(const Model& model, double published, Dynamics& dynamics) const {
  progress().stage("estimating the stable step");
  const double stable = stable_step(model, dynamics);
  const double given = time_step > 0 ? time_step : published;
  if (given > stable)
    warn(
        fmt::format("the step of {:.4g} s is larger than the largest stable one, about {:.4g} s; "
                    "it may run away",
                    given, stable));
  if (given <= 0 && !(stable > 0))
    wrong_usage(fmt::format("{} has no stable step here; give --step, or another --integrator",
                            name(dynamics.integrator)));
  // One of our own is such that the last step ends on time.
  dynamics.time_step =
      given > 0 ? given : most_seconds() / std::ceil(most_seconds() / safe_step(stable));
  return stable;
}

RunOutcome DropMotion::run(const Model& model, State& state, double stable, Mesh& mesh,
                           const DroppedBody& body, const DropOutput& output) const {
  std::optional<StepControl> control;
  if (!(time_step > 0)) control.emplace(state, stable);
  const auto recorder = output.recorder();
  BodyRunOptions options{.steps = step_count(state.dynamics().time_step),
                         .frames_per_second = output.frames,
                         .rest_volume = body.volume,
                         .fill = body.fill,
                         .insets = body.insets,
                         .control = control ? &*control : nullptr};
  if (until_rest())
    options.until_rest = RestScale{body.size, body.mass, length(state.dynamics().gravity)};
  RunOutcome outcome = run_body(model, state, mesh, options, recorder.get());
  outcome.whole_step = control ? control->whole_step() : state.dynamics().time_step;
  outcome.shortest_step = control ? control->shortest_step() : outcome.whole_step;
  if (control && !control->note().empty()) tell({control->note()});
  return outcome;
}

std::int64_t DropMotion::step_count(double step) const {
  const double steps = std::round(most_seconds() / step);
  if (steps > 1e15) wrong_usage(fmt::format("{:.3g} steps are too many", steps));
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(steps));
}

}  // namespace pliant::app

#include "drop_motion.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/model.h>
#include <pliant/published.h>

#include "command.h"

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
  app.add_option("--steps", steps,
                 "explicit, or large ones by newton or descent, however stiff the body; auto: what "
                 "costs clearly less (auto when not given, but explicit with --step, --integrator "
                 "or --as-published)")
      ->check(one_of({"auto", "explicit", "newton", "descent"}));
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

FallMotion DropMotion::motion(const PublishedOption& published) const {
  FallMotion motion{.damping = damping, .strain_limit = strain_limit};
  if (published.given()) {
    motion.gravity = published_gravity;
    motion.friction = 0;
    motion.integrator = published_integrator;
  }
  if (friction) motion.friction = *friction;
  if (!integrator_name.empty()) motion.integrator = integrator_or_usage(integrator_name);
  const bool as_given = time_step > 0 || motion.integrator;
  motion.steps = !steps.empty() ? steps : as_given ? "explicit" : "auto";
  return motion;
}

SimulationSettings DropMotion::settings(const PublishedOption& published) const {
  SimulationSettings settings;
  settings.seconds = until_rest() ? longest_fall : seconds;
  settings.time_step = time_step > 0 ? time_step : published.given() ? published.time_step() : 0;
  if (settings.time_step > 0 && settings.seconds / settings.time_step > 1e15)
    wrong_usage(fmt::format("{:.3g} steps are too many", settings.seconds / settings.time_step));
  return settings;
}

}  // namespace pliant::app

#include "scene/automatic_steps.h"

#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/error.h>
#include <pliant/interrupt.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/short_text.h"
#include "base/text.h"
#include "large_steps/interrupt.h"

namespace pliant {

namespace {

constexpr std::string_view which_keep_up = ", which keep up with time";
// Relations that any machine computes in a frame of 1/60 s.
constexpr double relations_in_time = 1e6;
// So many explicit steps, often in single precision, cost as much as a product with the stiffness
// in double precision, damping included.
constexpr double steps_of_product = 4;
// How much less large steps have to cost.
constexpr double clearly_less = 4;
// Of the body that is tried: by how much it is stretched and sheared in a step.
constexpr double tried_strain = 0.03;

double relations_of(const State& body) {
  const Model& model = body.model();
  double sum = 0;
  for (std::size_t set = 0; set < model.set_count(); ++set)
    sum += static_cast<double>(model.relation_count(set));
  return sum;
}

// Explicit steps that cost as much as a large one of a body that is being deformed; infinite: more
// than `most`.
double cost_of_large_step(const Undecided& body, double frame, double most) {
  State tried = *body.state;
  Dynamics dynamics = tried.dynamics();
  dynamics.large_steps = body.settings;
  dynamics.time_step = frame;
  tried.set_dynamics(dynamics);
  const Box box = tried.model().box();
  const Vec3d middle = (box.low + box.high) * 0.5;
  std::vector<Vec3d> velocities = tried.positions();
  for (Vec3d& v : velocities) {
    const Vec3d from = v - middle;
    v = Vec3d{from.x + from.y, -from.y, from.y} * (tried_strain / frame);
  }
  tried.set_velocities(velocities);
  large_steps::WorkMeter meter(most / steps_of_product);
  try {
    step(tried.model(), tried, 1);
  } catch (const Interrupted&) {
    return std::numeric_limits<double>::infinity();
  } catch (const Diverged&) {
    return std::numeric_limits<double>::infinity();
  }
  return steps_of_product * meter.work();
}

std::string milliseconds(double seconds) {
  return text(short_text(1e3 * seconds), " ms");
}

}  // namespace

ChosenSteps chosen_steps(std::span<const Undecided> bodies, double frame, double given_step) {
  double safe = std::numeric_limits<double>::infinity();
  for (const Undecided& body : bodies) safe = std::min(safe, body.safe_step);
  if (given_step > 0 && given_step <= safe)
    return {false, text("explicit steps: the step of ", milliseconds(given_step),
                        " that is given is no longer than a safe one")};
  if (given_step > 0) frame = given_step;
  const double count = std::ceil(frame / safe);
  const std::string explicit_ones =
      text("a large step of ", milliseconds(frame), " is worth ", std::llround(count),
           " explicit ones of ", milliseconds(safe));
  double relations = 0;
  for (const Undecided& body : bodies) relations += relations_of(*body.state);
  if (!(given_step > 0) && count * relations <= relations_in_time * frame / large_step)
    return {false, text("explicit steps: ", explicit_ones, which_keep_up)};
  double cost = 0, all = 0;
  for (const Undecided& body : bodies) {
    const double share = relations_of(*body.state) / relations;
    try {
      cost += share * cost_of_large_step(body, frame, count / share);
    } catch (const InputError& e) {
      return {false,
              text("explicit steps: body '", body.name, "' cannot take others: ", e.problem())};
    }
    all += share * count;
  }
  if (given_step > 0)
    return {true, text("large steps: the step of ", milliseconds(given_step),
                       " that is given is longer than a safe explicit one, ", milliseconds(safe))};
  if (!std::isfinite(cost))
    return {false, text("explicit steps: ", explicit_ones, " and costs more")};
  const std::string comparison =
      text(explicit_ones, " and costs as much as about ", std::llround(cost));
  if (clearly_less * cost > all) return {false, text("explicit steps: ", comparison)};
  return {true, text("large steps: ", comparison)};
}

bool tells_of_usual_steps(std::string_view note) {
  return note.starts_with("LargeSteps: ") && note.ends_with(which_keep_up);
}

Simulation with_steps(const Simulation& simulation, const std::string& steps,
                      bool where_left_open) {
  Simulation out;
  out.settings = simulation.settings;
  out.folder = simulation.folder;
  for (const auto& body : simulation.bodies()) out.add_body(body);
  for (const auto& group : simulation.groups()) out.add_group(group);
  bool any = where_left_open;
  for (const auto& action : simulation.actions()) {
    const auto* const large = action_as<action::LargeSteps>(*action);
    if (!large || (where_left_open && large->method != "auto")) {
      out.add(action);
      continue;
    }
    if (steps == "explicit") continue;
    std::unique_ptr<Action> changed = action->copy();
    changed->set("method", steps);
    out.add(std::move(changed));
    any = true;
  }
  if (!any && steps != "explicit") out.add(action::LargeSteps{.method = steps});
  return out;
}

bool leaves_steps_open(const Simulation& simulation) {
  return std::ranges::any_of(simulation.actions(), [](const auto& action) {
    const auto* const large = action_as<action::LargeSteps>(*action);
    return large && large->method == "auto";
  });
}

}  // namespace pliant

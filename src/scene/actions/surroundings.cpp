#include <pliant/error.h>

#include <cmath>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

Declaration Gravity::declare() {
  return Declare<Gravity>("Gravity", "surroundings", "Pulls everything in one direction.",
                          "sim:addAction(Gravity{strength = 9.81})")
      .parameter("strength", &Gravity::strength, "m/s2", "acceleration of free fall")
      .parameter("direction", &Gravity::direction, "", "where to; any length but zero")
      .parameter("body", &Gravity::body, "", body_help);
}

void Gravity::prepare(Stage& stage) const {
  const double size = length(direction);
  if (!(size > 0))
    throw InputError("", 0, "'direction' has no length", "give a vector such as {0, -1, 0}");
  for (const std::size_t b : stage.chosen(body))
    stage.bodies[b].dynamics.gravity += direction * (strength / size);
}

Declaration GlobalDamping::declare() {
  return Declare<GlobalDamping>(
             "GlobalDamping", "surroundings",
             "Multiplies all velocities by a factor every step. It acts as a deceleration of "
             "(1 - factor) / time step times the velocity within the integrator. A rate does not "
             "depend on the time step.",
             "sim:addAction(GlobalDamping(0.999))")
      .parameter("factor", &GlobalDamping::factor, "", "1 changes nothing, 0 stops everything",
                 {.low = 0, .high = 1})
      .parameter("body", &GlobalDamping::body, "", body_help)
      .parameter("rate", &GlobalDamping::rate, "1/s",
                 "deceleration over velocity, as of air; 0: as 'factor' says", not_negative);
}

void GlobalDamping::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) {
    if (rate > 0)
      stage.bodies[b].dynamics.damping += rate;
    else
      stage.bodies[b].velocity_factor *= factor;
  }
}

Declaration StrainLimit::declare() {
  return Declare<StrainLimit>("StrainLimit", "constraints",
                              "Keeps springs from getting longer than a multiple of their length "
                              "at rest.",
                              "sim:addAction(StrainLimit(1.2))")
      .parameter("limit", &StrainLimit::limit, "", "longest length over that at rest",
                 {.low = 1, .above = true})
      .parameter("body", &StrainLimit::body, "", body_help);
}

void StrainLimit::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) stage.bodies[b].dynamics.strain_limit = limit;
}

}  // namespace pliant::action

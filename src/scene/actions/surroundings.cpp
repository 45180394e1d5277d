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
             "(1 - factor) / time step times the velocity within the integrator.",
             "sim:addAction(GlobalDamping(0.999))")
      .parameter("factor", &GlobalDamping::factor, "", "1 changes nothing, 0 stops everything",
                 {.low = 0, .high = 1})
      .parameter("body", &GlobalDamping::body, "", body_help);
}

void GlobalDamping::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) stage.bodies[b].velocity_factor *= factor;
}

Declaration Ground::declare() {
  return Declare<Ground>("Ground", "surroundings",
                         "A floor without friction that nothing passes, at one height.",
                         "sim:addAction(Ground{level = 0, bounce = 0.3})")
      .parameter("level", &Ground::level, "m", "its height, y")
      .parameter("bounce", &Ground::bounce, "", "part of the speed with which vertices come back",
                 {.low = 0, .high = 1})
      .parameter("body", &Ground::body, "", body_help);
}

void Ground::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) {
    auto& floor = stage.bodies[b].dynamics.floor;
    if (floor)
      throw InputError("", 0, text("body '", stage.bodies[b].name, "' has a ground already"),
                       "add one Ground");
    floor = Floor{.point = {0, level, 0}, .bounce = bounce};
  }
}

Declaration Tabletop::declare() {
  return Declare<Tabletop>("Tabletop", "surroundings",
                           "A rectangular top that bodies fall on, hang over and slide off. "
                           "Vertices that are less than its thickness below it are put on it.",
                           "sim:addAction(Tabletop{height = 1, length_x = 0.6, length_z = 0.6})")
      .parameter("height", &Tabletop::height, "m", "of the top, y")
      .parameter("length_x", &Tabletop::length_x, "m", "size in x", positive)
      .parameter("length_z", &Tabletop::length_z, "m", "size in z", positive)
      .parameter("thickness", &Tabletop::thickness, "m", "how far below it holds vertices",
                 positive)
      .parameter("centre", &Tabletop::centre, "m", "its middle in x and z; y is not used")
      .parameter("body", &Tabletop::body, "", body_help);
}

void Tabletop::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) {
    auto& table = stage.bodies[b].dynamics.table;
    if (table)
      throw InputError("", 0, text("body '", stage.bodies[b].name, "' has a tabletop already"),
                       "add one Tabletop");
    table = Table{{centre.x, height, centre.z}, length_x, length_z, thickness};
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

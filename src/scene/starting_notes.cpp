#include "scene/starting_notes.h"

#include <pliant/box.h>
#include <pliant/doubts.h>

#include <algorithm>
#include <numeric>

#include "base/short_text.h"
#include "base/text.h"
#include "contact/responses.h"

namespace pliant {

namespace {

void note_forces(const StagedBody& body, Notes& notes) {
  const auto solids = std::ranges::count(body.forces, true, &StagedBody::Forces::whole_solid);
  std::vector<std::string> names;
  bool twice = false;
  for (const StagedBody::Forces& forces : body.forces) {
    twice |= std::ranges::find(names, forces.action) != names.end();
    names.push_back(forces.action);
  }
  if (!twice && (solids == 0 || body.forces.size() < 2)) return;
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    all += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  notes.push_back(text("body '", body.name, "' has the forces of ", all,
                       ": they add up, so that it is stiffer than each says; leave out all but one "
                       "unless that is meant"));
}

void note_ground(const StagedBody& body, const Floor& floor, const Box& box, Notes& notes) {
  const Vec3d up = normalised(floor.normal);
  std::vector<bool> held(body.body.vertices.size());
  for (const Index v : body.body.pinned) held[v] = true;
  const double tolerance = 1e-6 * length(box.size());
  std::size_t below = 0;
  double deepest = 0;
  for (std::size_t v = 0; v < held.size(); ++v) {
    const double inset = body.body.insets.empty() ? 0 : body.body.insets[v];
    const double depth = dot(floor.point - body.body.vertices[v], up) - inset;
    if (held[v] || !(depth > tolerance)) continue;
    ++below;
    deepest = std::max(deepest, depth);
  }
  if (below == 0) return;
  notes.push_back(text("body '", body.name, "' begins with ", below, " of its ", held.size(),
                       " vertices in the ground, up to ", short_text(deepest),
                       " m deep: the first step puts them on top of it, which squeezes the body; "
                       "move the body or the ground"));
}

double extent_along(const std::vector<Vec3d>& places, const Vec3d& direction) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vec3d& p : places) {
    low = std::min(low, dot(p, direction));
    high = std::max(high, dot(p, direction));
  }
  return high - low;
}

void note_softness(const StagedBody& body, Notes& notes) {
  const double gravity = length(body.dynamics.gravity);
  if (!(body.young > 0) || !(gravity > 0)) return;
  const double mass = std::accumulate(body.body.masses.begin(), body.body.masses.end(), 0.0);
  const auto note =
      too_soft(body.name, {body.young, mass / body.volume(), gravity,
                           extent_along(body.body.vertices, body.dynamics.gravity / gravity)});
  if (note) notes.push_back(*note);
}

// The vertices on which all of a volume acts at once.
std::size_t count_enclosing(const Body& body) {
  std::vector<bool> encloses(body.vertices.size(), false);
  for (const VolumeConstraint& constraint : body.volume_constraints)
    for (const Triangle& triangle : constraint.surface)
      for (const Index v : triangle) encloses[v] = true;
  for (const Gas& gas : body.gases)
    for (const Index v : body.relations[gas.set].vertices) encloses[v] = true;
  return static_cast<std::size_t>(std::ranges::count(encloses, true));
}

}  // namespace

void note_selection(const StagedBody& body, const State& state, Notes& notes) {
  if (!state.dynamics().selection) return;
  const DynamicSelection selection = state.selection();
  if (selection.criterion == Equilibrium::automatic)
    notes.push_back(text("DynamicSelection: body '", body.name, "' has a tolerance of ",
                         short_text(selection.tolerance), " m and an active time of ",
                         short_text(selection.active_time), " s"));
  const std::size_t enclosing = count_enclosing(body.body);
  if (enclosing == 0) return;
  const char* const reason = body.body.gases.empty() ? "its volume is kept by all of them together"
                                                     : "the gas in it presses on all of them";
  notes.push_back(text("DynamicSelection: the ", enclosing, " nodes of the surface of body '",
                       body.name, "' stay active, since ", reason, "; the rest sleeps"));
}

std::optional<std::string> too_soft(const std::string& body, const Burden& burden) {
  const double weight = burden.density * burden.gravity * burden.height;
  if (!(weight > burden.young)) return std::nullopt;
  return text("body '", body, "' is too soft for its size: its own weight presses with ",
              short_text(weight), " Pa (density times gravity times height), ",
              short_text(weight / burden.young), " times its Young's modulus of ",
              short_text(burden.young),
              " Pa. Whatever holds it, it is pressed flat, and springs lose its volume, which "
              "ElasticForces keep; Young's modulus is given in Pa, that of rubber is 3e6");
}

void note_start(const StagedBody& body, Notes& notes) {
  Box box;
  for (const Vec3d& p : body.body.vertices) box.add(p);
  note_forces(body, notes);
  for (const Obstacle& obstacle : body.dynamics.obstacles)
    if (const auto* floor = std::get_if<Floor>(&obstacle.shape);
        floor && obstacle.response == Response::constraint)
      note_ground(body, *floor, box, notes);
  for (const Notes& more : {doubts(body.name, body.body), doubts(body.dynamics)})
    notes.insert(notes.end(), more.begin(), more.end());
  note_softness(body, notes);
}

void note_penalties(const std::string& body, const Dynamics& dynamics, Notes& notes) {
  const double most = contact::stiffest_penalty(dynamics.time_step);
  for (const Obstacle& o : dynamics.obstacles)
    if (o.response == Response::penalty && o.stiffness > most)
      notes.push_back(text("an obstacle of body '", body, "' has a penalty of ",
                           short_text(o.stiffness), " 1/s²; the step of ", dynamics.time_step,
                           " s carries ", short_text(most),
                           " and so much is taken: set a smaller sim.time_step for more"));
}

}  // namespace pliant

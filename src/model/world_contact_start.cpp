#include <pliant/error.h>

#include <algorithm>

#include "active/plan.h"
#include "base/text.h"
#include "model/check_contact.h"
#include "model/world_contact.h"

// What contact does with bodies that intersect as it begins, and with those of which only what
// moves is simulated.

namespace pliant {

namespace {

// m: how far a part of a body that is selected from may go before others are told; below zero:
// all of it is simulated as long as it touches, as on a card. From the body at rest, so that it
// does not matter when.
double tolerance_of(const backend::CompiledState& body) {
  constexpr double part = 0.5;  // of how far things may be from the whole simulation
  if (!body.dynamics.selection || body.model.backend() != Backend::cpu) return -1;
  const DynamicSelection selection =
      resolved(*body.dynamics.selection, body.model, body.dynamics.damping);
  return selection.criterion == Equilibrium::automatic ? part * selection.tolerance
                                                       : 1e-4 * length(body.model.box().size());
}

}  // namespace

// What intersects as contact begins.
void WorldContact::start(const State& world) {
  const contact::Crossings crossings = contacts_.crossings();
  const std::vector<contact::BodyPair> pairs =
      crossings.bodies([&](std::size_t a, std::size_t b) { return contacts_.rule(a, b).touches; });
  if (pairs.empty()) return;
  const bool too_many = pairs.size() >= contact::Crossings::most_pairs;
  switch (too_many ? IntersectedAtStart::refuse : settings().at_start) {
    case IntersectedAtStart::refuse:
      throw InputError("", 0, told(world, crossings, pairs),
                       too_many ? "move them apart: so many are neither ignored nor repaired"
                                : "move them apart, or let contact ignore what intersects as it "
                                  "begins, or repair it");
    case IntersectedAtStart::ignore:
      for (const auto& [a, b] : pairs) contacts_.part(a, b);
      return;
    case IntersectedAtStart::repair:
      return contacts_.repair(pairs);
  }
}

std::string WorldContact::name(const State& world, std::size_t body) const {
  if (body < world.body_count()) return contact_name(world, body);
  return text("an obstacle of ",
              contact_name(world, obstacles_.first_body(body - world.body_count())));
}

std::string WorldContact::told(const State& world, const contact::Crossings& crossings,
                               std::span<const contact::BodyPair> pairs) const {
  const contact::Surfaces& s = contacts_.surfaces();
  const auto [a, b] = pairs.front();
  const auto faces = crossings.faces(a, b);
  const Vec3d& place = contacts_.places()[s.faces[faces.front().first][0]];
  const std::string which = a == b ? text(name(world, a), " intersects itself")
                                   : text(name(world, a), " and ", name(world, b), " intersect");
  const std::size_t more = pairs.size() - 1;
  const std::string others =
      more == 0 ? ""
      : more == 1
          ? "; so does another pair"
          : text("; so do ", pairs.size() < contact::Crossings::most_pairs ? "" : "at least ", more,
                 " other pairs");
  return text(which, " already: ", faces.size(), " times a face crosses another, the first at (",
              place.x, ", ", place.y, ", ", place.z, ")", others);
}

// What moves past this wakes what it touches, as it wakes what it is joined to.
void WorldContact::look_at_selections(const State& world) {
  selections_.resize(world.body_count());
  tolerances_.resize(contacts_.surfaces().bodies.size(), -1);
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const backend::CompiledState& body = *world.body(b).compiled_;
    if (selections_[b] == body.dynamics.selection) continue;
    selections_[b] = body.dynamics.selection;
    tolerances_[b] = tolerance_of(body);
  }
  selects_ = std::ranges::any_of(tolerances_, [](double t) { return t >= 0; });
}

void WorldContact::wake(const Bodies& bodies) {
  if (!selects_) return;
  const contact::Surfaces& s = contacts_.surfaces();
  std::vector<Index> stirred = contacts_.stirred(tolerances_), vertices;
  std::ranges::sort(stirred);
  for (std::size_t i = 0; i < stirred.size();) {
    const Index body = s.body[stirred[i]];
    vertices.clear();
    const contact::Surface& surface = s.bodies[body];
    for (; i < stirred.size() && s.body[stirred[i]] == body; ++i)
      if (surface.hangs)
        carried_[body].for_carriers(stirred[i] - surface.first_vertex,
                                    [&](Index own) { vertices.push_back(own); });
      else
        vertices.push_back(s.vertex[stirred[i]]);
    if (surface.hangs) {
      std::ranges::sort(vertices);
      vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    }
    bodies[body]->wake(vertices);
  }
}

}  // namespace pliant

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "model/checks.h"
#include "model/world.h"
#include "model/world_contact.h"

// What is told of contact, and what a State says of it.

namespace pliant {

void WorldContact::observe(const State& world) {
  begin(world);
  contacts_.prepare(std::ldexp(whole_, -halvings_));
  contacts_.complete();
}

std::vector<ContactPoint> WorldContact::points(const State& world) {
  observe(world);
  std::vector<ContactPoint> points;
  const std::size_t bodies = world.body_count();
  for (const contact::Touch& t : contacts_.touches()) {
    ContactPoint p{{t.bodies[0], t.bodies[1]}, t.place, t.normal, t.force, t.gap};
    if (p.bodies[0] >= bodies) {
      std::swap(p.bodies[0], p.bodies[1]);
      p.normal = -p.normal;
      p.force = -p.force;
    }
    if (p.bodies[1] >= bodies)
      p.bodies[1] = bodies + *obstacles_.number_in(p.bodies[1] - bodies, p.bodies[0]);
    points.push_back(p);
  }
  return points;
}

Vec3d WorldContact::force(const State& world, std::size_t first, std::size_t second) {
  Vec3d sum{};
  for (const ContactPoint& p : points(world)) {
    if (p.bodies == std::array{first, second}) sum += p.force;
    if (p.bodies == std::array{second, first}) sum -= p.force;
  }
  return sum;
}

std::vector<Vec3d> WorldContact::forces(const State& world) {
  observe(world);
  sort_forces();
  std::vector<Vec3d> all;
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const std::size_t first = all.size();
    all.resize(first + world.body(b).model().vertex_count());
    for (std::size_t i = 0; i < pushed_[b].size(); ++i) all[first + pushed_[b][i]] = forces_[b][i];
  }
  return all;
}

// What carries a part of a surface is as near as that is.
std::vector<double> WorldContact::gaps(const State& world) {
  observe(world);
  const contact::Surfaces& s = contacts_.surfaces();
  const std::vector<double> known = contacts_.gaps();
  std::vector<double> all;
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const std::size_t first = all.size();
    all.resize(first + world.body(b).model().vertex_count(),
               std::numeric_limits<double>::infinity());
    const contact::Surface& surface = s.bodies[b];
    for (Index v = surface.first_vertex; v < surface.first_vertex + surface.vertices; ++v)
      if (surface.hangs)
        carried_[b].for_carriers(v - surface.first_vertex, [&](Index own) {
          all[first + own] = std::min(all[first + own], known[v]);
        });
      else
        all[first + s.vertex[v]] = known[v];
  }
  return all;
}

double WorldContact::energy(const State& world) {
  observe(world);
  return contacts_.energy();
}

// --- of a state ---

void WorldContact::begin_in(State& world, const Contact& settings,
                            std::vector<HangingSurface> hanging) {
  need(!world.is_part_, "contact is between the bodies of a world", "give it to the world");
  auto begun = std::make_unique<WorldContact>(world, settings, std::move(hanging));
  world.set_contact(std::nullopt);
  world.contact_ = std::move(begun);
  world.tell_of_contact();
}

void set_contact(State& world, const Contact& contact, std::vector<HangingSurface> surfaces) {
  WorldContact::begin_in(world, contact, std::move(surfaces));
}

void State::set_contact(const std::optional<Contact>& contact) {
  if (contact) return WorldContact::begin_in(*this, *contact, {});
  ++changes_;
  good_contact_.reset();
  contact_ = nullptr;
  tell_of_contact();
}
void State::tell_of_contact() {
  WorldContact::Bodies states;
  for (State& body : bodies()) {
    body.compiled_->contact_pushes = {};
    states.push_back(&*body.compiled_);
  }
  if (contact_) contact_->tell(states);
}
std::optional<Contact> State::contact() const {
  return contact_ ? std::optional(contact_->settings()) : std::nullopt;
}
std::vector<ContactPoint> State::contact_points() const {
  return contact_ ? contact_->points(*this) : std::vector<ContactPoint>();
}
Vec3d State::contact_force(std::size_t first, std::size_t second) const {
  need(first < body_count() && second < body_count(), text("no body ", std::max(first, second)),
       text("there are ", body_count()));
  return contact_ ? contact_->force(*this, first, second) : Vec3d{};
}
std::vector<Vec3d> State::contact_forces() const {
  return contact_ ? contact_->forces(*this) : std::vector<Vec3d>(model().vertex_count());
}
std::vector<double> State::contact_gaps() const {
  return contact_
             ? contact_->gaps(*this)
             : std::vector<double>(model().vertex_count(), std::numeric_limits<double>::infinity());
}
ContactCounts State::contact_counts() const {
  return contact_ ? contact_->counts() : ContactCounts{};
}
std::uint64_t State::changes_of_motion() const {
  std::uint64_t all = 0;
  for (const State& body : bodies()) all += body.changes_of_motion_;
  return all;
}

}  // namespace pliant

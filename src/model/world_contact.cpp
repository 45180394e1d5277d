#include "model/world_contact.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "model/check_contact.h"
#include "model/checks.h"
#include "model/contact_surfaces.h"
#include "model/damping_plan.h"
#include "model/stable_steps.h"
#include "model/world.h"

namespace pliant {

namespace {

TouchingObstacles obstacles_of(const State& world, const Contact& settings,
                               std::span<const HangingSurface> hanging) {
  check_contact(settings, world);
  check_hanging(hanging, world);
  return {world, settings.without};
}

}  // namespace

WorldContact::WorldContact(const State& world, const Contact& settings,
                           std::vector<HangingSurface> hanging)
    : hanging_(std::move(hanging)),
      obstacles_(obstacles_of(world, settings, hanging_)),
      contacts_(contact_surfaces(world, settings, hanging_, obstacles_), settings,
                obstacles_.pairs(world)) {
  rebuild(world);
  start(world);
  contacts_.start_gently();
}

void WorldContact::rebuild(const State& world) {
  removed_.clear();
  for (std::size_t b = 0; b < world.body_count(); ++b) removed_.push_back(world.body(b).removed());
  pushed_.resize(world.body_count());
  forces_.resize(world.body_count());
  told_asleep_.assign(world.body_count(), 0);
  carried_.clear();
  for (std::size_t b = 0; b < world.body_count(); ++b)
    carried_.emplace_back(contacts_.surfaces(), b);
  read(world);
}

/// Where the vertices of a body's surface are, among those of all.
std::span<const Vec3d> WorldContact::read_places(const backend::CompiledState& body,
                                                 std::size_t number, bool moved,
                                                 std::span<Vec3d> all) {
  const contact::Surface& surface = contacts_.surfaces().bodies[number];
  const std::span<Vec3d> places = all.subspan(surface.first_vertex, surface.vertices);
  if (surface.hangs)
    carried_[number].read(body, moved, places);
  else if (surface.vertices > 0)
    body.read_places(contacts_.surfaces().vertices_of(number), places);
  return places;
}

// Where vertices are, how fast and how heavy.
void WorldContact::read(const State& world) {
  card_ = {};
  const contact::Surfaces& s = contacts_.surfaces();
  std::vector<Vec3d> velocities(s.vertex_count());
  std::vector<double> inverse(s.vertex_count()), of_carriers(s.carrier.size());
  held_.resize(world.body_count());
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const contact::Surface& surface = s.bodies[b];
    held_[b] = 1;
    if (surface.vertices == 0) continue;
    const State& body = world.body(b);
    const std::vector<Vec3d> of_body = body.velocities(), freedoms = body.freedoms();
    read_places(*body.compiled_, b, false, contacts_.places());
    const auto free = [&](Index own) {
      return std::max({freedoms[own].x, freedoms[own].y, freedoms[own].z});
    };
    const auto carriers = std::span(of_carriers).subspan(surface.first_carrier, surface.carriers);
    std::ranges::transform(carried_[b].carriers(), carriers.begin(), free);
    for (Index v = surface.first_vertex; v < surface.first_vertex + surface.vertices; ++v) {
      if (surface.hangs) {
        const Index point = v - surface.first_vertex;
        velocities[v] = carried_[b].value(point, of_body);
        inverse[v] = carried_[b].inverse_mass(point, carriers);
      } else {
        velocities[v] = of_body[s.vertex[v]];
        inverse[v] = free(s.vertex[v]);
      }
      held_[b] = held_[b] && inverse[v] == 0;
    }
  }
  for (std::size_t o = 0; o < obstacles_.count(); ++o) {
    const contact::Surface& surface = s.bodies[world.body_count() + o];
    obstacles_.write(o, s.vertices_of(world.body_count() + o),
                     contacts_.places().subspan(surface.first_vertex, surface.vertices));
    std::fill_n(velocities.begin() + surface.first_vertex, surface.vertices,
                obstacles_.velocity(world, o));
  }
  contacts_.set_inverse_masses(std::move(inverse), std::move(of_carriers));
  whole_ = world.time_step();
  plans_.clear();
  contacts_.restart(velocities, std::ldexp(whole_, -halvings_));
  changes_ = world.changes_of_motion();
}

void WorldContact::begin(const State& world) {
  bool cut = false;
  for (std::size_t b = 0; b < world.body_count(); ++b)
    cut = cut || world.body(b).removed() != removed_[b];
  const bool same_obstacles = obstacles_.are_those_of(world);
  if (!same_obstacles) obstacles_ = {world, settings().without};
  if (cut || !same_obstacles) {
    contacts_.take_surfaces(contact_surfaces(world, settings(), hanging_, obstacles_),
                            obstacles_.pairs(world));
    rebuild(world);
    if (!same_obstacles) refuse_obstacles_inside(world, "is there all at once");
  } else if (changes_ != world.changes_of_motion()) {
    read(world);
  }
  if (!obstacles_.take_jumps(world).empty()) {
    read(world);
    refuse_obstacles_inside(world, "was moved by more than its size at once");
  }
  look_at_selections(world);
}

// What moves on cannot get into bodies; what is put somewhere can.
void WorldContact::refuse_obstacles_inside(const State& world, std::string_view why) const {
  const contact::Crossings crossings = contacts_.crossings();
  for (const auto& [a, b] : crossings.bodies([&](std::size_t first, std::size_t second) {
         return std::max(first, second) >= world.body_count() &&
                contacts_.rule(first, second).touches;
       }))
    need(false, text(name(world, b), ' ', why, " and crosses ", name(world, a)),
         "move it by its velocity, or put it where no body is");
}

void WorldContact::set_steps(const Bodies& bodies, int halvings) {
  if (halvings == halved_) return;
  halved_ = halvings;
  card_.chosen = false;
  const double step = std::ldexp(whole_, -halvings);
  plans_.resize(contact::Contacts::most_halvings + 1);
  std::vector<DampingPlan>& plans = plans_[static_cast<std::size_t>(halvings)];
  for (std::size_t b = plans.size(); b < bodies.size(); ++b) {
    Dynamics dynamics = bodies[b]->dynamics;
    dynamics.time_step = step;
    plans.push_back(damping_plan(bodies[b]->model, dynamics));
  }
  for (std::size_t b = 0; b < bodies.size(); ++b) bodies[b]->set_step(step, plans[b]);
}

void WorldContact::end(const Bodies& bodies) {
  set_steps(bodies, 0);
  tell(bodies);
}

void WorldContact::tell(const Bodies& bodies) {
  contacts_.prepare(std::ldexp(whole_, -halvings_));
  // What sleeps is told once.
  const auto is_known = [&](std::size_t b) { return contacts_.is_asleep(b) && told_asleep_[b]; };
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (contacts_.is_asleep(b) && !is_known(b)) contacts_.complete();
  sort_forces();
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (!is_known(b)) bodies[b]->contact_pushes = {pushed_[b], forces_[b]};
    told_asleep_[b] = contacts_.is_asleep(b);
  }
}

std::optional<std::size_t> WorldContact::step(const Bodies& bodies, const ForEach& for_each) {
  constexpr int most = contact::Contacts::most_halvings;
  constexpr int whole = 1 << most;
  card_.is_current = false;
  if (calm_ > 0 && units_ == 0) --calm_;
  int shortest = shortest_;
  for (int done = units_; done < whole; done += whole >> halvings_) {
    // Longer again one by one, and only where as many parts of that length are left.
    if (calm_ == 0 && wanted_ < halvings_ && done % (whole >> (halvings_ - 1)) == 0) --halvings_;
    contacts_.prepare(std::ldexp(whole_, -halvings_));
    wanted_ = contacts_.wanted_halvings(whole_);
    if (wanted_ > halvings_) {
      halvings_ = wanted_;
      calm_ = calm_steps;
    }
    shortest = std::max(shortest, halvings_);
    contacts_.shorten(std::ldexp(whole_, -halvings_));
    set_steps(bodies, halvings_);
    if (const auto bad = take_part(bodies, for_each)) return bad;
  }
  units_ = shortest_ = 0;
  count_divided(1, shortest);
  return std::nullopt;
}

void WorldContact::count_divided(std::int64_t steps, int halvings) {
  if (steps == 0 || halvings == 0) return;
  contacts_.counts.divided_steps += steps;
  const double step = std::ldexp(whole_, -halvings);
  double& least = contacts_.counts.shortest_step;
  least = least > 0 ? std::min(least, step) : step;
}

void WorldContact::sort_forces() {
  const contact::Surfaces& s = contacts_.surfaces();
  for (std::size_t b = 0; b < pushed_.size(); ++b) {
    pushed_[b].clear();
    forces_[b].clear();
  }
  for (const Index v : contacts_.pushed()) {
    const Index b = s.body[v];
    if (b >= pushed_.size()) continue;  // an obstacle
    if (s.bodies[b].hangs) {
      carried_[b].add(v - s.bodies[b].first_vertex, contacts_.forces()[v]);
    } else {
      pushed_[b].push_back(s.vertex[v]);
      forces_[b].push_back(contacts_.forces()[v]);
    }
  }
  for (std::size_t b = 0; b < carried_.size(); ++b) carried_[b].take(pushed_[b], forces_[b]);
}

std::optional<std::size_t> WorldContact::take_part(const Bodies& bodies, const ForEach& for_each) {
  sort_forces();
  wake(bodies);
  const contact::Surfaces& s = contacts_.surfaces();
  std::vector<char> good(bodies.size(), 1);
  still_.assign(selects_ ? s.bodies.size() : 0, 0);
  for_each([&](std::size_t b) {
    // Obstacles may wake it as it steps.
    const auto is_at_rest = [&] { return tolerances_[b] >= 0 && bodies[b]->active_count() == 0; };
    const bool rests = selects_ && is_at_rest();
    if (!rests && !pushed_[b].empty()) bodies[b]->push(pushed_[b], forces_[b]);
    good[b] = bodies[b]->step(1);
    if (rests) still_[b] = is_at_rest();
    if (rests && still_[b] && contacts_.has_places(b)) return carried_[b].rest();
    const auto next = read_places(*bodies[b], b, true, contacts_.next_places());
    if (selects_ && held_[b])
      still_[b] = std::ranges::equal(
          next, contacts_.places().subspan(s.bodies[b].first_vertex, next.size()));
  });
  if (const auto bad = std::ranges::find(good, 0); bad != good.end())
    return static_cast<std::size_t>(bad - good.begin());
  move_obstacles(bodies);
  hold(bodies, std::ldexp(whole_, -halvings_));
  return std::nullopt;
}

// No farther than bodies that cannot get out of the way leave them room.
void WorldContact::move_obstacles(const Bodies& bodies) {
  const contact::Surfaces& s = contacts_.surfaces();
  for (std::size_t o = 0; o < obstacles_.count(); ++o) {
    const std::size_t b = bodies.size() + o;
    Vec3d way = obstacles_.way(o, bodies);
    const double room = way == Vec3d{} ? 0 : contacts_.room_about(b), wanted = length(way);
    if (wanted > room) way *= room / wanted;
    obstacles_.move(o, way, bodies);
    const contact::Surface& surface = s.bodies[b];
    obstacles_.write(o, s.vertices_of(b),
                     contacts_.next_places().subspan(surface.first_vertex, surface.vertices));
    if (selects_) still_[b] = wanted == 0;
  }
}

void WorldContact::hold(const Bodies& bodies, double step) {
  const contact::Surfaces& s = contacts_.surfaces();
  const contact::GoBack go_back = [&](std::size_t b, double part, std::span<Vec3d> places) {
    if (b < bodies.size()) {
      bodies[b]->go_back(part);
      bodies[b]->read_places(s.vertices_of(b), places);
    } else {
      obstacles_.go_back(b - bodies.size(), part, bodies);
      obstacles_.write(b - bodies.size(), s.vertices_of(b), places);
    }
  };
  const contact::HoldHanging hold_hanging = [&](std::size_t b, std::span<const double> most,
                                                const Vec3d& along, std::span<Vec3d> places) {
    carried_[b].hold(*bodies[b], most, along, places);
  };
  std::vector<Index> vertices;
  std::vector<Vec3d> ways;
  const std::span<const contact::Held> held = contacts_.moved(step, still_, go_back, hold_hanging);
  for (std::size_t i = 0; i < held.size();) {
    const Index body = s.body[held[i].vertex];
    vertices.clear();
    ways.clear();
    for (; i < held.size() && s.body[held[i].vertex] == body; ++i) {
      vertices.push_back(s.vertex[held[i].vertex]);
      ways.push_back(held[i].way_back);
    }
    bodies[body]->hold_back(vertices, ways);
  }
}

// --- saving ---

std::vector<double> WorldContact::memory() const {
  std::vector<double> numbers{whole_, double(halvings_), double(wanted_), double(calm_)};
  const std::vector<double> of_contacts = contacts_.memory();
  numbers.insert(numbers.end(), of_contacts.begin(), of_contacts.end());
  return numbers;
}

void WorldContact::remember(const State& world, std::span<const double> memory) {
  constexpr double most = contact::Contacts::most_halvings;
  const bool good = memory.size() > 4 && memory[0] == whole_ && memory[1] >= 0 &&
                    memory[1] <= most && memory[2] >= 0 && memory[2] <= most && memory[3] >= 0 &&
                    memory[3] <= calm_steps && contacts_.remember(memory.subspan(4));
  need(good, "the saved state is damaged: what contact remembers does not fit",
       "take one that was saved as a whole");
  halvings_ = static_cast<int>(memory[1]);
  wanted_ = static_cast<int>(memory[2]);
  calm_ = static_cast<int>(memory[3]);
  units_ = shortest_ = 0;
  card_ = {};
  changes_ = world.changes_of_motion();
}

}  // namespace pliant

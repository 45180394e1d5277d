#include "model/world_contact.h"

#include <pliant/cut.h>
#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "model/check_contact.h"
#include "model/checks.h"
#include "model/damping_plan.h"
#include "model/stable_steps.h"
#include "model/world.h"

namespace pliant {

namespace {

// A contact's stiffness over that of the body at a vertex, which is at most the largest eigenvalue
// of M⁻¹K times its mass.
constexpr double softer = 0.25;
// m/s²: what a vertex of a solid of few motions carries, a column of twenty under their weight.
constexpr double carried = 20 * 9.81;
// Whole steps that are divided before longer ones are tried again.
constexpr int calm_steps = 32;

// Edges of relations between two vertices, where a body has no cells: a chain.
std::vector<Line> lines_of(const State& body) {
  std::vector<Line> lines;
  const Model& model = body.model();
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    if (model.law(set).arity != 2) continue;
    const std::vector<Index> v = model.relation_vertices(set);
    for (std::size_t r = 0; 2 * r < v.size(); ++r)
      if (!body.removed(set, r)) lines.push_back({v[2 * r], v[2 * r + 1]});
  }
  return lines;
}

/// m, of the skins that a body is given; 0: none is.
struct GivenSkins {
  double thinnest = 0, widest = 0, own = 0;

  void add(double thickness) {
    thinnest = thinnest > 0 ? std::min(thinnest, thickness) : thickness;
    widest = std::max(widest, thickness);
  }
};

std::vector<GivenSkins> given_skins(std::size_t bodies, const Contact& settings) {
  std::vector<GivenSkins> skins(bodies);
  if (settings.thickness > 0)
    for (GivenSkins& s : skins) s.add(settings.thickness);
  for (const ContactPair& pair : settings.pairs) {
    if (!pair.thickness) continue;
    skins[pair.first].add(*pair.thickness);
    skins[pair.second].add(*pair.thickness);
    if (pair.first == pair.second) skins[pair.first].own = *pair.thickness;
  }
  return skins;
}

contact::SurfaceSource source_of(const State& world, std::size_t b, const Contact& settings,
                                 const GivenSkins& skins) {
  const State& body = world.body(b);
  const Model& model = body.model();
  contact::SurfaceSource source;
  source.masses = model.masses();
  // Not by a State, which would look for a stable step.
  model.compiled().make_state(model)->read(&source.rest, nullptr);
  if (std::ranges::find(settings.without, b) != settings.without.end()) return source;
  source.faces = surface(body);
  if (source.faces.empty()) source.lines = lines_of(body);
  if (model.is_spectral()) {
    source.moves_as_whole = true;
    source.stiffness = softer * model.compiled().stiffest_motion();
    source.carries = carried;
  } else {
    source.stiffness = softer * spectrum_of(model).stiffness;
  }
  source.thickness = settings.thickness;
  source.widest = skins.widest;
  source.own_thickness = skins.own;
  // Of double precision as `check` rounds it, so that it tells the same.
  source.rounding = model.precision() == Precision::single_precision
                        ? double(std::numeric_limits<float>::epsilon())
                        : 1e-12;
  return source;
}

contact::Surfaces surfaces_of(const State& world, const Contact& settings,
                              const TouchingObstacles& obstacles) {
  const std::vector<GivenSkins> skins = given_skins(world.body_count(), settings);
  std::vector<contact::SurfaceSource> sources;
  for (std::size_t b = 0; b < world.body_count(); ++b)
    sources.push_back(source_of(world, b, settings, skins[b]));
  std::ranges::move(obstacles.sources(), std::back_inserter(sources));
  contact::Surfaces surfaces(sources);
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const contact::Surface& s = surfaces.bodies[b];
    if (s.vertices == 0) continue;
    need(s.widest <= s.shortest_edge,
         text("a skin of ", s.widest, " m is thicker than the shortest edge of ",
              contact_name(world, b), ", ", s.shortest_edge, " m"),
         text("give a thickness of at most ", s.shortest_edge, " m, or 0 for one from the mesh"));
    const double thinnest = skins[b].thinnest;
    need(thinnest == 0 || thinnest >= s.rounding,
         text("a skin of ", thinnest, " m is thinner than places of ", contact_name(world, b),
              " are told apart, ", s.rounding, " m"),
         text("give a thickness of at least ", s.rounding, " m, or 0 for one from the mesh"));
  }
  return surfaces;
}

TouchingObstacles obstacles_of(const State& world, const Contact& settings) {
  check_contact(settings, world);
  return {world, settings.without};
}

}  // namespace

WorldContact::WorldContact(const State& world, const Contact& settings)
    : obstacles_(obstacles_of(world, settings)),
      contacts_(surfaces_of(world, settings, obstacles_), settings, obstacles_.pairs(world)) {
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
  read(world);
}

// Where vertices are, how fast and how heavy.
void WorldContact::read(const State& world) {
  const contact::Surfaces& s = contacts_.surfaces();
  std::vector<Vec3d> velocities(s.vertex_count());
  std::vector<double> inverse(s.vertex_count());
  held_.resize(world.body_count());
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const contact::Surface& surface = s.bodies[b];
    held_[b] = 1;
    if (surface.vertices == 0) continue;
    const State& body = world.body(b);
    const std::vector<Vec3d> of_body = body.velocities(), freedoms = body.freedoms();
    body.compiled_->read_places(s.vertices_of(b),
                                contacts_.places().subspan(surface.first_vertex, surface.vertices));
    for (Index v = surface.first_vertex; v < surface.first_vertex + surface.vertices; ++v) {
      const Vec3d& freedom = freedoms[s.vertex[v]];
      velocities[v] = of_body[s.vertex[v]];
      inverse[v] = std::max({freedom.x, freedom.y, freedom.z});
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
  contacts_.set_inverse_masses(std::move(inverse));
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
    contacts_.take_surfaces(surfaces_of(world, settings(), obstacles_), obstacles_.pairs(world));
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
  if (calm_ > 0) --calm_;
  int shortest = 0;
  for (int done = 0; done < whole; done += whole >> halvings_) {
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
  if (shortest > 0) {
    ++contacts_.counts.divided_steps;
    const double step = std::ldexp(whole_, -shortest);
    double& least = contacts_.counts.shortest_step;
    least = least > 0 ? std::min(least, step) : step;
  }
  return std::nullopt;
}

void WorldContact::sort_forces() {
  const contact::Surfaces& s = contacts_.surfaces();
  for (std::size_t b = 0; b < pushed_.size(); ++b) {
    pushed_[b].clear();
    forces_[b].clear();
  }
  for (const Index v : contacts_.pushed()) {
    if (s.body[v] >= pushed_.size()) continue;  // an obstacle
    pushed_[s.body[v]].push_back(s.vertex[v]);
    forces_[s.body[v]].push_back(contacts_.forces()[v]);
  }
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
    if (rests && still_[b] && contacts_.has_places(b)) return;
    const contact::Surface& surface = s.bodies[b];
    const auto of_body = [&](auto places) {
      return places.subspan(surface.first_vertex, surface.vertices);
    };
    const auto next = of_body(contacts_.next_places());
    if (surface.vertices > 0) bodies[b]->read_places(s.vertices_of(b), next);
    if (selects_ && held_[b]) still_[b] = std::ranges::equal(next, of_body(contacts_.places()));
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
  std::vector<Index> vertices;
  std::vector<Vec3d> ways;
  const std::span<const contact::Held> held = contacts_.moved(step, still_, go_back);
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
  changes_ = world.changes_of_motion();
}

}  // namespace pliant

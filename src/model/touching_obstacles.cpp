#include "model/touching_obstacles.h"

#include <pliant/error.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "backend/backend.h"
#include "base/text.h"
#include "contact/closed_surface.h"
#include "model/check_contact.h"
#include "model/checks.h"

namespace pliant {

namespace {

const ClosedSurface& shape_of(const Obstacle& o) {
  return std::get<ClosedSurface>(o.shape);
}
Vec3d place_at(const Obstacle& o, double time) {
  return shape_of(o).offset() + o.velocity * (time - o.since);
}
bool is_touched(const Obstacle& o) {
  return o.response == Response::contact;
}

// But for where they are.
bool same_shape(const ClosedSurface& a, const ClosedSurface& b) {
  return &a.tree() == &b.tree() || a.moved(-a.offset()) == b.moved(-b.offset());
}

double size_of(const ClosedSurface& shape) {
  const contact::SurfaceNode& all = shape.tree().nodes[0];
  return length(all.high - all.low);
}

// An obstacle of a body at its time; clocks of bodies differ by rounding.
struct Seen {
  const Obstacle* obstacle;
  Vec3d place;

  bool is_same(const Seen& other) const {
    constexpr double rounding = 1e-9;
    return obstacle->velocity == other.obstacle->velocity &&
           same_shape(shape_of(*obstacle), shape_of(*other.obstacle)) &&
           length(place - other.place) <= rounding * size_of(shape_of(*obstacle));
  }
};
Seen seen(const State& body, const Obstacle& o) {
  return {&o, place_at(o, body.time())};
}

}  // namespace

TouchingObstacles::TouchingObstacles(const State& world, std::span<const std::size_t> without) {
  std::vector<Seen> known;
  for (std::size_t b = 0; b < world.body_count(); ++b) {
    const State& body = world.body(b);
    const std::vector<Obstacle>& obstacles = body.dynamics().obstacles;
    for (std::size_t i = 0; i < obstacles.size(); ++i) {
      if (!is_touched(obstacles[i])) continue;
      need(std::ranges::find(without, b) == without.end(),
           text(contact_name(world, b),
                " is left out of contact and has an obstacle that is met "
                "by contact alone"),
           "give the obstacle another response, or let the body touch");
      const Seen now = seen(body, obstacles[i]);
      const auto same =
          std::ranges::find_if(known, [&](const Seen& other) { return other.is_same(now); });
      const auto number = static_cast<std::size_t>(same - known.begin());
      if (same == known.end()) {
        known.push_back(now);
        surfaces_.push_back({{}, shape_of(obstacles[i]), now.place, now.place, now.place});
      }
      surfaces_[number].of.push_back({b, i});
    }
  }
}

std::vector<contact::SurfaceSource> TouchingObstacles::sources() const {
  std::vector<contact::SurfaceSource> sources;
  for (const Surface& s : surfaces_) {
    contact::SurfaceSource source;
    source.faces.assign(s.shape.triangles().begin(), s.shape.triangles().end());
    source.rest.assign(s.shape.vertices().begin(), s.shape.vertices().end());
    source.rounding = std::numeric_limits<double>::epsilon();
    source.is_obstacle = true;
    sources.push_back(std::move(source));
  }
  return sources;
}

std::vector<ContactPair> TouchingObstacles::pairs(const State& world) const {
  std::vector<ContactPair> pairs;
  for (std::size_t o = 0; o < surfaces_.size(); ++o)
    for (std::size_t b = 0; b < world.body_count(); ++b) {
      ContactPair pair{.first = b, .second = world.body_count() + o};
      const std::optional<std::size_t> number = number_in(o, b);
      pair.touches = number.has_value();
      if (number) pair.friction = world.body(b).dynamics().obstacles[*number].friction;
      pairs.push_back(pair);
    }
  return pairs;
}

std::optional<std::size_t> TouchingObstacles::number_in(std::size_t o, std::size_t body) const {
  const std::vector<Of>& of = surfaces_[o].of;
  const auto found = std::ranges::lower_bound(of, body, {}, &Of::body);
  return found != of.end() && found->body == body ? std::optional(found->obstacle) : std::nullopt;
}

bool TouchingObstacles::are_those_of(const State& world) const {
  std::size_t all = 0;
  for (std::size_t b = 0; b < world.body_count(); ++b)
    all += static_cast<std::size_t>(
        std::ranges::count_if(world.body(b).dynamics().obstacles, is_touched));
  for (const Surface& s : surfaces_) {
    all -= s.of.size();
    std::optional<Seen> first;
    for (const Of& of : s.of) {
      const State& body = world.body(of.body);
      const std::vector<Obstacle>& obstacles = body.dynamics().obstacles;
      if (of.obstacle >= obstacles.size() || !is_touched(obstacles[of.obstacle])) return false;
      const Seen now = seen(body, obstacles[of.obstacle]);
      if (!first) first = now;
      if (!same_shape(shape_of(*now.obstacle), s.shape) || !now.is_same(*first)) return false;
    }
  }
  return all == 0;
}

std::vector<std::size_t> TouchingObstacles::take_jumps(const State& world) {
  std::vector<std::size_t> jumped;
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    Surface& s = surfaces_[i];
    const State& body = world.body(s.of.front().body);
    const Vec3d now = place_at(body.dynamics().obstacles[s.of.front().obstacle], body.time());
    const double size = size_of(s.shape);
    if (length(now - s.place) <= size || length(now - s.wanted) <= size) continue;
    s.place = s.before = s.wanted = now;
    jumped.push_back(i);
  }
  return jumped;
}

Vec3d TouchingObstacles::velocity(const State& world, std::size_t o) const {
  const Of& of = surfaces_[o].of.front();
  return world.body(of.body).dynamics().obstacles[of.obstacle].velocity;
}

Vec3d TouchingObstacles::velocity(std::size_t o,
                                  std::span<backend::CompiledState* const> bodies) const {
  const Of& of = surfaces_[o].of.front();
  return bodies[of.body]->dynamics.obstacles[of.obstacle].velocity;
}

void TouchingObstacles::write(std::size_t o, std::span<const Index> vertices,
                              std::span<Vec3d> places) const {
  const Surface& s = surfaces_[o];
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = s.shape.vertices()[vertices[i]] + s.place;
}

Vec3d TouchingObstacles::way(std::size_t o, const Bodies& bodies) const {
  const Surface& s = surfaces_[o];
  const backend::CompiledState& body = *bodies[s.of.front().body];
  return place_at(body.dynamics.obstacles[s.of.front().obstacle], body.time) - s.place;
}

void TouchingObstacles::move(std::size_t o, const Vec3d& by, const Bodies& bodies) {
  Surface& s = surfaces_[o];
  s.before = s.place;
  s.wanted = s.place + way(o, bodies);
  if (by == way(o, bodies)) {
    const Of& of = s.of.front();
    s.place = place_at(bodies[of.body]->dynamics.obstacles[of.obstacle], bodies[of.body]->time);
  } else {
    put(s, s.place + by, bodies);
  }
}

void TouchingObstacles::go_back(std::size_t o, double part, const Bodies& bodies) {
  Surface& s = surfaces_[o];
  put(s, s.before + (s.place - s.before) * part, bodies);
}

// Its shape is moved, so that whoever looks for it finds it there.
void TouchingObstacles::put(Surface& s, const Vec3d& place, const Bodies& bodies) {
  const Of& first = s.of.front();
  const double time = bodies[first.body]->time;
  const Vec3d shift =
      place - place_at(bodies[first.body]->dynamics.obstacles[first.obstacle], time);
  for (const Of& of : s.of) {
    Obstacle& obstacle = bodies[of.body]->dynamics.obstacles[of.obstacle];
    obstacle.shape = shape_of(obstacle).moved(shift);
  }
  s.place = place_at(bodies[first.body]->dynamics.obstacles[first.obstacle], time);
}

}  // namespace pliant

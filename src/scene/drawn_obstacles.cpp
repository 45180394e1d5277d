#include <pliant/box.h>
#include <pliant/run.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pliant {

namespace {

struct Word {
  const char* operator()(const Floor&) const { return "slope"; }
  const char* operator()(const Ball&) const { return "ball"; }
  const char* operator()(const Capsule&) const { return "capsule"; }
  const char* operator()(const Cuboid&) const { return "box"; }
  const char* operator()(const ClosedSurface&) const { return "obstacle"; }
};

const char* word_for(const Obstacle& obstacle) {
  return std::visit(Word{}, obstacle.shape);
}

// A square of a floor, under the bodies as they were and twice as large as they are together.
Mesh part_of(const Floor& floor, const Vec3d& moved, const std::vector<RunBody>& bodies) {
  Box box;
  for (const RunBody& body : bodies)
    for (const Vec3d& x : body.mesh->vertices()) box.add(x);
  const Vec3d normal = normalised(floor.normal), centre = box.centre();
  const Vec3d middle = centre - normal * dot(normal, centre - floor.point - moved);
  const Vec3d start = std::abs(normal.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1};
  const double reach = length(box.size());
  const Vec3d u = normalised(cross(start, normal)) * reach, v = cross(normal, u);
  Mesh mesh;
  mesh.vertices = {middle - u - v, middle + u - v, middle + u + v, middle - u + v};
  mesh.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  return mesh;
}

// Level floors are drawn as the ground, and ceilings not at all: they would hide what is below.
// One that stands above the lowest, for another body, is drawn as an obstacle.
bool is_ground(const Obstacle& obstacle, const std::vector<RunBody>& bodies) {
  const auto level = [](const Obstacle& o) {
    const auto* floor = std::get_if<Floor>(&o.shape);
    return floor && floor->normal.x == 0 && floor->normal.z == 0 ? floor : nullptr;
  };
  const Floor* floor = level(obstacle);
  if (!floor || floor->normal.y < 0) return floor != nullptr;
  for (const RunBody& body : bodies)
    for (const Obstacle& other : body.state.dynamics().obstacles)
      if (const Floor* below = level(other))
        if (below->normal.y > 0 && below->point.y < floor->point.y) return false;
  return true;
}

struct TimedObstacle {
  const Obstacle* obstacle;
  double time;  // s, of the body that meets it
};

// Bodies of one world have clocks that differ by rounding, as a card counts time otherwise, and so
// does what an action tells them of a moving obstacle.
bool is_same(const TimedObstacle& a, const TimedObstacle& b) {
  constexpr double rounding = 1e-12;
  const double since = a.obstacle->since - a.time, other = b.obstacle->since - b.time;
  if (std::abs(since - other) > rounding * (std::abs(a.obstacle->since) + std::abs(a.time)))
    return false;
  Obstacle moved = *b.obstacle;
  moved.since = a.obstacle->since;
  return moved == *a.obstacle;
}

}  // namespace

std::vector<DrawnObstacle> drawn_obstacles(const std::vector<RunBody>& bodies) {
  std::vector<TimedObstacle> seen;
  std::vector<DrawnObstacle> out;
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(bodies, name, &RunBody::name) != bodies.end() ||
           std::ranges::find(out, name, &DrawnObstacle::name) != out.end();
  };
  for (const RunBody& body : bodies)
    for (const Obstacle& o : body.state.dynamics().obstacles) {
      if (is_ground(o, bodies) || !o.drawn) continue;
      const TimedObstacle now{&o, body.state.time()};
      if (std::ranges::any_of(seen, [&](const auto& other) { return is_same(now, other); }))
        continue;
      seen.push_back(now);
      std::string name = word_for(o);
      for (std::size_t number = 2; taken(name); ++number) name = text(word_for(o), ' ', number);
      const auto* floor = std::get_if<Floor>(&o.shape);
      const Vec3d moved = o.velocity * (now.time - o.since);
      out.push_back({std::move(name),
                     floor ? part_of(*floor, moved, bodies) : surface_of(o, now.time), o.velocity});
    }
  return out;
}

std::optional<double> level_floor(const std::vector<RunBody>& bodies) {
  std::optional<double> level;
  for (const RunBody& body : bodies) {
    const auto own = level_floor(body.state.dynamics().obstacles, body.state.time());
    if (own) level = level ? std::min(*level, *own) : *own;
  }
  return level;
}

}  // namespace pliant

#include "contact/plain.h"

#include <cmath>
#include <numbers>

namespace pliant::contact {

namespace {

void fill(const Floor& floor, PlainObstacle& out) {
  out.kind = ShapeKind::floor;
  out.place = floor.point;
  out.axes[0] = normalised(floor.normal);
}
void fill(const Ball& ball, PlainObstacle& out) {
  out.kind = ShapeKind::ball;
  out.place = ball.centre;
  out.radius = ball.radius;
}
void fill(const Capsule& capsule, PlainObstacle& out) {
  out.kind = ShapeKind::capsule;
  out.place = capsule.begin;
  out.axes[0] = capsule.end - capsule.begin;
  out.radius = capsule.radius;
}
void fill(const Cuboid& cuboid, PlainObstacle& out) {
  out.kind = ShapeKind::cuboid;
  out.place = cuboid.centre;
  for (std::size_t i = 0; i < 3; ++i) out.axes[i] = cuboid.axes[i];
  out.half = cuboid.size * 0.5;
}
void fill(const ClosedSurface& surface, PlainObstacle& out) {
  out.kind = ShapeKind::surface;
  out.place = surface.tree().centre + surface.offset();
  out.surface = surface.tree().view();
  const SurfaceNode& all = surface.tree().nodes[0];
  out.reach = 0.05 * length(all.high - all.low);
}

bool is_smooth_floor(const Obstacle& o) {
  return std::holds_alternative<Floor>(o.shape) && o.friction == 0 && o.bounce == 0 &&
         o.velocity == Vec3d{} && o.response == Response::constraint;
}

// The part of critical damping with which a swing of half a period leaves so much of a speed.
double damping_ratio(double bounce) {
  if (!(bounce > 0)) return 1;
  const double lost = -std::log(bounce);
  return lost / std::hypot(lost, std::numbers::pi);
}

}  // namespace

PlainObstacle plain(const Obstacle& obstacle) {
  PlainObstacle out{};
  std::visit([&](const auto& shape) { fill(shape, out); }, obstacle.shape);
  out.friction = obstacle.friction;
  out.bounce = obstacle.bounce;
  out.response = obstacle.response;
  out.rate = std::sqrt(obstacle.stiffness);
  out.damping = damping_ratio(obstacle.bounce);
  out.velocity = obstacle.velocity;
  out.since = obstacle.since;
  return out;
}

const Floor* smooth_floor(std::span<const Obstacle> obstacles) {
  for (const Obstacle& o : obstacles)
    if (is_smooth_floor(o)) return &std::get<Floor>(o.shape);
  return nullptr;
}

std::vector<PlainObstacle> plain_others(std::span<const Obstacle> obstacles) {
  const Floor* const in_loop = smooth_floor(obstacles);
  std::vector<PlainObstacle> out;
  for (const Obstacle& o : obstacles)
    if (o.response != Response::contact &&
        (std::get_if<Floor>(&o.shape) != in_loop || in_loop == nullptr))
      out.push_back(plain(o));
  return out;
}

}  // namespace pliant::contact

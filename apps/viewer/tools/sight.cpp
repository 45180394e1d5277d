#include "tools/sight.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::viewer {

namespace {

double tangent(const render::gl::Camera& camera) {
  return std::tan(camera.angle * std::numbers::pi / 360);
}

// The direction through `at` that goes one metre forward.
Vec3d forward_one(const Sight& sight, Point at) {
  const auto& camera = sight.camera;
  const double x = 2 * (at.x - sight.corner.x) / sight.width - 1 + camera.shift;
  const double y = 1 - 2 * (at.y - sight.corner.y) / sight.height;
  const double up = tangent(camera), right = up * sight.width / sight.height;
  return camera.right() * (x * right) + camera.up() * (y * up) - camera.back();
}

}  // namespace

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double Sight::depth(const Vec3d& place) const {
  return dot(camera.eye() - place, camera.back());
}

Ray Sight::ray(Point at) const {
  return {camera.eye(), normalised(forward_one(*this, at))};
}

std::optional<Point> Sight::seen_at(const Vec3d& place) const {
  const double forward = depth(place);
  if (!(forward > 0)) return std::nullopt;
  const Vec3d from_eye = place - camera.eye();
  const double up = forward * tangent(camera), right = up * width / height;
  const double x = dot(from_eye, camera.right()) / right - camera.shift;
  const double y = dot(from_eye, camera.up()) / up;
  return Point{corner.x + (x + 1) / 2 * width, corner.y + (1 - y) / 2 * height};
}

Vec3d Sight::at_depth(Point at, const Vec3d& depth_of) const {
  // What is nearer than the drawn part of the scene is taken to be where that begins.
  const double forward = std::max(depth(depth_of), 0.02 * camera.distance);
  return camera.eye() + forward_one(*this, at) * forward;
}

double Sight::unit_at(const Vec3d& place) const {
  return 2 * tangent(camera) * std::abs(depth(place)) / height;
}

}  // namespace pliant::viewer

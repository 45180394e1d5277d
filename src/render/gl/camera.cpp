#include "render/gl/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::render::gl {

namespace {

double radians(double degrees) {
  return std::isfinite(degrees) ? std::remainder(degrees, 360) * std::numbers::pi / 180 : 0;
}

double tangent_of_half(double degrees) {
  return std::tan(radians(degrees) / 2);
}

}  // namespace

Vec3d Camera::level_right() const {
  return {std::cos(radians(yaw)), 0, -std::sin(radians(yaw))};
}

Vec3d Camera::right() const {
  const Vec3d level = level_right();
  if (roll == 0) return level;
  return level * std::cos(radians(roll)) + cross(back(), level) * std::sin(radians(roll));
}

Vec3d Camera::back() const {
  const double y = radians(yaw), p = radians(pitch);
  return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

Vec3d Camera::up() const {
  return cross(back(), right());
}

Matrix Camera::matrix(double aspect, const Vec3d& origin) const {
  // Both limits in proportion to the distance: 24 bits of depth resolve a thousandth of it there.
  Matrix projection = perspective(tangent_of_half(angle), aspect, 0.02 * distance, 60 * distance);
  projection.at(0, 2) = shift;
  return projection * view_matrix(right(), up(), back(), eye() - origin);
}

void Camera::fit(std::span<const Vec3d> points, double aspect, double zoom, double taken) {
  shift = 0;
  if (fit_part(points, aspect, zoom) < 1 - 2 * taken) return;
  shift = taken;
  fit_part(points, aspect, zoom);
}

double Camera::fit_part(std::span<const Vec3d> points, double aspect, double zoom) {
  const auto first = std::ranges::find_if(points, [](const Vec3d& p) { return is_finite(p); });
  if (first == points.end()) return 0;
  const double vertical = tangent_of_half(angle), horizontal = vertical * aspect * (1 - shift);
  const Vec3d r = right(), u = up(), b = back(), reference = *first;
  // A point x to the right, y up and d nearer than the reference is seen by an eye at distance D
  // straight before (c, e) when |x - c| <= (D - d) horizontal and |y - e| <= (D - d) vertical.
  double to_right = 0, to_left = 0, upwards = 0, downwards = 0;
  for (const Vec3d& p : points) {
    if (!is_finite(p)) continue;
    const Vec3d from = p - reference;
    const double d = dot(from, b), x = dot(from, r) / horizontal, y = dot(from, u) / vertical;
    to_right = std::max(to_right, d + x);
    to_left = std::max(to_left, d - x);
    upwards = std::max(upwards, d + y);
    downwards = std::max(downwards, d - y);
  }
  constexpr double margin = 1.2;
  const double needed = std::max(to_right + to_left, upwards + downwards) / 2;
  target = reference + r * (horizontal * (to_right - to_left) / 2) +
           u * (vertical * (upwards - downwards) / 2);
  distance = needed > 0 && std::isfinite(needed) ? margin * needed / zoom : 1;
  double reach = 0;
  for (const Vec3d& p : points)
    if (is_finite(p))
      reach = std::max(reach, dot(p - target, r) / (distance - dot(p - target, b)) / horizontal);
  return reach;
}

}  // namespace pliant::render::gl

#include "window/camera_control.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pliant::viewer {

namespace {

// Metres of the plane through the target that a unit of the window stands for.
double metres_a_unit(const render::gl::Camera& camera, const Sight& sight) {
  const double half = std::tan(camera.angle * std::numbers::pi / 360);
  return 2 * camera.distance * half / sight.height;
}

Vec3d on_target_plane(const render::gl::Camera& camera, const Sight& sight, Point at) {
  const double unit = metres_a_unit(camera, sight);
  const double x = at.x - sight.corner.x - sight.width / 2 * (1 - camera.shift);
  const double y = sight.corner.y + sight.height / 2 - at.y;
  return camera.target + camera.right() * (x * unit) + camera.up() * (y * unit);
}

}  // namespace

void turn(render::gl::Camera& camera, const Sight& sight, Point from, Point to) {
  // A drag across the smaller side turns once round half.
  const double degrees = 180 / std::min(sight.width, sight.height);
  camera.yaw = std::remainder(camera.yaw - (to.x - from.x) * degrees, 360);
  camera.pitch = std::clamp(camera.pitch + (to.y - from.y) * degrees, -89.0, 89.0);
}

void pan(render::gl::Camera& camera, const Sight& sight, Point from, Point to) {
  camera.target += on_target_plane(camera, sight, from) - on_target_plane(camera, sight, to);
}

void zoom(render::gl::Camera& camera, const Sight& sight, Point at, double steps) {
  const Vec3d before = on_target_plane(camera, sight, at);
  camera.distance = std::clamp(camera.distance * std::pow(0.88, steps), 1e-9, 1e9);
  camera.target += before - on_target_plane(camera, sight, at);
}

}  // namespace pliant::viewer

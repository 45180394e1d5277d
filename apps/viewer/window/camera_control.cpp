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

// Where the mouse holds a ball of radius 1 that fills the viewport: to the right, up, to the eye.
Vec3d on_ball(const Sight& sight, Point at) {
  const double radius = std::min(sight.width, sight.height) / 2;
  const double x = (at.x - sight.corner.x - sight.width / 2) / radius;
  const double y = (sight.corner.y + sight.height / 2 - at.y) / radius;
  const double squared = x * x + y * y;
  return squared < 1 ? Vec3d{x, y, std::sqrt(1 - squared)} : Vec3d{x, y, 0} / std::sqrt(squared);
}

constexpr double degrees(double radians) {
  return radians * 180 / std::numbers::pi;
}

}  // namespace

void turn(render::gl::Camera& camera, const Sight& sight, Point from, Point to) {
  // A drag across the smaller side turns once round half.
  const double a_unit = 180 / std::min(sight.width, sight.height);
  const double roll = camera.roll * std::numbers::pi / 180;
  const double x = (to.x - from.x) * a_unit, y = (to.y - from.y) * a_unit;
  camera.yaw = std::remainder(camera.yaw - (x * std::cos(roll) + y * std::sin(roll)), 360);
  camera.pitch = std::clamp(camera.pitch + y * std::cos(roll) - x * std::sin(roll), -89.0, 89.0);
}

void roll_ball(render::gl::Camera& camera, const Sight& sight, Point from, Point to) {
  const Vec3d held = on_ball(sight, from), led = on_ball(sight, to);
  const Vec3d axis = cross(led, held);
  const double cosine = dot(held, led);
  if (cosine < -0.999) return;  // there is no shortest way
  const Vec3d right = camera.right(), up = camera.up(), back = camera.back();
  // The camera turns the other way: what it has at `led` is what was at `held`.
  const auto turned = [&](const Vec3d& v) {
    const Vec3d w = v * cosine + cross(axis, v) + axis * (dot(axis, v) / (1 + cosine));
    return right * w.x + up * w.y + back * w.z;
  };
  const Vec3d new_back = turned({0, 0, 1}), new_right = turned({1, 0, 0});
  camera.pitch = degrees(std::asin(std::clamp(new_back.y, -1.0, 1.0)));
  camera.yaw = degrees(std::atan2(new_back.x, new_back.z));
  const Vec3d level = camera.level_right();
  camera.roll = degrees(std::atan2(dot(new_right, cross(new_back, level)), dot(new_right, level)));
}

void pan(render::gl::Camera& camera, const Sight& sight, Point from, Point to) {
  camera.target += on_target_plane(camera, sight, from) - on_target_plane(camera, sight, to);
}

void zoom(render::gl::Camera& camera, const Sight& sight, Point at, double steps) {
  const Vec3d before = on_target_plane(camera, sight, at);
  camera.distance = std::clamp(camera.distance * std::pow(0.88, steps), 1e-9, 1e9);
  camera.target += before - on_target_plane(camera, sight, at);
}

void follow(render::gl::Camera& camera, const Vec3d& middle) {
  constexpr double part = 0.15;  // of the way, so that pictures do not jump
  Vec3d away = middle - camera.target;
  away.y = 0;
  const double reach = camera.distance * std::tan(camera.angle * std::numbers::pi / 360);
  const double far = length(away);
  if (!(far > reach) || !std::isfinite(far)) return;
  camera.target += away * (part * (1 - reach / far));
}

}  // namespace pliant::viewer

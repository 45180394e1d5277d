#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/checks.h"

namespace pliant {

namespace {

void check_place(const Vec3d& place, const char* what) {
  need(is_finite(place), text(what, " is not finite"), "give three finite numbers");
}
void check_length(double length, const char* what) {
  need(length > 0 && std::isfinite(length), text(what, " is ", length),
       "give a length above zero, in metres");
}

void check(const Floor& floor) {
  need(is_finite(floor.point) && is_finite(floor.normal) && length(floor.normal) > 0,
       "the floor's point or normal is not finite, or the normal is zero",
       "give a point and a direction");
}
void check(const Ball& ball) {
  check_place(ball.centre, "a ball's centre");
  check_length(ball.radius, "a ball's radius");
}
void check(const Capsule& capsule) {
  check_place(capsule.begin, "a capsule's begin");
  check_place(capsule.end, "a capsule's end");
  check_length(capsule.radius, "a capsule's radius");
}
void check(const Cuboid& cuboid) {
  check_place(cuboid.centre, "a box's centre");
  for (int i = 0; i < 3; ++i) check_length(cuboid.size[i], "the size of a box");
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3d &a = cuboid.axes[i], &b = cuboid.axes[(i + 1) % 3];
    need(std::abs(length(a) - 1) < 1e-6 && std::abs(dot(a, b)) < 1e-6,
         "a box's axes are no unit vectors at right angles", "give three that are");
  }
}
void check(const ClosedSurface& surface) {  // which has checked itself but for this
  check_place(surface.offset(), "a surface's place");
}

}  // namespace

void check_obstacles(std::span<const Obstacle> obstacles) {
  for (const Obstacle& o : obstacles) {
    std::visit([](const auto& shape) { check(shape); }, o.shape);
    need(o.bounce >= 0 && o.bounce <= 1, text("an obstacle's bounce is ", o.bounce),
         "give a number from 0 to 1");
    const bool touches = o.response == Response::contact;
    need(!touches || std::holds_alternative<ClosedSurface>(o.shape),
         "an obstacle that is no surface cannot be met by contact",
         "give it another response, or a ClosedSurface such as surface_of() makes");
    need(!touches || o.bounce == 0, text("contact gives no bounce of ", o.bounce),
         "give the obstacle no bounce, or another response");
    need(o.friction >= 0 && std::isfinite(o.friction),
         text("an obstacle's friction is ", o.friction), "give a number of at least zero");
    need(o.stiffness >= 0 && std::isfinite(o.stiffness),
         text("an obstacle's stiffness is ", o.stiffness),
         "give 1/s² above zero, or 0 for what suits the time step");
    need(is_finite(o.velocity) && std::isfinite(o.since),
         "an obstacle's velocity or time is not finite", "give finite numbers");
  }
}

void check_obstacles(std::span<const Obstacle> obstacles, const Model& model) {
  check_obstacles(obstacles);
  need(!model.compiled().is_spectral() ||
           std::ranges::find(obstacles, Response::penalty, &Obstacle::response) == obstacles.end(),
       "a spectral solid meets obstacles by impulses, not by a penalty",
       "take the response 'impulse' or 'constraint'");
}

}  // namespace pliant

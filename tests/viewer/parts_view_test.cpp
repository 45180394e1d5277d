#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "viewer/fake_live.h"
#include "window/camera_control.h"
#include "window/workspace.h"

namespace pliant::viewer {
namespace {

struct CameraControl : testing::Test {
  Sight sight;
  CameraControl() {
    sight.camera.target = {1, 2, 3};
    sight.corner = {100, 50};
    sight.width = 800;
    sight.height = 600;
  }
  // Where a place is seen after the camera has moved.
  Point seen(const render::gl::Camera& camera, const Vec3d& place) const {
    Sight now = sight;
    now.camera = camera;
    return now.seen_at(place).value();
  }
};

TEST_F(CameraControl, WhatWasUnderTheMouseIsMovedAlong) {
  const Point from{300, 200}, to{520, 410};
  const Vec3d place = sight.at_depth(from, sight.camera.target);
  render::gl::Camera camera = sight.camera;
  pan(camera, sight, from, to);
  EXPECT_NEAR(seen(camera, place).x, to.x, 1e-6);
  EXPECT_NEAR(seen(camera, place).y, to.y, 1e-6);
  EXPECT_EQ(camera.distance, sight.camera.distance);
}

TEST_F(CameraControl, ZoomKeepsWhatIsUnderTheMouse) {
  const Point at{700, 120};
  const Vec3d place = sight.at_depth(at, sight.camera.target);
  for (const double steps : {1.0, -3.0}) {
    render::gl::Camera camera = sight.camera;
    zoom(camera, sight, at, steps);
    EXPECT_EQ(camera.distance<sight.camera.distance, steps> 0);
    EXPECT_NEAR(seen(camera, place).x, at.x, 1e-6);
    EXPECT_NEAR(seen(camera, place).y, at.y, 1e-6);
  }
}

// A ball that rolls away is seen at the same place after a while; what stays near moves nothing.
TEST_F(CameraControl, FollowsWhatGoesAway) {
  render::gl::Camera camera = sight.camera;
  const Vec3d start = camera.target;
  follow(camera, start + Vec3d{0.1, 5, -0.2} * (camera.distance / 3));
  EXPECT_EQ(camera.target, start) << "up is no way over the floor";
  const Vec3d far = start + Vec3d{7, 1, -4};
  double last = length(far - camera.target);
  for (int picture = 0; picture < 100; ++picture) {
    follow(camera, far);
    const double now = length(far - camera.target);
    EXPECT_LE(now, last);
    EXPECT_GT(now, 0.8 * last) << "it jumps";
    last = now;
  }
  EXPECT_EQ(camera.target.y, start.y);
  const Point at = seen(camera, {far.x, start.y, far.z});
  EXPECT_GT(at.x, sight.corner.x);
  EXPECT_LT(at.x, sight.corner.x + sight.width);
  EXPECT_GT(at.y, sight.corner.y);
  EXPECT_LT(at.y, sight.corner.y + sight.height);
  const Vec3d held = camera.target;
  follow(camera, {std::numeric_limits<double>::quiet_NaN(), 0, 0});
  EXPECT_EQ(camera.target, held);
}

TEST_F(CameraControl, ALegendBesideTheBodyChangesNothingOfThat) {
  sight.camera.shift = 0.3;
  const Point at{250, 330};
  const Vec3d place = sight.at_depth(at, sight.camera.target);
  render::gl::Camera camera = sight.camera;
  zoom(camera, sight, at, 2);
  EXPECT_NEAR(seen(camera, place).x, at.x, 1e-6);
  EXPECT_NEAR(seen(camera, place).y, at.y, 1e-6);
}

TEST_F(CameraControl, TurnsWithTheMouseAndNeverOverTheTop) {
  render::gl::Camera camera = sight.camera;
  // What is nearer than the target goes with the mouse.
  const Vec3d near = camera.target + camera.back() * (0.2 * camera.distance);
  const Point before = seen(camera, near);
  turn(camera, sight, {0, 0}, {20, 10});
  EXPECT_GT(seen(camera, near).x, before.x);
  EXPECT_GT(seen(camera, near).y, before.y);
  turn(camera, sight, {0, 0}, {0, 1e5});
  EXPECT_LT(camera.pitch, 90);
  EXPECT_GT(camera.up().y, 0);
}

TEST_F(CameraControl, ABallIsHeldByTheMouse) {
  const Point middle{sight.corner.x + sight.width / 2, sight.corner.y + sight.height / 2};
  const double radius = sight.height / 2;
  // Places on a ball in the axes of a camera, as seen from far away.
  const auto on_ball = [&](const render::gl::Camera& camera, double x, double y) {
    const double z = std::sqrt(std::max(0.0, 1 - x * x - y * y));
    return camera.right() * x + camera.up() * y + camera.back() * z;
  };
  render::gl::Camera camera = sight.camera;
  for (const auto& [x0, y0, x1, y1] :
       {std::array{0.1, 0.2, 0.5, -0.3}, {-0.6, 0.1, 0.0, 0.8}, {0.7, 0.7, 0.6, -0.7}}) {
    const render::gl::Camera before = camera;
    roll_ball(camera, sight, {middle.x + x0 * radius, middle.y - y0 * radius},
              {middle.x + x1 * radius, middle.y - y1 * radius});
    EXPECT_NEAR(length(on_ball(camera, x1, y1) - on_ball(before, x0, y0)), 0, 1e-9);
    EXPECT_NEAR(dot(camera.right(), camera.back()), 0, 1e-12);
    EXPECT_EQ(camera.target, before.target);
    EXPECT_EQ(camera.distance, before.distance);
  }
  EXPECT_GT(std::abs(camera.roll), 1);
}

TEST_F(CameraControl, BesideTheBallItRollsAboutTheLineOfSight) {
  render::gl::Camera camera = sight.camera;
  const Vec3d back = camera.back(), right = camera.right();
  roll_ball(camera, sight, {895, 350}, {500, 40});  // a quarter, anticlockwise
  EXPECT_NEAR(length(camera.back() - back), 0, 1e-9);
  EXPECT_NEAR(length(camera.up() - right), 0, 1e-9);
  EXPECT_NEAR(camera.roll, -90, 1e-9);
  // Turning goes with the mouse all the same.
  const Vec3d near = camera.target + camera.back() * (0.2 * camera.distance);
  const Point before = seen(camera, near);
  turn(camera, sight, {0, 0}, {20, 0});
  EXPECT_GT(seen(camera, near).x, before.x + 1);
  EXPECT_NEAR(seen(camera, near).y, before.y, 1);
}

TEST(WindowLayout, PartsFillTheWindowWithoutOverlap) {
  for (const auto& [width, height, scale] :
       {std::tuple{1280.0, 800.0, 1.0}, {640.0, 480.0, 1.0}, {3840.0, 2160.0, 2.0}})
    for (const bool panel : {true, false}) {
      const Layout l = Layout::of(width, height, scale, panel);
      const auto area = [](const Rectangle& r) { return r.width() * r.height(); };
      EXPECT_NEAR(area(l.viewport) + area(l.panel) + area(l.bar), width * height, 1e-6);
      EXPECT_GE(l.viewport.width(), width / 2);
      EXPECT_EQ(l.panel.width() > 0, panel);
      EXPECT_EQ(l.viewport.bottom, l.bar.top);
      EXPECT_EQ(l.viewport.right, l.panel.left);
    }
}

struct SimulatedWorkspace : testing::Test {
  Workspace work;
  FakeLive& live;

  SimulatedWorkspace() : live(*new FakeLive) { work.show.reset(&live); }
};

TEST_F(SimulatedWorkspace, TellsTheSizeOfAPixelWhenItHasChangedByAFifth) {
  for (const double size : {1.0, 1.1, 1.19, 1.21, 1.1, 1.02, 1.0, 0.0, double(INFINITY)})
    work.see_pixel(size);
  EXPECT_EQ(live.told, (std::vector<std::string>{"pixel", "pixel", "pixel"}));
}

TEST_F(SimulatedWorkspace, ActiveNodesGiveWayToOtherColours) {
  work.show_active(true);
  EXPECT_TRUE(work.look.active_nodes);
  work.colour_by("speed");
  EXPECT_FALSE(work.look.active_nodes);
  EXPECT_EQ(live.told, (std::vector<std::string>{"states", "no states"}));
}

TEST_F(SimulatedWorkspace, ContactsAreAskedForWhileTheyAreShown) {
  work.show_contacts(true);
  EXPECT_TRUE(work.look.contacts);
  work.show_contacts(false);
  EXPECT_FALSE(work.look.contacts);
  EXPECT_EQ(live.told, (std::vector<std::string>{"contacts", "no contacts"}));
}

}  // namespace
}  // namespace pliant::viewer

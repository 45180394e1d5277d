#include <gtest/gtest.h>

#include "window/camera_control.h"
#include "window/layout.h"

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

}  // namespace
}  // namespace pliant::viewer

#include "render/looks.h"

#include <pliant/material.h>

#include <algorithm>
#include <cmath>

#include "gl_drawing.h"
#include "render/gl/follow.h"
#include "support/meshes.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using namespace render::gl;
using render::Image;
using render::look_of;
using test::pixel;
using test::Pixel;

TEST(Looks, ColoursAreRead) {
  EXPECT_EQ(parse_colour("#aa3322"), 0xaa3322u);
  EXPECT_EQ(parse_colour("#FfF"), 0xffffffu);
  EXPECT_EQ(parse_colour("#a32"), 0xaa3322u);
  for (const char* wrong :
       {"", "#", "aa3322", "#aa332", "#-a332", "#-aa332", "#gg0000", "#aa33221"})
    EXPECT_THROW(parse_colour(wrong), InputError) << wrong;
}

TEST(Looks, EveryMaterialHasItsOwnAndTheSceneChoosesTheColour) {
  const render::Look plain = look_of({}, 0);
  for (const Material& material : materials()) {
    const render::Look look = look_of({.material = material.name}, 0);
    EXPECT_NE(look, plain) << material.name;
    EXPECT_EQ(look.opacity < 1, material.name == "jelly") << material.name;
    const render::Look blue = look_of({.material = material.name, .colour = 0x0000ff}, 0);
    EXPECT_EQ(blue.colour, (Vec3f{0, 0, 1}));
    EXPECT_EQ(blue.gloss, look.gloss);
  }
  EXPECT_NE(look_of({.material = "rubber"}, 0).colour, look_of({.material = "rubber"}, 1).colour);
  EXPECT_EQ(look_of({.material = "liver"}, 0).colour, look_of({.material = "liver"}, 1).colour);
  EXPECT_EQ(look_of({.obstacle = true}, 0), look_of({.obstacle = true}, 3));
}

class LooksDrawn : public test::GlDrawing {
 protected:
  // A ball of radius 1 before a wall that is red on one side of x = 0 and blue on the other.
  LooksDrawn() : sphere_(test::icosphere(4)), shape_(sphere_) {
    for (const double side : {-1.0, 1.0}) {
      Mesh& wall = walls_.emplace_back();
      wall.vertices = {{0, -4, -3}, {side * 6, -4, -3}, {side * 6, 4, -3}, {0, 4, -3}};
      wall.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
      if (side < 0) wall.triangles.cells = {{0, 2, 1}, {0, 3, 2}};
      wall_shapes_.emplace_back(wall);
    }
  }
  View view_with(const render::Look& look) const {
    View view = front_view(shape_, sphere_);
    view.dither = false;
    view.bodies[0].look = look;
    for (std::size_t i = 0; i < 2; ++i)
      view.bodies.push_back({&wall_shapes_[i],
                             walls_[i].vertices,
                             {},
                             look_of({.colour = i == 0 ? 0xff0000u : 0x0000ffu}, 0)});
    return view;
  }

  Mesh sphere_;
  BodyShape shape_;
  std::vector<Mesh> walls_;
  std::vector<BodyShape> wall_shapes_;
};

TEST_F(LooksDrawn, WhatIsBehindJellyIsSeenThroughIt) {
  render::Look jelly = look_of({.material = "jelly", .colour = 0xffffff}, 0);
  jelly.opacity = 0.3f;  // the ball is thick
  const Image clear = draw(view_with(jelly));
  const int y = height / 2;
  const Pixel left = pixel(clear, width / 2 - 25, y), right = pixel(clear, width / 2 + 25, y);
  EXPECT_GT(left.red, left.blue + 25);
  EXPECT_GT(right.blue, right.red + 25);
  render::Look chalk = jelly;
  chalk.opacity = 1;
  const Image closed = draw(view_with(chalk));
  const Pixel a = pixel(closed, width / 2 - 25, y), b = pixel(closed, width / 2 + 25, y);
  EXPECT_LT(std::abs(a.red - a.blue), 25);
  EXPECT_LT(std::abs(b.red - b.blue), 25);
}

TEST_F(LooksDrawn, JellyDoesNotDependOnTheOrderOfItsFaces) {
  Mesh turned = sphere_;
  std::ranges::reverse(turned.triangles.cells);
  const BodyShape other(turned);
  View view = view_with(look_of({.material = "jelly"}, 0));
  const Image first = draw(view);
  view.bodies[0].shape = &other;
  EXPECT_LT(test::changed(first, draw(view)), 40u);
}

TEST_F(LooksDrawn, AFieldHidesTheMaterial) {
  std::vector<float> values(sphere_.vertices.size(), 0.5f);
  View view = view_with(look_of({.material = "jelly"}, 0));
  view.colours = ColourScale{"", 0, 1, 1, ColourMapKind::sequential};
  view.legend = false;
  view.bodies[0].field = {values, FieldPlace::vertices};
  EXPECT_FALSE(is_translucent(view, 0));
  const Image jelly = draw(view);
  view.bodies[0].look = look_of({.material = "liver"}, 0);
  EXPECT_EQ(test::changed(jelly, draw(view)), 0u);
}

// A ball of radius 0.3 m that falls 1 m, bounces and rolls away.
std::vector<Vec3d> falling_centres() {
  std::vector<Vec3d> path;
  double y = 1.3, v = 0;
  for (int i = 0; i < 150; ++i) {
    const double dt = 1.0 / 30;
    v -= 9.81 * dt;
    y += v * dt;
    if (y < 0.3 && v < 0) v = -0.6 * v, y = 0.3;
    path.push_back({0.02 * i, y, 0});
  }
  return path;
}

TEST(FollowingCamera, KeepsABodyNearTheMiddleAtItsSizeAndMovesSmoothly) {
  constexpr double radius = 0.3, aspect = 16.0 / 9;
  FollowingCamera camera(Camera{.yaw = -35, .pitch = 14}, aspect);
  const std::vector<Vec3d> centres = falling_centres();
  const auto outermost = [&](const Vec3d& c) {
    std::vector<Vec3d> points;
    for (int axis = 0; axis < 3; ++axis)
      for (const double side : {-radius, radius}) {
        points.push_back(c);
        points.back()[axis] += side;
      }
    return points;
  };
  for (const Vec3d& c : centres) camera.see(outermost(c));
  camera.plan(1.0 / 30);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const Camera now = camera.at(static_cast<double>(i));
    const double half = now.distance * std::tan(now.angle * 3.14159265 / 360);
    const Vec3d off = centres[i] - now.target;
    EXPECT_LT(std::abs(dot(off, now.up())), 0.45 * half) << i;
    EXPECT_LT(std::abs(dot(off, now.right())), 0.45 * half * aspect) << i;
    EXPECT_GT(radius / half, 0.4) << "too small";
    EXPECT_LT(radius / half, 0.8) << "too large";
    EXPECT_EQ(now.distance, camera.at(0).distance);
  }
  // The body turns round within a picture; the camera takes its time.
  double sharpest = 0, of_body = 0;
  for (std::size_t i = 1; i + 1 < centres.size(); ++i) {
    const auto k = static_cast<double>(i);
    sharpest = std::max(sharpest, length(camera.at(k + 1).target - camera.at(k).target * 2 +
                                         camera.at(k - 1).target));
    of_body = std::max(of_body, length(centres[i + 1] - centres[i] * 2 + centres[i - 1]));
  }
  EXPECT_LT(sharpest, 0.5 * of_body);
}

TEST(FollowingCamera, StandsStillBeforeABodyThatOnlyTrembles) {
  FollowingCamera camera(Camera{}, 1.5);
  for (int i = 0; i < 90; ++i) {
    const double y = 0.02 * std::sin(0.9 * i);
    camera.see(std::vector<Vec3d>{{-1, y, -1}, {1, y, 1}, {0, 1 + y, 0}, {0, y - 1, 0}});
  }
  camera.plan(1.0 / 30);
  for (int i = 0; i < 90; ++i)
    EXPECT_LT(length(camera.at(i).target - camera.at(0).target), 0.012) << i;
}

}  // namespace
}  // namespace pliant

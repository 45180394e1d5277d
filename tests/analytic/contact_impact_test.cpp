#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/touching_world.h"

// Fast blows: a golf ball on a plate, and what energy they leave.

namespace pliant {
namespace {

using namespace test;

constexpr double diameter = 0.0427, young = 1e7, poisson = 0.45, density = 1150;

struct Restitution {
  double speed;   // over that of before
  double time;    // s, that it touches
  double flat;    // least height over the diameter
  double energy;  // the largest over that of before
  double left;    // at the end, likewise
};

Restitution golf(double cells, double step_part, double speed = 67) {
  const Mesh mesh = make_shape("sphere", {{"radius", diameter / 2}, {"cells", cells}});
  const Body body =
      make_solid(TetMesh(mesh), SolidLaw::elastic, make_material(young, poisson, density, 0));
  const Body plate = pinned(moved(
      block({0.12, 0.01, 0.12}, 6, make_material(young, poisson, density, 0)), {0, -0.01, 0}));
  double lowest = 0;
  for (const Vec3d& x : body.vertices) lowest = std::min(lowest, x.y);
  TouchingWorld world({moved(body, {0, -lowest + 0.001, 0}), plate}, without_gravity(),
                      frictionless(0, 0.05 * diameter / cells));
  world.state.set_time_step(step_part * world.state.time_step());
  throw_body(world.state.body(0), {0, -speed, 0});
  const double energy = world.state.energy().total(), look = 1e-5;
  Restitution out{0, 0, 1, 1, 0};
  double begin = -1, end = -1;
  for (int i = 0; i < 600 && (end < 0 || world.state.time() < end + 2e-4); ++i) {
    world.run(look);
    double low = 1, high = 0;
    for (const Vec3d& x : world.state.body(0).positions())
      low = std::min(low, x.y), high = std::max(high, x.y);
    out.flat = std::min(out.flat, (high - low) / diameter);
    if (!world.state.contact_points().empty()) {
      if (begin < 0) begin = world.state.time();
      end = world.state.time();
    }
    const double now = world.state.energy().total() / energy;
    out.energy = std::max(out.energy, now);
    out.left = now;
  }
  EXPECT_EQ(intersections(world.state), 0u);
  out.time = end - begin;
  out.speed = mean_velocity(world.state.body(0)).y / speed;
  return out;
}

// Without damping: half of what it loses in velocity it has in its swings. No closed form holds
// where it is pressed to half its height; meshes and steps agree, momentum and energy are kept.
TEST(GolfBall, RestitutionConvergesAndEnergyIsKept) {
  const Restitution coarse = golf(4, 1), fine = golf(6, 1), short_steps = golf(4, 0.5);
  EXPECT_NEAR(fine.speed, 0.70, 0.02);
  EXPECT_NEAR(coarse.speed, fine.speed, 0.02);
  EXPECT_NEAR(short_steps.speed, coarse.speed, 0.01);
  EXPECT_NEAR(coarse.time, fine.time, 0.03 * fine.time);
  for (const Restitution& r : {coarse, fine, short_steps}) {
    EXPECT_LT(r.flat, 0.55);
    EXPECT_LT(r.energy, 1.002);
    EXPECT_GT(r.left, 0.97);
  }
  if (long_tests()) {
    EXPECT_NEAR(golf(8, 1).speed, fine.speed, 0.015);
  }
}

// The same ball on a floor that keeps vertices out one by one and takes their speed: no skin, no
// pairs, no steps in parts.
double rebound_from_floor(double cells, double speed) {
  const Mesh mesh = make_shape("sphere", {{"radius", diameter / 2}, {"cells", cells}});
  const Body body =
      make_solid(TetMesh(mesh), SolidLaw::elastic, make_material(young, poisson, density, 0));
  double lowest = 0;
  for (const Vec3d& x : body.vertices) lowest = std::min(lowest, x.y);
  const Model model(moved(body, {0, -lowest + 1e-4, 0}), in_double);
  Dynamics d = without_gravity();
  d.obstacles = {{Floor{}}};
  State state(model, d);
  state.set_time_step(0.5 * state.time_step());
  throw_body(state, {0, -speed, 0});
  advance(model, state, 1.5e-3);
  return mean_velocity(state).y / speed;
}

TEST(GolfBall, RestitutionIsThatOfAFloorForVertices) {
  const double touching = golf(6, 1).speed;
  const double coarse = rebound_from_floor(6, 67), fine = rebound_from_floor(9, 67);
  EXPECT_NEAR(touching, fine, 0.03);
  // What vertices lose on the floor is the less the lighter they are.
  EXPECT_NEAR(coarse, fine, 0.03);
}

// Cubes that hit each other squarely: all corners of two faces come into the skin in one step,
// anywhere in it.
TEST(Impact, BringsNoEnergyWhereNothingDamps) {
  const Body cube = block({0.1, 0.1, 0.1}, 4, make_material(2e4, 0.3, 1000, 0));
  for (const double gap : {0.0, 0.2, 0.4, 0.6, 0.8})
    for (const double speed : {0.02, 0.1, 0.5}) {
      State alone(Model(cube, in_double), without_gravity());
      const double step_length = 0.5 * alone.time_step();  // so that bodies alone keep theirs
      TouchingWorld world({cube, moved(cube, {0.104 + step_length * speed * gap, 0, 0})},
                          without_gravity(), frictionless());
      world.state.set_time_step(step_length);
      throw_body(world.state.body(0), {speed, 0, 0});
      const double energy = world.state.energy().total();
      double most = energy;
      const double time = 0.002 / speed + 0.08;
      bool touched = false;
      while (world.state.time() < time) {
        step(world.model, world.state, 2);
        most = std::max(most, world.state.energy().total());
        touched = touched || !world.state.contact_points().empty();
      }
      EXPECT_TRUE(touched);
      EXPECT_LT(most, 1.007 * energy) << speed << " m/s, " << gap;
    }
}

}  // namespace
}  // namespace pliant

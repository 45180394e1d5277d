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
  const Body plate =
      pinned(moved(block({0.12, 0.01, 0.12}, 6, make_material(young, poisson, density, 0)),
                   {0, -0.01, 0}));
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
  const ContactCounts c = world.state.contact_counts();
  std::printf(
      "cells %g, step %g x %g: restitution %g, touches %g s, flat %g, energy %g, left %g; divided "
      "%ld held %ld\n",
      cells, step_part, world.state.time_step(), out.speed, out.time, out.flat, out.energy,
      out.left, long(c.divided_steps), long(c.held_vertices));
  return out;
}

TEST(GolfBall, Look) {
  for (const double cells : {4.0, 6.0, 8.0}) golf(cells, 1);
  for (const double part : {0.5, 0.25}) golf(6, part);
}

// Cubes that hit each other squarely, the worst case: all corners of two faces come into the skin
// in one step.
TEST(Impact, EnergyIsNotGained) {
  for (const double gap : {0.0, 0.2, 0.4, 0.6, 0.8})
    for (const double speed : {0.1, 1.0, 3.0}) {
      const Body cube = block({0.1, 0.1, 0.1}, 4, make_material(2e4, 0.3, 1000, 0));
      TouchingWorld world({cube, moved(cube, {0.104 + 0.002 * speed * gap, 0, 0})},
                          without_gravity(), frictionless());
      throw_body(world.state.body(0), {speed, 0, 0});
      const double energy = world.state.energy().total();
      double most = energy;
      for (int i = 0; i < 100; ++i) {
        step(world.model, world.state, 10);
        most = std::max(most, world.state.energy().total());
      }
      std::printf("speed %g gap %g: %g, end %g\n", speed, gap, most / energy - 1,
                  world.state.energy().total() / energy - 1);
    }
}

}  // namespace
}  // namespace pliant

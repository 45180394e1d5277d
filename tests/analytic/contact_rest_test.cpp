#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/touching_world.h"

// What friction holds stays where it is.

namespace pliant {
namespace {

using namespace test;

// Gravity is tilted instead of the slope, to tan a = `slope`.
Vec3d tilted(double slope) {
  return Vec3d{slope, -1, 0} * (9.81 / std::sqrt(1 + slope * slope));
}

/// A block on a slope that is held, large and soft so that steps are long.
TouchingWorld block_on_slope(double slope, double friction, double young = 1e6) {
  const Material material = make_material(young, 0.3, 1000, 0.02);
  const Body base = pinned(moved(block({4, 0.5, 2}, 4, material), {0, -0.5, 0}));
  const Body cube = moved(block({1, 1, 1}, 1, material), {-0.5, 0.02, 0});
  Dynamics d;
  d.gravity = tilted(slope);
  Contact contact;
  contact.friction = friction;
  contact.self = false;
  return {{base, cube}, d, contact};
}

// At the angle of friction itself it holds, as it slides from a little more on.
TEST(ContactOnASlope, HalfHoldsAtTheAngleOfFrictionAndALittleLessSlides) {
  for (const auto& [friction, holds] : {std::pair(0.5, true), std::pair(0.49, false)}) {
    TouchingWorld world = block_on_slope(0.5, friction);
    world.run(3);
    const Vec3d before = middle(world.state.body(1)), speed = mean_velocity(world.state.body(1));
    world.run(1);
    const double gone = length(middle(world.state.body(1)) - before);
    const double gained = mean_velocity(world.state.body(1)).x - speed.x;
    std::printf("friction %g: gone %g, gained %g, speed %g\n", friction, gone, gained, speed.x);
    if (holds) {
      EXPECT_LT(gone, 1e-6);
    } else {
      EXPECT_NEAR(gained, 9.81 * (0.5 - friction) / std::sqrt(1.25), 0.01);
    }
  }
}

// Minutes, or an hour with PLIANT_LARGE.
TEST(ContactOnASlope, ABlockThatIsHeldDoesNotCreep) {
  TouchingWorld world = block_on_slope(0.45, 0.5);
  world.run(10);
  const std::vector<Vec3d> before = world.state.body(1).positions();
  world.run(long_tests() ? 3600 : 120);
  std::printf("crept %g m, step %g\n", largest_difference(world.state.body(1).positions(), before),
              world.state.time_step());
  EXPECT_LT(largest_difference(world.state.body(1).positions(), before), 1e-6);
}

// Softer ones would bow as a column does: E above ρ g L³ A / (8 I).
TEST(ContactOfAStack, TwentyBlocksStandForAMinute) {
  const std::size_t count = long_tests() ? 20 : 6;
  const double size = 0.5;
  const Body cube =
      block({size, size, size}, 1, make_material(long_tests() ? 2e8 : 2e7, 0.3, 1000, 2e-3));
  std::vector<Body> blocks;
  for (std::size_t i = 0; i < count; ++i)
    blocks.push_back(moved(cube, {0, 1.001 * size * static_cast<double>(i), 0}));
  Dynamics d;
  d.obstacles = {{Floor{{0, -0.001, 0}, {0, 1, 0}}, 0.5}};
  Contact contact;
  contact.self = false;
  TouchingWorld world(blocks, d, contact);
  world.run(long_tests() ? 10 : 5);
  const std::vector<Vec3d> before = world.state.positions();
  for (int i = 0; i < 6; ++i) {
    world.run(long_tests() ? 10 : 1);
    std::printf("%g s: drift %g m, kinetic %g\n", world.state.time(),
                largest_difference(world.state.positions(), before), world.state.kinetic_energy());
  }
  EXPECT_LT(largest_difference(world.state.positions(), before), 1e-5);
  EXPECT_EQ(intersections(world.state), 0u);
}

}  // namespace
}  // namespace pliant

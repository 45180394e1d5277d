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

// Laid on a gentle slope that is tilted further, to tan a = 0.5. At the angle of friction it holds,
// with a little less friction it slides (how fast: TouchingBodies.FrictionHoldsOnASlopeOrDoesNot).
TEST(ContactOnASlope, HalfIsTheAngleOfFriction) {
  for (const double friction : {0.5, 0.49}) {
    TouchingWorld world = block_on_slope(0.3, friction);
    world.run(3);
    for (int i = 1; i <= 100; ++i) {
      Dynamics d;
      d.time_step = world.state.time_step();
      d.gravity = tilted(0.3 + 0.002 * i);
      world.state.set_dynamics(d);
      world.run(0.02);
    }
    world.run(1);
    const Vec3d before = middle(world.state.body(1));
    world.run(2);
    const double gone = length(middle(world.state.body(1)) - before);  // of a block of 1 m
    if (friction == 0.5) {
      EXPECT_LT(gone, 3e-5);
    } else {
      EXPECT_GT(gone, 0.1);
    }
  }
}

// Minutes, or an hour with PLIANT_LARGE.
TEST(ContactOnASlope, ABlockThatIsHeldDoesNotCreep) {
  TouchingWorld world = block_on_slope(0.45, 0.5);
  world.run(10);
  const std::vector<Vec3d> before = world.state.body(1).positions();
  world.run(long_tests() ? 3600 : 120);
  EXPECT_LT(largest_difference(world.state.body(1).positions(), before), 1e-6);
}

// Each block lies on the one below, all on a plate that is held. Flat ones: a column that is
// softer than its own weight allows would fall over.
TEST(ContactStack, TwentyBlocksRestWithoutDrift) {
  constexpr int count = 20;
  const Material material = make_material(1e7, 0.3, 1000, 0.05);
  const Body flat = block({0.3, 0.1, 0.3}, 1, material);
  std::vector<Body> bodies{pinned(moved(block({0.9, 0.1, 0.9}, 3, material), {0, -0.1, 0}))};
  for (int i = 0; i < count; ++i)
    bodies.push_back(moved(flat, {0.002 * (i % 3), 0.0155 + 0.1155 * i, 0.002 * (i % 2)}));
  Contact contact;
  contact.self = false;
  TouchingWorld world(bodies, {}, contact);
  const auto damp = [&](double rate) {
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      Dynamics d = world.state.body(b).dynamics();
      d.damping = rate;
      world.state.body(b).set_dynamics(d);
    }
  };
  damp(5);  // it would sway for minutes, as long elastic things do
  world.run(8);
  damp(0);
  world.run(2);
  const std::vector<Vec3d> before = world.state.positions();
  world.run(long_tests() ? 60 : 2);
  EXPECT_LT(largest_difference(world.state.positions(), before), 1e-5) << "m, of 2 m";
  EXPECT_EQ(intersections(world.state), 0u);
  const double weight = 9.81 * mass_of(world.state.body(1));
  for (std::size_t i = 1; i <= count; ++i)
    EXPECT_NEAR(world.state.contact_force(i, i - 1).y, double(count + 1 - i) * weight,
                1e-3 * weight * count)
        << "block " << i;
}

}  // namespace
}  // namespace pliant

#include <gtest/gtest.h>
#include <pliant/diverged.h>
#include <pliant/error.h>

#include "support/touching_world.h"

// Large steps of bodies that touch: nothing passes through, momentum is kept, Coulomb's friction
// holds, and stacks stand.

namespace pliant {
namespace {

using namespace test;

const Material soft = make_material(2e4, 0.4, 1000, 2e-3);

Dynamics in_large_steps(double step = 1.0 / 60, double tolerance = 1e-7) {
  Dynamics d;
  d.time_step = step;
  d.large_steps = LargeSteps{.tolerance = tolerance};
  return d;
}

/// Takes steps one by one; nothing intersects after any.
void run(TouchingWorld& world, int steps) {
  for (int i = 0; i < steps; ++i) {
    step(world.model, world.state);
    ASSERT_EQ(intersections(world.state), 0u) << "after step " << i;
  }
}

TEST(TouchingLargeSteps, AFallingCubeLandsOnAnother) {
  for (const ModelOptions& options : {in_single, in_double}) {
    const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
    Dynamics d = in_large_steps(1.0 / 60, 1e-5);
    d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
    TouchingWorld world({moved(cube, {0, 0.001, 0}), moved(cube, {0.011, 0.15, 0.007})}, d, {},
                        options);
    run(world, 60);
    EXPECT_NEAR(middle(world.state.body(1)).y, 0.15, 0.02);
    const double weight = mass_of(world.state.body(1)) * 9.81;
    EXPECT_NEAR(world.state.contact_force(1, 0).y / weight, 1, 0.02);
    EXPECT_LT(world.state.kinetic_energy(), 1e-3);
  }
}

// However fast they are: three times their size in a step.
TEST(TouchingLargeSteps, FastBodiesDoNotPass) {
  const Body cube = block({0.1, 0.1, 0.1}, 3, make_material(1e6, 0.3, 1000, 1e-3));
  Dynamics d = in_large_steps();
  d.gravity = {};
  TouchingWorld world({cube, moved(cube, {0.3, 0.013, 0.007})}, d);
  world.state.body(1).set_velocities(std::vector<Vec3d>(cube.vertices.size(), Vec3d{-20, 0, 0}));
  const Vec3d before = world.state.momentum();
  run(world, 6);
  EXPECT_LT(middle(world.state.body(0)).x, middle(world.state.body(1)).x);
  EXPECT_LT(mean_velocity(world.state.body(0)).x, -1);
  EXPECT_NEAR(length(world.state.momentum() - before) / length(before), 0, 1e-6);
}

// A block on a plank that is tilted: it stays where friction holds it, without creeping, and slides
// as a block does where that does not.
TEST(TouchingLargeSteps, FrictionHoldsAsCoulombSays) {
  const double slope = 0.4, g = 9.81;
  const Material stiff = make_material(1e6, 0.3, 1000, 1e-3);
  const Body plank = pinned(block({0.5, 0.05, 0.3}, 6, stiff));
  const Body brick = moved(block({0.1, 0.05, 0.1}, 3, stiff), {0, 0.056, 0.011});
  for (const double friction : {0.2, 0.6}) {
    Dynamics d = in_large_steps();
    d.gravity = Vec3d{std::sin(slope), -std::cos(slope), 0} * g;
    Contact contact;
    contact.friction = friction;
    TouchingWorld world({plank, brick}, d, contact);
    run(world, 12);  // it has landed
    const double from = middle(world.state.body(1)).x;
    const double speed = mean_velocity(world.state.body(1)).x;
    const int steps = 24;
    run(world, steps);
    const double t = steps / 60.0, way = middle(world.state.body(1)).x - from;
    const double pull = g * (std::sin(slope) - friction * std::cos(slope));
    if (pull > 0)
      EXPECT_NEAR(way, speed * t + 0.5 * pull * t * t, 0.1 * way);
    else
      EXPECT_NEAR(way, 0, 2e-4);
  }
}

TEST(TouchingLargeSteps, HaveTheSameBitsOnAnyNumberOfThreadsAndAfterRestoring) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 5}) {
    const WithThreads with(threads);
    const Body cube = block({0.1, 0.1, 0.1}, 3, soft);
    Dynamics d = in_large_steps(1.0 / 60, 1e-5);
    d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
    TouchingWorld world({moved(cube, {0, 0.001, 0}), moved(cube, {0.011, 0.12, 0.007})}, d);
    step(world.model, world.state, 8);
    const std::vector<std::byte> saved = world.state.save();
    step(world.model, world.state, 4);
    hashes.push_back(world.state.hash());
    world.state.restore(saved);
    step(world.model, world.state, 4);
    hashes.push_back(world.state.hash());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

// What is driven through something that is held comes to no end, which is told; all are as before.
TEST(TouchingLargeSteps, SayWhereAStepComesToNoEnd) {
  const Body cube = block({0.1, 0.1, 0.1}, 2, soft);
  TouchingWorld world({pinned(cube), moved(cube, {0, 0.2, 0})}, in_large_steps());
  std::vector<Index> all(cube.vertices.size());
  std::iota(all.begin(), all.end(), Index{0});
  world.state.body(1).add_drive({.vertices = all, .path = [](double t) {
                                   return Pose{.shift = {0, -3000 * t, 0}};
                                 }});
  const std::vector<Vec3d> before = world.state.positions();
  try {
    step(world.model, world.state);
    FAIL() << "it went through";
  } catch (const Diverged& e) {
    EXPECT_NE(std::string(e.what()).find("large step"), std::string::npos);
    EXPECT_LT(e.vertex(), cube.vertices.size());
    EXPECT_FALSE(e.law().empty());
  }
  EXPECT_EQ(world.state.positions(), before);
  EXPECT_EQ(world.state.time(), 0);
}

// What comes against a block takes it along, and so does by its friction what moves under it.
TEST(TouchingLargeSteps, MovingObstaclesPushAndDrag) {
  const Vec3d velocity{0.5, 0, 0};
  const Body cube = block({0.1, 0.1, 0.1}, 2, make_material(1e5, 0.3, 1000, 1e-3));
  for (const bool drags : {false, true}) {
    Dynamics d = in_large_steps(1.0 / 60, 1e-6);
    const Vec3d at = drags ? Vec3d{0, -0.076, 0} : Vec3d{-0.16, 0, 0};
    const Vec3d size = drags ? Vec3d{0.8, 0.05, 0.3} : Vec3d{0.1, 0.3, 0.3};
    d.gravity = {0, drags ? -9.81 : 0, 0};
    Obstacle obstacle = touched(box_to_touch(size, at), 0.5);
    obstacle.velocity = velocity;
    d.obstacles = {obstacle};
    TouchingWorld world({cube}, d);
    const double from = middle(world.state).x;
    run(world, 24);
    const double t = 24.0 / 60, g = 9.81;
    const double speed = mean_velocity(world.state).x;
    if (drags) {
      // It is as fast after friction has worked for so long.
      EXPECT_NEAR(speed, velocity.x, 0.03 * velocity.x);
      const double late = 0.5 * velocity.x / (0.5 * g);
      EXPECT_NEAR(middle(world.state).x - from, velocity.x * (t - late), 0.02);
    } else {
      // It bounces off, but not faster than without any loss, and is nowhere behind the front.
      EXPECT_GT(speed, 0.99 * velocity.x);
      EXPECT_LT(speed, 2 * velocity.x);
      double back = 1;
      for (const Vec3d& x : world.state.positions()) back = std::min(back, x.x);
      EXPECT_GT(back, -0.11 + velocity.x * t);
    }
  }
}

TEST(TouchingLargeSteps, SayWhoCannotTouch) {
  const Body cube = block({0.1, 0.1, 0.1}, 2, soft);
  TouchingWorld world({cube, moved(cube, {0, 0.2, 0})}, in_large_steps());
  Dynamics short_ones;
  short_ones.time_step = 1.0 / 60;
  world.state.body(0).set_dynamics(short_ones);
  EXPECT_THROW(step(world.model, world.state), InputError);
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/error.h>

#include "support/touching_world.h"

// Obstacles that are surfaces touch bodies with faces and edges: still and moving, thin and sharp,
// squeezing, put somewhere else, saved.

namespace pliant {
namespace {

using namespace test;
using testing::AllOf;
using testing::HasSubstr;

const Material soft = make_material(2e4, 0.35, 1000, 5e-3);

Dynamics with(const Obstacle& obstacle) {
  Dynamics d;
  d.obstacles = {obstacle};
  return d;
}
std::string problem_of(const auto& what) {
  try {
    what();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}
const Obstacle& obstacle_of(const State& world) {
  return world.body(0).dynamics().obstacles[0];
}

// Between its vertices a coarse cube meets an edge: where vertices alone were kept out it would
// sink in until one of them came.
TEST(TouchedObstacles, ACoarseCubeLiesOnASharpEdgeBetweenItsVertices) {
  const Body cube =
      moved(block({0.2, 0.2, 0.2}, 1, make_material(1e5, 0.3, 1000, 0.01)), {0, 0.01, 0});
  // A wall 1 mm thick, up to y = 0, on whose edge the middle of the cube's face comes to lie.
  TouchingWorld world({cube}, with(touched(box_to_touch({0.001, 0.4, 0.6}, {0, -0.2, 0.05}))));
  const double weight = 9.81 * mass_of(world.state);
  for (int i = 0; i < 20; ++i) {
    world.run(0.02);
    ASSERT_EQ(crossings(world.state), 0u) << world.state.time();
  }
  Vec3d carried;
  for (const ContactPoint& p : world.state.contact_points()) {
    EXPECT_EQ(p.bodies, (std::array<std::size_t, 2>{0, 1}));
    carried += p.force;
  }
  EXPECT_NEAR(carried.y, weight, 0.1 * weight);
}

/// Over some time in which a body swings on its skin twice.
struct Mean {
  double place = 0;  // m, along the slope
  Vec3d carried;     // N
};
Mean mean_of_swings(TouchingWorld& world) {
  constexpr int looks = 60;
  const auto steps = std::llround(0.6 / looks / world.state.time_step());
  Mean mean;
  for (int i = 0; i < looks; ++i) {
    step(world.model, world.state, steps);
    mean.place += middle(world.state).x / looks;
    for (const ContactPoint& p : world.state.contact_points()) mean.carried += p.force / looks;
  }
  return mean;
}

TEST(TouchedObstacles, ATableCarriesTheWeightAndHoldsBySlope) {
  for (const double friction : {0.4, 0.6}) {
    SCOPED_TRACE(friction);
    Dynamics d = with(touched(box_to_touch({1, 0.1, 1}, {0, -0.05, 0}), friction));
    d.gravity = Vec3d{0.5, -1, 0} * (9.81 / std::sqrt(1.25));  // tan a = 0.5
    TouchingWorld world({moved(block({0.1, 0.1, 0.1}, 2, soft), {0, 0.003, 0})}, d);
    world.run(friction > 0.5 ? 6 : 0.2);  // until it hardly swings
    const Mean before = mean_of_swings(world);
    if (friction > 0.5) {
      const Mean after = mean_of_swings(world);
      EXPECT_LT(std::abs(after.place - before.place), 1e-5);
    } else {
      EXPECT_GT(middle(world.state).x - before.place, 0.01);
    }
    const double weight = 9.81 * mass_of(world.state);
    EXPECT_NEAR(before.carried.y, weight / std::sqrt(1.25), 0.02 * weight);
  }
}

// A thin blade comes down at a speed at which it would be through in a step, and presses the body
// on a floor that does not give way either.
TEST(TouchedObstacles, ABladeThatMovesNeverPassesAndLagsBehindWhereItCannot) {
  for (const double speed : {2.0, 200.0}) {
    SCOPED_TRACE(speed);
    Obstacle blade = touched(box_to_touch({0.002, 0.2, 0.4}, {0.003, 0.35, 0}));
    blade.velocity = {0, -speed, 0};
    Dynamics d = with(blade);
    d.obstacles.push_back({Floor{}});
    d.time_step = 2.5e-4;
    TouchingWorld world({moved(block({0.2, 0.2, 0.2}, 4, soft), {0, 0.002, 0})}, d);
    for (int i = 0; i < 30; ++i) {
      step(world.model, world.state, 10);
      ASSERT_EQ(crossings(world.state), 0u) << world.state.time();
    }
    const Mesh there = surface_of(obstacle_of(world.state), world.state.time());
    double lowest = 1;
    for (const Vec3d& x : there.vertices) lowest = std::min(lowest, x.y);
    EXPECT_LT(lowest, 0.2) << "it has come down";
    if (speed == 200) {
      EXPECT_GT(lowest, -0.01) << "it waits above the floor, as it cannot go on";
    }
  }
}

TEST(TouchedObstacles, OneThatMovesTakesAlongWhatLiesOnIt) {
  Obstacle table = touched(box_to_touch({1, 0.1, 1}, {0, -0.05, 0}), 0.8);
  table.velocity = {0.3, 0, 0};
  TouchingWorld world({moved(block({0.1, 0.1, 0.1}, 2, soft), {0, 0.002, 0}),
                       moved(block({0.1, 0.1, 0.1}, 2, soft), {0, 0.004, 0.2})},
                      with(table));
  world.run(3);
  for (std::size_t b = 0; b < 2; ++b) EXPECT_NEAR(mean_velocity(world.state.body(b)).x, 0.3, 0.01);
}

TEST(TouchedObstacles, OneThatIsPutIntoABodyIsRefusedAndElsewhereIsNot) {
  const ClosedSurface cube = box_to_touch({0.05, 0.05, 0.05}, {});
  TouchingWorld world({block({0.1, 0.1, 0.1}, 2, soft)}, with(touched(cube.moved({0.5, 0, 0}))));
  world.run(0.01);
  world.state.set_obstacles(std::vector{touched(cube.moved({-0.5, 0, 0}))});
  world.run(0.01);
  world.state.set_obstacles(std::vector{touched(cube.moved({0.05, 0, 0}))});
  EXPECT_THAT(problem_of([&] { world.run(0.01); }),
              AllOf(HasSubstr("moved by more than its size"), HasSubstr("crosses the body")));
}

TEST(TouchedObstacles, WhatContactCannotMeetIsRefused) {
  const Body cube = block({0.1, 0.1, 0.1}, 2, soft);
  const Model model(cube, in_double);
  const ClosedSurface surface = box_to_touch({1, 0.1, 1}, {0, -0.1, 0});
  Obstacle obstacle = touched(surface);
  obstacle.shape = Ball{};
  EXPECT_THAT(problem_of([&] { State(model, with(obstacle)); }), HasSubstr("no surface"));
  obstacle = touched(surface);
  obstacle.bounce = 0.5;
  EXPECT_THAT(problem_of([&] { State(model, with(obstacle)); }), HasSubstr("no bounce"));
  State alone(model, with(touched(surface)));
  EXPECT_THAT(problem_of([&] { step(model, alone, 1); }), HasSubstr("contact"));
  EXPECT_THAT(problem_of([&] { alone.set_contact(Contact{.without = {0}}); }),
              HasSubstr("left out"));
  State inside(model, with(touched(box_to_touch({0.05, 0.3, 0.05}, {}))));
  EXPECT_THAT(problem_of([&] { inside.set_contact(Contact{}); }),
              AllOf(HasSubstr("an obstacle of the body"), HasSubstr("intersect")));
}

TEST(TouchedObstacles, SavedStatesGoOnWithTheSameBits) {
  Obstacle table = touched(box_to_touch({1, 0.1, 1}, {0, -0.05, 0}), 0.8);
  table.velocity = {0.1, 0.02, 0};
  TouchingWorld world({moved(block({0.1, 0.1, 0.1}, 2, soft), {0, 0.002, 0}),
                       moved(block({0.1, 0.1, 0.1}, 2, soft), {0.02, 0.106, 0})},
                      with(table));
  step(world.model, world.state, 500);
  State other(world.model);
  other.restore(world.state.save());
  step(world.model, world.state, 500);
  step(world.model, other, 500);
  EXPECT_EQ(other.positions(), world.state.positions());
}

}  // namespace
}  // namespace pliant

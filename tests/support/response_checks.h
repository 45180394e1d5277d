#pragma once

#include "support/obstacle_checks.h"

// What obstacles must do that give a new position, velocity or acceleration, on every backend.

namespace pliant::test {

inline constexpr Response all_responses[] = {Response::constraint, Response::impulse,
                                             Response::penalty};

inline std::string describe(Response response, Integrator integrator) {
  constexpr const char* words[] = {"constraint", "impulse", "penalty"};
  return std::string(words[static_cast<int>(response)]) + ", " + std::string(name(integrator));
}

inline Dynamics dynamics_with(Integrator integrator, const Obstacle& obstacle) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 1e-3;
  d.gravity = {0, -10, 0};
  d.obstacles = {obstacle};
  return d;
}

/// The place of the first of two points of a kilogram after so many seconds.
inline Vec3d point_after(const Model& model, const Dynamics& d, double seconds) {
  State state(model, d);
  step(model, state, std::llround(seconds / d.time_step));
  EXPECT_LT(length(state.velocities()[0] - d.obstacles[0].velocity), 0.02);
  return state.positions()[0];
}

/// A point that falls on a floor lies there: gravity over stiffness deep on a penalty, else on its
/// surface. It goes along with a floor that rises.
inline void check_points_lie(const ModelOptions& options) {
  const Model model(points({{0, 0.1, 0}, {3, 0.1, 0}}), options);
  const double near = options.precision == Precision::single_precision ? 1e-4 : 2e-5;
  for (const Response response : all_responses)
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(describe(response, integrator));
      const double stiffness = 1e4, depth = response == Response::penalty ? 10 / stiffness : 0;
      Obstacle floor{.shape = Floor{}, .response = response, .stiffness = stiffness};
      EXPECT_NEAR(point_after(model, dynamics_with(integrator, floor), 1).y, -depth, 5e-6);
      floor.velocity = {0, 0.5, 0};
      EXPECT_NEAR(point_after(model, dynamics_with(integrator, floor), 1).y, 0.5 - depth, near);
    }
}

/// Below the angle of friction a point stays, beyond it slides with g (sin a - mu cos a).
inline void check_points_slide(const ModelOptions& options) {
  const Model model(points({{0, 0, 0}, {3, 0, 0}}), options);
  for (const Response response : all_responses)
    for (const Integrator integrator : integrators())
      for (const double slope : {0.2, 0.5}) {
        SCOPED_TRACE(describe(response, integrator) + ", slope " + std::to_string(slope));
        Dynamics d =
            dynamics_with(integrator, {.shape = Floor{}, .friction = 0.3, .response = response});
        d.gravity = {10 * slope, -10, 0};
        State state(model, d);
        step(model, state, 300);
        const Vec3d x = state.positions()[0], v = state.velocities()[0];
        step(model, state, 300);
        const double gained = state.velocities()[0].x - v.x;
        EXPECT_NEAR(gained, 0.3 * 10 * std::max(0.0, slope - 0.3), 0.01);
        if (slope < 0.3) {
          EXPECT_LT(std::abs(state.positions()[0].x - x.x), 2e-3);
        }
      }
}

/// After an impact a point reaches about the square of the bounce times the height before.
inline void check_points_bounce(const ModelOptions& options) {
  const Model model(points({{0, 1, 0}, {3, 1, 0}}), options);
  for (const Response response : {Response::impulse, Response::penalty})
    for (const Integrator integrator : integrators())
      for (const double bounce : {0.0, 0.5, 0.9, 1.0}) {
        SCOPED_TRACE(describe(response, integrator) + ", bounce " + std::to_string(bounce));
        State state(
            model,
            dynamics_with(integrator, {.shape = Floor{}, .bounce = bounce, .response = response}));
        step(model, state, 470);  // it has met the floor after 447
        double highest = 0;
        for (int i = 0; i < 500; ++i) {
          step(model, state);
          highest = std::max(highest, state.positions()[0].y);
        }
        EXPECT_NEAR(highest, bounce * bounce, response == Response::impulse ? 0.02 : 0.07);
      }
}

/// A block comes to rest on a penalty: what all its vertices get is its weight.
inline void check_block_on_a_penalty(const ModelOptions& options) {
  const Body body = soft_cube(2, 1e-3);
  const Model model(body, options);
  double low = 1e300, weight = 0;
  for (const Vec3d& x : body.vertices) low = std::min(low, x.y);
  for (const double mass : body.masses) weight += mass * 9.81;
  const double stiffness = 4000;
  Dynamics d;
  d.damping = 5;
  d.obstacles = {
      {.shape = Floor{{0, low, 0}}, .response = Response::penalty, .stiffness = stiffness}};
  State state(model, d);
  step(model, state, static_cast<std::int64_t>(4 / state.dynamics().time_step));
  const std::vector<Vec3d> x = state.positions();
  double borne = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    borne += body.masses[i] * stiffness * std::max(0.0, low - x[i].y);
  // The damping of its approach sees what gravity adds to the velocity in half a step.
  EXPECT_NEAR(borne, weight, 0.02 * weight);
}

/// How deep the deepest vertex is in a ball, m.
inline double deepest_in(const Ball& ball, const State& state) {
  double depth = 0;
  for (const Vec3d& x : state.positions())
    depth = std::max(depth, ball.radius - length(x - ball.centre));
  return depth;
}

/// A block on a table, which a ball is pushed into from above and left there.
struct PushedBlock {
  static constexpr double speed = 0.5, way = 0.15, radius = 0.4;  // m/s, m

  PushedBlock(const Model& model, const Body& body, Response response, Integrator integrator)
      : dynamics(), state(model) {
    double low = 1e300, top = -1e300;
    for (const Vec3d& x : body.vertices) {
      low = std::min(low, x.y);
      top = std::max(top, x.y);
    }
    dynamics.integrator = integrator;
    dynamics.damping = 1;
    dynamics.time_step = 0.3 * stable_step(model, dynamics);
    dynamics.obstacles = {{.shape = Ball{{0, top + radius, 0}, radius},
                           .friction = 0.3,
                           .response = response,
                           .velocity = {0, -speed, 0}},
                          {.shape = Floor{{0, low, 0}}, .friction = 0.3}};
    state.set_dynamics(dynamics);
  }
  void push() { step(state.model(), state, steps(way / speed)); }
  Ball hold() {
    Obstacle& obstacle = dynamics.obstacles[0];
    Ball& ball = std::get<Ball>(obstacle.shape);
    ball.centre += obstacle.velocity * state.time();
    obstacle.velocity = {};
    state.set_obstacles(dynamics.obstacles);
    step(state.model(), state, steps(0.3));
    return ball;
  }
  std::int64_t steps(double seconds) const { return std::llround(seconds / dynamics.time_step); }

  Dynamics dynamics;
  State state;
};

inline void check_pushed_block(const ModelOptions& options) {
  const Body body = soft_cube(4, 2e-3);
  const Model model(body, options);
  for (const Response response : all_responses)
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(describe(response, integrator));
      PushedBlock block(model, body, response, integrator);
      block.push();
      const double depth = deepest_in(block.hold(), block.state);
      const double most[] = {1e-5, 2e-3, 0.5 * PushedBlock::way};
      EXPECT_LT(depth, most[static_cast<int>(response)]);
      EXPECT_TRUE(response != Response::penalty || depth > 1e-5) << depth;
    }
}

inline void check_responses_as_on_the_cpu(const ModelOptions& options) {
  const Body body = soft_cube(4, 2e-3);
  const Model reference(body, {options.precision, ""}), model(body, options);
  const double near = options.precision == Precision::single_precision
                          ? 1e-4
                          : 1e-6;  // rounding tells who just touches
  for (const Response response : all_responses)
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(describe(response, integrator));
      PushedBlock expected(reference, body, response, integrator);
      PushedBlock block(model, body, response, integrator);
      block.dynamics.time_step = expected.dynamics.time_step;
      block.state.set_dynamics(block.dynamics);
      // Not longer: an impulse brings depths below rounding, which then tells what is inside.
      for (PushedBlock* b : {&expected, &block}) step(b->state.model(), b->state, 30);
      EXPECT_LT(largest_difference(expected.state.positions(), block.state.positions()), near);
    }
}

}  // namespace pliant::test

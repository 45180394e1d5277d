#pragma once

#include <gtest/gtest.h>
#include <pliant/advance.h>
#include <pliant/diverged.h>

#include <numeric>

#include "support/gpu.h"
#include "support/touching.h"

// Bodies that touch on a card, and beside others on the processor.

namespace pliant::test {

/// Bodies with models of their own, by turns with the first and the second options.
inline State mixed_world(const std::vector<Body>& bodies, const Dynamics& dynamics,
                         const ModelOptions& first, const ModelOptions& second) {
  std::vector<State> states;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    states.emplace_back(Model(bodies[b], b % 2 == 0 ? first : second), dynamics);
  return State::joined(std::move(states));
}

inline Vec3d middle_of(std::span<const Vec3d> x) {
  return std::accumulate(x.begin(), x.end(), Vec3d{}) / static_cast<double>(x.size());
}

inline Material of_touching_blocks() {
  return make_material(2e4, 0.4, 1000, 2e-3);
}

/// Two cubes, the lower one on the floor, the other one above it and a little aside.
inline std::vector<Body> falling_cubes() {
  const Body cube = block({0.1, 0.1, 0.1}, 3, of_touching_blocks());
  return {moved(cube, {0, 0.001, 0}), moved(cube, {0.011, 0.106, 0.007})};
}
inline Dynamics on_the_floor(Integrator integrator) {
  Dynamics d;
  d.integrator = integrator;
  d.obstacles = {{Floor{{0, 0, 0}, {0, 1, 0}}, 0.5}};
  d.time_step = 2e-4;
  return d;
}

/// A cube lands on another, which carries it; as on the processor.
inline void check_landing(const ModelOptions& options, const ModelOptions& other) {
  const std::vector<Body> bodies = falling_cubes();
  const Dynamics d = on_the_floor(Integrator::euler_cromer);
  State world = mixed_world(bodies, d, options, other);
  State expected = mixed_world(bodies, d, {options.precision, ""}, {other.precision, ""});
  const Model model = world.model(), expected_model = expected.model();
  for (State* state : {&world, &expected}) state->set_contact(Contact{});
  const auto apart = [&] { return largest_difference(world.positions(), expected.positions()); };
  const bool single = options.precision == Precision::single_precision;
  for (int i = 0; i < 10; ++i) {
    step(model, world, 300);
    step(expected_model, expected, 300);
    ASSERT_EQ(intersections(world), 0u) << "at " << world.time();
    if (i == 0) {
      EXPECT_LT(apart(), single ? 1e-4 : 1e-9);
    }
  }
  EXPECT_GT(world.contact_points().size(), 3u);
  EXPECT_LT(apart(), single ? 2e-3 : 1e-3);
  const double weight =
      std::accumulate(bodies[1].masses.begin(), bodies[1].masses.end(), 0.0) * 9.81;
  // It still swings a little: in the mean.
  constexpr int looks = 60;
  double up = 0, down = 0;
  for (int i = 0; i < looks; ++i) {
    step(model, world, 10);
    up += world.contact_force(1, 0).y / looks;
    down += world.contact_force(0, 1).y / looks;
  }
  EXPECT_NEAR(up, weight, 0.05 * weight);
  EXPECT_NEAR(down, -weight, 0.05 * weight);
}

inline void check_landings(const ModelOptions& options) {
  check_landing(options, options);
  check_landing(options, {Precision::double_precision, ""});
}

/// A cube lands on a plate that moves, whose faces and edges it touches, and is taken along; as on
/// the processor.
inline void check_landing_on_a_surface(const ModelOptions& options) {
  Dynamics d;
  d.time_step = 2e-4;
  d.obstacles = {touched(box_to_touch({0.5, 0.02, 0.06}, {0, -0.01, 0}), 0.8)};
  d.obstacles[0].velocity = {0.1, 0, 0};
  const Body cube = moved(falling_cubes()[0], {0, 0.002, 0});
  const Model model(cube, options), expected_model(cube, {options.precision, ""});
  State body(model, d), expected(expected_model, d);
  for (State* state : {&body, &expected}) state->set_contact(Contact{.self = false});
  for (int i = 0; i < 6; ++i) {
    step(model, body, 300);
    step(expected_model, expected, 300);
    ASSERT_EQ(crossings(body), 0u) << "at " << body.time();
    const double apart = largest_difference(body.positions(), expected.positions());
    EXPECT_LT(apart, options.precision == Precision::single_precision ? 2e-3 : 1e-6);
  }
  EXPECT_GT(body.contact_points().size(), 3u);
  EXPECT_GT(middle_of(body.velocities()).x, 0.05);
}

/// Two cubes that hit each other, with every integrator.
inline void check_collision(const ModelOptions& options) {
  const Body cube = block({0.1, 0.1, 0.1}, 2, make_material(2e4, 0.3, 1000, 0));
  Contact frictionless;
  frictionless.friction = 0;
  frictionless.damping = 0;
  const double near = options.precision == Precision::single_precision ? 1e-5 : 1e-11;
  for (const Integrator integrator : integrators()) {
    Dynamics d;
    d.gravity = {};
    d.integrator = integrator;
    d.time_step = 1e-4;
    const Model model(std::vector<Body>{cube, moved(cube, {0.111, 0.04, 0.03})}, options);
    State world(model, d);
    world.set_contact(frictionless);
    throw_body(world.body(0), {0.3, 0.05, 0});
    throw_body(world.body(1), {-0.3, 0, 0.05});
    const Vec3d momentum = world.momentum();
    const double energy = world.energy().total();
    bool touched = false;
    for (int i = 0; i < 8; ++i) {
      step(model, world, 60);
      touched = touched || !world.contact_points().empty();
      ASSERT_EQ(intersections(world), 0u) << name(integrator);
    }
    EXPECT_TRUE(touched) << name(integrator);
    EXPECT_LT(length(world.momentum() - momentum), near) << name(integrator);
    EXPECT_LT(world.energy().total(), 1.1 * energy) << name(integrator);
    EXPECT_LT(middle_of(world.body(0).velocities()).x, 0.2) << name(integrator);
  }
}

/// The same bits in every run, however the steps are asked for, and after saving.
inline void check_touching_bits(const ModelOptions& options) {
  const auto run = [&](std::int64_t at_a_time, bool saves) {
    const Model model(falling_cubes(), options);
    State world(model, on_the_floor(Integrator::verlet));
    world.set_contact(Contact{});
    for (std::int64_t done = 0; done < 600; done += at_a_time) {
      step(model, world, at_a_time);
      if (!saves) continue;
      State fresh(model, on_the_floor(Integrator::verlet));
      fresh.set_contact(Contact{});
      fresh.restore(world.save());
      world = fresh;
    }
    EXPECT_FALSE(world.contact_points().empty());
    return world.hash();
  };
  const std::uint64_t once = run(600, false);
  EXPECT_EQ(run(600, false), once);
  EXPECT_EQ(run(100, false), once);
  EXPECT_EQ(run(200, true), once);
}

/// Up to ten sizes a step: nothing passes through, whatever has to be divided and held.
inline void check_blows(const ModelOptions& options) {
  const Body cube = block({0.1, 0.1, 0.1}, 2, make_material(2e4, 0.3, 1000, 1e-3));
  const Body plate = block({0.1, 0.01, 0.1}, 8, make_material(1e6, 0.3, 1000, 1e-3));
  for (const double sizes_a_step : {10.0, 0.1, 1e-3}) {
    Dynamics d;
    d.gravity = {};
    State world = mixed_world({cube, moved(plate, {0, 0.15, 0.02}), moved(cube, {0.03, 0.2, 0})}, d,
                              options, {Precision::single_precision, ""});
    world.set_time_step(1e-4);
    world.set_contact(Contact{});
    throw_body(world.body(0), {0, 0.1 * sizes_a_step / 1e-4, 0});
    const Model model = world.model();
    bool torn = false;  // by such a blow; nothing must have passed through before
    for (int n = 0; n < 6 && !torn; ++n) {
      try {
        step(model, world, 4);
      } catch (const Diverged&) {
        torn = true;
      }
      ASSERT_EQ(intersections(world), 0u) << sizes_a_step << ", " << n;
    }
  }
}

/// What sleeps wakes where something hits it.
inline void check_woken_by_touch(const ModelOptions& options) {
  const std::vector<Body> bodies = falling_cubes();
  Dynamics d;
  d.gravity = {};
  d.time_step = 2e-4;
  d.selection = DynamicSelection{};
  const Model model(std::vector<Body>{bodies[0], moved(bodies[1], {0, 0.3, 0})}, options);
  State world(model, d);
  world.set_contact(Contact{});
  throw_body(world.body(1), {0, -1, 0});
  step(model, world, 1200);
  EXPECT_EQ(world.body(0).active_count(), 0u);
  EXPECT_EQ(world.body(0).kinetic_energy(), 0);
  for (int i = 0; i < 10; ++i) {
    step(model, world, 60);
    ASSERT_EQ(intersections(world), 0u);
  }
  EXPECT_GT(world.body(0).active_count(), 0u);
  EXPECT_LT(middle_of(world.body(0).velocities()).y, -0.1);
}

}  // namespace pliant::test

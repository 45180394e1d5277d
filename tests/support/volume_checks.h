#pragma once

#include <pliant/batch.h>

#include "support/volume_formula_checks.h"

// What volume constraints must do on every backend.

namespace pliant::test {

/// Pressed to 76 % of its length by two faces that move, for every integrator.
inline void check_compression(const ModelOptions& options, std::span<const Integrator> wanted,
                              int steps) {
  for (const Integrator integrator : wanted) {
    SCOPED_TRACE(std::string(name(integrator)));
    const Body body = kept_cube(3);
    const Model model(body, options);
    Dynamics d = driven_dynamics(model, integrator);
    State state(model, d);
    const double end = steps * d.time_step * 0.7;
    const auto press = [&](bool right) {
      state.add_drive({face(body, 0, right), {true, false, false}, [=](double t) {
                         const double way = 0.12 * std::min(t / end, 1.0);
                         return Pose{.shift = {right ? -way : way, 0, 0}};
                       }});
    };
    press(false);
    press(true);
    step(model, state, steps);
    EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
    const std::vector<Vec3d> x = state.positions();
    const auto [least, most] = std::ranges::minmax(x, {}, &Vec3d::x);
    EXPECT_NEAR(most.x - least.x, 0.76, 0.02);
  }
}

/// A free body: linear momentum stays to rounding, and so does the volume.
inline void check_free_body(const ModelOptions& options, int steps) {
  const Body body = kept_cube(4);
  const Model model(body, options);
  State state(model, weightless(Integrator::leap_frog, 2e-4));
  shake(state, 0.01, 0.5);
  const Vec3d before = state.momentum();
  double size = 0, mass = 0;
  for (std::size_t v = 0; v < body.masses.size(); ++v) mass += body.masses[v];
  size = mass * 0.5;
  step(model, state, steps);
  EXPECT_LT(length(state.momentum() - before),
            20 * std::sqrt(double(steps)) * rounding_of(options.precision) * size);
  EXPECT_NEAR(state.constrained_volume(0), 1, 1e-5);
}

/// On a floor or a table nothing sinks in, and the volume stays.
inline void check_resting(const ModelOptions& options) {
  const Body body = kept_cube(4);
  const Model model(body, options);
  for (const bool on_table : {false, true}) {
    Dynamics d;
    d.integrator = Integrator::verlet;
    d.time_step = 2e-4;
    d.damping = 5;
    d.strain_limit = 1.3;
    if (on_table)
      d.obstacles.push_back({tabletop({0, -0.01, 0}, 3, 3, 0.5)});
    else
      d.obstacles = {{.shape = Floor{{0, -0.01, 0}, {0, 1, 0}}, .bounce = 0.3}};
    State state(model, d);
    step(model, state, 1000);
    EXPECT_GT(lowest(state), -0.01 - 1e-6);
    EXPECT_LT(lowest(state), -0.01 + 1e-3);
    EXPECT_NEAR(state.constrained_volume(0), 1, 1e-4);
  }
}

/// Strength, rest volume, on and off while it runs; saved with the state.
inline void check_goals(const ModelOptions& options) {
  const Model model(kept_cube(3), options);
  State state(model, weightless(Integrator::euler_cromer, 2e-4));
  EXPECT_EQ(state.volume_goal(0).strength, 1);
  EXPECT_NEAR(state.volume_goal(0).rest_volume, 1, 1e-12);
  state.set_volume_goal(0, {1.05, 0.1, true});
  step(model, state, 200);
  EXPECT_NEAR(state.constrained_volume(0), 1.05, 1e-4);
  const std::vector<std::byte> saved = state.save();
  State other(model, weightless(Integrator::verlet, 1e-4));
  other.restore(saved);
  EXPECT_EQ(other.volume_goal(0).rest_volume, 1.05);
  EXPECT_EQ(other.volume_goal(0).strength, 0.1);
  step(model, state, 100);
  step(model, other, 60);
  step(model, other, 40);
  EXPECT_EQ(state.hash(), other.hash());
  state.set_volume_goal(0, {1.05, 1, false});
  step(model, state, 300);
  EXPECT_GT(std::abs(state.constrained_volume(0) - 1.05), 1e-3) << "it is let go";
  state.set_volume_goal(0, {1e6, 1, true});
  EXPECT_THROW(step(model, state, 300), Diverged);
  for (const Vec3d& x : state.positions()) ASSERT_TRUE(is_finite(x)) << "it goes back";
  EXPECT_THROW(state.volume_goal(1), InputError);
  EXPECT_THROW(state.set_volume_goal(0, {0, 1, true}), InputError);
  EXPECT_THROW(state.set_volume_goal(0, {1, 1.5, true}), InputError);
}

inline void check_regions(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(6);
  Body body = two_regions(mesh, 0.1);
  const Model model(body, options);
  const double rest[2] = {State(model).constrained_volume(0), State(model).constrained_volume(1)};
  EXPECT_NEAR(rest[0], 1.0 / 3, 1e-6);
  State state(model, {.integrator = Integrator::leap_frog, .time_step = 2e-4});
  state.pin(face(body, 1, false));
  shake(state, 0.01, 1);
  step(model, state, 400);
  for (const std::size_t i : {0u, 1u})
    EXPECT_NEAR(state.constrained_volume(i), rest[i], 1e-4 * rest[i]);
  EXPECT_GT(std::abs(volume_of(mesh, state.positions()) - 1), 1e-4) << "between them it may change";
}

/// However the steps are asked for, the bits are the same, also far away and fast.
inline void check_volume_bits(const ModelOptions& options) {
  const Body body = kept_cube(5);
  const Model model(body, options);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = driven_dynamics(model, integrator);
    d.obstacles = {{Floor{{0, -0.02, 0}, {0.1, 1, 0}}}};
    State first(model, d);
    shake(first, 1e-3, 0.5);
    std::vector<Vec3d> v = first.velocities();
    for (Vec3d& fast : v) fast.x += 500;  // so that the origin moves along
    first.set_velocities(v);
    State in_parts = first;
    step(model, first, 300);
    for (const int part : {1, 31, 2, 99, 130, 37}) step(model, in_parts, part);
    EXPECT_EQ(first.hash(), in_parts.hash());
    EXPECT_NEAR(first.constrained_volume(0), 1, 1e-4);
  }
}

/// Copies of a batch are as single states.
inline void check_volume_batch(const ModelOptions& options) {
  const Model model(kept_cube(4), options);
  const Dynamics d = driven_dynamics(model, Integrator::verlet);
  Batch batch(model, 3, d);
  std::vector<State> states;
  for (std::size_t copy = 0; copy < 3; ++copy) {
    states.emplace_back(model, d);
    shake(states.back(), 0.005, 0.5, static_cast<unsigned>(copy + 1));
    const std::vector<Vec3d> x = states.back().positions(), v = states.back().velocities();
    states.back().set_positions(x);
    states.back().set_velocities(v);
    batch.set_positions(copy, x);
    batch.set_velocities(copy, v);
  }
  step(batch, 100);
  for (std::size_t copy = 0; copy < 3; ++copy) {
    step(model, states[copy], 100);
    EXPECT_EQ(largest_difference(batch.positions(copy), states[copy].positions()), 0);
    EXPECT_NEAR(states[copy].constrained_volume(0), 1, 1e-4);
  }
}

/// The same body on the CPU and elsewhere: apart by rounding alone.
inline void check_volume_as_on_the_cpu(const ModelOptions& options) {
  const TetMesh mesh = cube_mesh(6);
  const Body bodies[] = {kept_cube(mesh, boundary_constraint(mesh, 0.5)), two_regions(mesh, 0.1)};
  for (const Body& body : bodies)
    for (const Integrator integrator : integrators()) {
      SCOPED_TRACE(std::string(name(integrator)));
      const Model reference(body, {options.precision, ""}), model(body, options);
      Dynamics d = driven_dynamics(reference, integrator);
      // What lies on a floor is above or below it by rounding, and Euler's method, which moves by
      // the last velocity, shows which.
      if (integrator != Integrator::euler) d.obstacles = {{Floor{{0, -0.001, 0}, {0.1, 1, 0}}}};
      d.strain_limit = 1.2;
      State expected(reference, d), state(model, d);
      for (State* s : {&expected, &state}) {
        shake(*s, 1e-3, 0.3);
        s->pin(std::vector<Index>{3, 40});
        s->add_drive({face(body, 1, true), {true, true, false}, [](double t) {
                        return turned_about_y(3 * t, {0, -0.5 * t, 0});
                      }});
        step(s->model(), *s, 150);
      }
      EXPECT_LT(largest_difference(expected.positions(), state.positions()),
                2000 * rounding_of(options.precision));
    }
}

inline void check_volumes_kept(const ModelOptions& options) {
  check_volume_step(options);
  check_drift(options);
  check_published_limit(options);
  check_free_body(options, 500);
  check_goals(options);
  check_regions(options);
  check_volume_bits(options);
  check_volume_batch(options);
}

}  // namespace pliant::test

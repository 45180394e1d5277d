#pragma once

#include <gtest/gtest.h>
#include <pliant/batch.h>
#include <pliant/error.h>

#include <limits>

#include "support/dynamics.h"

// What a Batch of any backend must do. A single State is the measure: a copy must have its bits.

namespace pliant::test {

/// 729 vertices: several blocks.
inline Body batch_body() {
  return soft_cube(8, 0.001);
}

/// Different gravity, floor, damping and limit for each copy.
inline Dynamics dynamics_of_copy(const Dynamics& shared, std::size_t copy) {
  Dynamics d = shared;
  const auto i = static_cast<double>(copy);
  d.gravity = {0.3 * i, -9.81 + i, 0.1 * i};
  d.damping = 0.2 * i;
  if (copy % 2 == 0) d.obstacles = {{Floor{{0, -0.51 - 0.002 * i, 0}, {0.05 * i, 1, 0}}}};
  if (copy % 3 == 1) d.strain_limit = 1.05;
  return d;
}

inline Dynamics shared_dynamics(const Model& model, Integrator integrator) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 0.3 * stable_step(model, {});
  return d;
}

/// Sets a State up as one copy of a Batch, with the same calls.
inline State alone(const Model& model, const Dynamics& shared, std::size_t copy) {
  State state(model, shared);
  state.set_dynamics(dynamics_of_copy(shared, copy));
  shake(state, 0.002, 0.5, static_cast<unsigned>(copy + 1));
  return state;
}

inline Batch batch_of(const Model& model, const Dynamics& shared, std::size_t copies) {
  Batch batch(model, copies, shared);
  for (std::size_t i = 0; i < copies; ++i) {
    const State state = alone(model, shared, i);
    batch.set_dynamics(i, state.dynamics());
    batch.set_positions(i, state.positions());
    batch.set_velocities(i, state.velocities());
  }
  return batch;
}

inline void expect_as(const Batch& batch, std::size_t copy, const State& state) {
  SCOPED_TRACE("copy " + std::to_string(copy));
  EXPECT_TRUE(!batch.diverged(copy));
  EXPECT_TRUE(batch.positions(copy) == state.positions());
  EXPECT_TRUE(batch.velocities(copy) == state.velocities());
}

inline void check_batch_equals_states(const ModelOptions& options, Integrator integrator) {
  SCOPED_TRACE(std::string(name(integrator)));
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, integrator);
  constexpr std::size_t copies = 5;
  Batch batch = batch_of(model, shared, copies);
  for (std::int64_t count : {1, 32, 67}) step(batch, count);
  EXPECT_EQ(batch.size(), copies);
  EXPECT_EQ(batch.steps(), 100);
  EXPECT_NEAR(batch.time(), 100 * shared.time_step, 1e-9 * batch.time());
  for (std::size_t i = 0; i < copies; ++i) {
    State state = alone(model, shared, i);
    step(model, state, 100);
    expect_as(batch, i, state);
    EXPECT_TRUE(batch.positions(i) != batch.positions((i + 1) % copies));
  }
}

/// Copies whose dynamics change between steps.
inline void check_batch_changes_on_the_way(const ModelOptions& options, Integrator integrator) {
  SCOPED_TRACE(std::string(name(integrator)));
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, integrator);
  Batch batch = batch_of(model, shared, 3);
  step(batch, 45);
  batch.set_dynamics(1, dynamics_of_copy(shared, 4));
  step(batch, 45);
  for (std::size_t i = 0; i < 3; ++i) {
    State state = alone(model, shared, i);
    step(model, state, 45);
    if (i == 1) state.set_dynamics(dynamics_of_copy(shared, 4));
    step(model, state, 45);
    expect_as(batch, i, state);
  }
}

/// Vectors of all copies in one memory, which the test can read: on the host, or on the host in a
/// card's place.
template <class R>
void check_shared_vectors(const ModelOptions& options) {
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  Batch batch = batch_of(model, shared, 3);
  SharedVectors places = batch.share_positions(), speeds = batch.share_velocities();
  const void* const memory = places.data();
  step(batch, 40);
  batch.refresh(places);
  batch.refresh(speeds);
  EXPECT_TRUE(places.data() == memory);
  EXPECT_EQ(places.on_card(), options.backend == Backend::cuda);
  EXPECT_EQ(places.copies() * places.vertices(), 3 * model.vertex_count());
  const auto compare = [&](const SharedVectors& vectors, std::size_t copy,
                           const std::vector<Vec3d>& wanted) {
    const R* at = static_cast<const R*>(vectors.data()) + 3 * copy * wanted.size();
    double most = 0;
    for (std::size_t v = 0; v < wanted.size(); ++v, at += 3) {
      const Vec3d told =
          vectors.origins()[copy] + Vec3d{double(at[0]), double(at[1]), double(at[2])};
      most = std::max(most, length(told - wanted[v]));
    }
    EXPECT_LT(most, sizeof(R) == sizeof(float) ? 1e-6 : 1e-15);
  };
  for (std::size_t copy = 0; copy < 3; ++copy) {
    compare(places, copy, batch.positions(copy));
    compare(speeds, copy, batch.velocities(copy));
  }
  const Batch other = batch_of(model, shared, 3);
  EXPECT_THROW(other.refresh(places), InputError);
}

inline void multiply_parameters(State& state, std::size_t set, const char* field, double factor) {
  for (std::size_t r = 0; r < state.model().relation_count(set); ++r)
    state.set_parameter(set, field, r, factor * state.parameter(set, field, r));
}

/// A copy with scaled parameters is as a State whose parameters were set; the others are as before.
inline void check_batch_scales(const Body& body, const ModelOptions& options) {
  const Model model(body, options);
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  Batch batch = batch_of(model, shared, 3);
  batch.scale_parameter(1, 0, "stiffness", 3);  // of the model's, not of what it was
  batch.scale_parameter(1, 0, "stiffness", 0.37);
  batch.scale_parameter(2, 1, "stiffness", 0.5);
  step(batch, 60);
  for (std::size_t i = 0; i < 3; ++i) {
    State state = alone(model, shared, i);
    if (i == 1) multiply_parameters(state, 0, "stiffness", 0.37);
    if (i == 2) multiply_parameters(state, 1, "stiffness", 0.5);
    step(model, state, 60);
    expect_as(batch, i, state);
  }
}

/// Makes copy 1 of three run away: its springs are far too stiff for the step.
inline Batch with_a_runaway(const Model& model, const Dynamics& shared) {
  Batch batch = batch_of(model, shared, 3);
  batch.scale_parameter(1, 0, "stiffness", 1000);
  return batch;
}

inline void check_batch_with_a_runaway(const ModelOptions& options) {
  const Model model(batch_body(), options);
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  Batch batch = with_a_runaway(model, shared);
  step(batch, 300);
  EXPECT_TRUE(batch.diverged(1));
  const std::vector<Vec3d> stopped = batch.positions(1);
  EXPECT_TRUE(std::ranges::all_of(stopped, [](const Vec3d& x) { return is_finite(x); }));
  EXPECT_LT(largest_length(stopped), 10.0);
  step(batch, 10);
  EXPECT_TRUE(batch.diverged(1));
  EXPECT_TRUE(batch.positions(1) == stopped);
  EXPECT_EQ(batch.steps(), 310);
  for (std::size_t i : {0u, 2u}) {
    State state = alone(model, shared, i);
    step(model, state, 310);
    expect_as(batch, i, state);
  }
}

inline void check_batch_refuses(const ModelOptions& options) {
  const Model model(soft_cube(2), options);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(Batch(model, 0), InputError);
  EXPECT_THROW(Batch(model, std::numeric_limits<std::size_t>::max()), InputError);
  Dynamics bad;
  bad.damping = -1;
  EXPECT_THROW(Batch(model, 2, bad), InputError);
  EXPECT_THROW(Batch(model, 2, {.selection = DynamicSelection{}}), InputError);

  Batch batch(model, 2);
  const std::vector<Vec3d> x = batch.positions(0);
  std::vector<Vec3d> holed = x;
  holed[3].y = nan;
  EXPECT_NEAR(batch.dynamics(1).time_step, safe_step(model), 1e-15);
  EXPECT_THROW(batch.positions(2), InputError);
  EXPECT_THROW(batch.velocities(2), InputError);
  EXPECT_THROW(batch.dynamics(2), InputError);
  EXPECT_THROW(batch.diverged(2), InputError);
  EXPECT_THROW(batch.set_positions(2, x), InputError);
  EXPECT_THROW(batch.set_velocities(2, x), InputError);
  EXPECT_THROW(batch.set_positions(0, std::span(x).first(5)), InputError);
  EXPECT_THROW(batch.set_positions(0, {}), InputError);
  EXPECT_THROW(batch.set_positions(0, holed), InputError);
  EXPECT_THROW(batch.set_velocities(0, std::span(x).first(5)), InputError);
  EXPECT_THROW(batch.set_velocities(0, holed), InputError);
  EXPECT_THROW(batch.scale_parameter(2, 0, "stiffness", 1), InputError);
  EXPECT_THROW(batch.scale_parameter(0, 9, "stiffness", 1), InputError);
  EXPECT_THROW(batch.scale_parameter(0, 0, "colour", 1), InputError);
  EXPECT_THROW(batch.scale_parameter(0, 0, "stiffness", nan), InputError);
  EXPECT_THROW(step(batch, -1), InputError);

  Dynamics other = batch.dynamics(0);
  other.time_step *= 2;
  EXPECT_THROW(batch.set_dynamics(0, other), InputError);
  other = batch.dynamics(0);
  other.integrator = Integrator::verlet;
  EXPECT_THROW(batch.set_dynamics(0, other), InputError);
  EXPECT_THROW(batch.set_dynamics(0, bad), InputError);
  EXPECT_THROW(batch.set_dynamics(2, batch.dynamics(0)), InputError);

  other = {};
  other.damping = 3;
  batch.set_dynamics(1, other);
  EXPECT_EQ(batch.dynamics(1).time_step, batch.dynamics(0).time_step);
  EXPECT_EQ(batch.dynamics(1).damping, 3);
  EXPECT_EQ(batch.dynamics(0).damping, 0);
  step(batch, 0);
  EXPECT_EQ(batch.steps(), 0);
  EXPECT_TRUE(batch.positions(0) == x);
}

}  // namespace pliant::test

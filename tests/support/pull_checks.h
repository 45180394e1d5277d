#pragma once

#include <gtest/gtest.h>
#include <pliant/cut.h>
#include <pliant/error.h>

#include <numbers>

#include "support/dynamics.h"

// What pulls, cuts by a stroke and relations that come back must do on every backend.

namespace pliant::test {

/// One vertex of 2 kg, and a second one far away that nothing holds to it.
inline Body weight_at(const Vec3d& place) {
  Body body;
  body.vertices = {place, place + Vec3d{1, 0, 0}};
  body.masses = {2, 2};
  return body;
}

inline double pull_rounding(const ModelOptions& options) {
  return options.precision == Precision::single_precision ? 2e-4 : 1e-9;
}

/// A weight on a spring hangs where k x = m g and swings with sqrt(k / m), also 10 km away.
inline void check_pulled_weight(const ModelOptions& options) {
  for (const Vec3d& place : {Vec3d{}, Vec3d{1e4, -2e3, 50}})
    for (Integrator integrator : integrators()) {
      SCOPED_TRACE(std::string(name(integrator)));
      const Model model(weight_at(place), options);
      const double k = 50, period = 2 * std::numbers::pi * std::sqrt(2 / k);
      Dynamics d = weightless(integrator, period / 1000);
      d.pulls = {{0, place + Vec3d{0, 0.1, 0}, k, 0}};
      State state(model, d);
      step(model, state, 10'250);  // it passes the middle, upwards
      EXPECT_NEAR(state.positions()[0].y - place.y, 0.1, 2e-3);
      EXPECT_NEAR(state.velocities()[0].y, 0.1 * std::sqrt(k / 2), 5e-3);
      EXPECT_EQ(state.positions()[1], (place + Vec3d{1, 0, 0}));

      d.pulls[0].damping = 20;
      d.gravity = {0, -10, 0};
      State hanging(model, d);
      hanging.pin(std::vector<Index>{1});
      step(model, hanging, 5000);
      EXPECT_NEAR(hanging.positions()[0].y - place.y, 0.1 - 2 * 10 / k, pull_rounding(options));
    }
}

/// Two pulls on a vertex add up, and those of a pinned one do nothing.
inline void check_pulls_add_up(const ModelOptions& options) {
  const Model model(weight_at({}), options);
  Dynamics d = weightless(Integrator::leap_frog, 1e-3);
  d.pulls = {{0, {1, 0, 0}, 30, 10}, {1, {5, 5, 5}, 100, 0}, {0, {0, 1, 0}, 10, 10}};
  State state(model, d);
  state.pin(std::vector<Index>{1});
  step(model, state, 20000);
  EXPECT_NEAR(state.positions()[0].x, 0.75, pull_rounding(options));
  EXPECT_NEAR(state.positions()[0].y, 0.25, pull_rounding(options));
  EXPECT_EQ(state.positions()[1], (Vec3d{1, 0, 0}));
}

inline Dynamics pulled_dynamics(const Model& model, const Body& body, Integrator integrator) {
  Dynamics d;
  d.integrator = integrator;
  d.time_step = 0.1 * stable_step(model, {.integrator = Integrator::verlet});
  if (integrator == Integrator::euler)
    d.time_step = std::min(d.time_step, 0.3 * stable_step(model, d));
  d.damping = 0.5;
  const double k = 1000;  // of springs of the body: some 10⁴
  const auto last = static_cast<Index>(body.vertices.size() - 1);
  d.pulls = {{last, {2, 2, 2}, k, 0.1}, {0, {-1, 0, 0}, k, 0}, {last, {1, 2, 2}, k, 0}};
  return d;
}

/// However the steps are asked for, also where the origin moves along and pulls are moved.
inline void check_pulled_bits(const ModelOptions& options) {
  const Body body = soft_cube(3, 1e-3);
  const Model model(body, options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    const Dynamics d = pulled_dynamics(model, body, integrator);
    std::vector<Pull> moved = d.pulls, other{{5, {0, 3, 0}, d.pulls[0].stiffness, 0}};
    moved[1].target.z = 1;
    const auto run = [&](int at_a_time) {
      State state(model, d);
      state.set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{100, 0, 0}));
      const auto steps = [&](int count) {
        for (int done = 0; done < count; done += at_a_time)
          step(model, state, std::min(at_a_time, count - done));
      };
      steps(150);
      state.set_pulls(moved);
      steps(50);
      state.set_pulls(other);
      steps(50);
      State restored(model, d);
      restored.restore(state.save());
      EXPECT_EQ(restored.dynamics().pulls, other);
      step(model, restored, 100);
      steps(100);
      EXPECT_EQ(restored.hash(), state.hash());
      return state.hash();
    };
    const std::uint64_t whole = run(1000);
    EXPECT_EQ(run(1), whole);
    EXPECT_EQ(run(37), whole);
  }
}

/// A body that falls fast and far, in single precision beside double on the CPU.
inline void check_pulls_on_a_falling_body(const ModelOptions& options) {
  const Body body = soft_cube(2, 1e-3);
  const Model exact(body, in_double), model(body, options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = pulled_dynamics(exact, body, integrator);
    d.pulls[0].target = {300, -1000, 0};
    for (Pull& pull : d.pulls) pull.stiffness *= 1e-2;  // they reach for hundreds of metres
    State a(exact, d), b(model, d);
    for (State* s : {&a, &b})
      s->set_velocities(std::vector<Vec3d>(model.vertex_count(), Vec3d{0, -300, 0}));
    State free(exact, {.integrator = integrator, .time_step = d.time_step, .damping = 0.5});
    free.set_velocities(a.velocities());
    step(exact, free, 400);
    step(exact, a, 400);
    step(model, b, 400);
    EXPECT_GT(largest_difference(a.positions(), free.positions()), 0.01);
    EXPECT_LT(a.positions()[0].y, -20);
    EXPECT_LT(largest_difference(a.positions(), b.positions()), 10 * pull_rounding(options));
    EXPECT_LT(largest_difference(a.velocities(), b.velocities()), 500 * pull_rounding(options));
  }
}

/// Removed and put back at once, it steps as if nothing had been.
inline void check_relations_come_back(const ModelOptions& options) {
  const Body body = soft_cube(3, 1e-3);
  const Model model(body, options);
  const Dynamics d{.time_step = 0.2 * stable_step(model, {})};
  for (std::size_t set = 0; set < model.set_count(); ++set) {
    State never(model, d), back(model, d), half(model, d);
    std::vector<Index> some, others;
    for (Index r = 0; r < model.relation_count(set); ++r) (r % 3 == 0 ? some : others).push_back(r);
    for (State* s : {&never, &back, &half}) shake(*s, 0.01, 0.1);
    back.remove(set, some);
    half.remove(set, some);
    half.put_back(set, std::vector<Index>{some[0]});
    back.put_back(set, some);
    back.put_back(set, others);
    EXPECT_FALSE(back.removed(set, some[1]));
    EXPECT_FALSE(half.removed(set, some[0]));
    EXPECT_TRUE(half.removed(set, some[1]));
    step(model, never, 60);
    step(model, back, 60);
    step(model, half, 60);
    EXPECT_EQ(back.hash(), never.hash());
    EXPECT_NE(half.hash(), never.hash());
    EXPECT_THROW(back.put_back(set, std::vector<Index>{1'000'000}), InputError);
  }
}

/// What a stroke meets here is what it meets on the CPU.
inline void check_strokes_as_on_the_cpu(const ModelOptions& options) {
  const Body body = soft_cube(4);
  const Model model(body, options), reference(body);
  for (const CuttingWedge& wedge : {CuttingWedge{{0.03, 0.5, 4}, {-0.2, -1, 0}, {0.3, 2, 0}},
                                    CuttingWedge{{0.03, 0.5, 4}, {0.1, 0.2, 0}, {0.12, 0.8, 0}}}) {
    State state(model), expected(reference);
    EXPECT_EQ(relations_in(state, wedge), relations_in(expected, wedge));
    EXPECT_GT(cut(state, wedge), 10u);
  }
}

}  // namespace pliant::test

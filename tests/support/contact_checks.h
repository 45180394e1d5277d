#pragma once

#include <gtest/gtest.h>
#include <pliant/error.h>

#include <numeric>

#include "support/dynamics.h"

// What loads, a bouncing floor and a table must do on every backend.

namespace pliant::test {

/// Points of a kilogram each without relations but loads.
inline Body points(const std::vector<Vec3d>& at) {
  Body body;
  body.vertices = at;
  body.masses.assign(at.size(), 1);
  return body;
}

/// m a = F: with a constant force these integrators are exact.
inline void check_load(const ModelOptions& options) {
  Body body = points({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  body.masses = {2, 3, 4};
  body.relations.push_back({"point_load", {0, 1, 1}, {{6, 3, -1}, {0}, {2}}, {}});
  const Model model(body, options);
  const double near = options.precision == Precision::single_precision ? 1e-4 : 1e-11;
  for (Integrator integrator : {Integrator::verlet, Integrator::leap_frog, Integrator::midpoint,
                                Integrator::runge_kutta_4}) {
    State state(model, weightless(integrator, 0.01));
    step(model, state, 100);  // one second
    EXPECT_LT(length(state.positions()[0] - Vec3d{0.5 * 3, 0, 0.5 * 1}), near);
    EXPECT_LT(length(state.positions()[1] - Vec3d{1 + 0.5 * 2 / 3, 0, 0.5 * 4 / 3}), near);
    EXPECT_LT(length(state.positions()[2] - Vec3d{0, 1, 0}), near) << "without a load";
    EXPECT_LT(length(state.momentum() - Vec3d{8, 0, 6}), 10 * near);
    EXPECT_NEAR(state.energy().total(), -2, 10 * near) << "what was there at the start";
    state.remove(0, std::vector<Index>{1, 2});
    state.set_parameter(0, "x", 0, -6);
    step(model, state, 100);
    // Half a step of the new load may count as the old one, where velocities lag behind.
    EXPECT_LT(length(state.velocities()[0] - Vec3d{0, 0, 2}), 0.5 * 0.01 * 6.1);
    EXPECT_LT(length(state.velocities()[1] - Vec3d{2.0 / 3, 0, 4.0 / 3}), 0.5 * 0.01 * 2);
  }
}

/// The energy is that of places in the world, wherever the origin has gone.
inline void check_energy_of_a_far_load(const ModelOptions& options) {
  Body body = soft_cube(1, 0.01);
  const double mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
  body.relations.push_back({"point_load", {}, {{}, {}, {}}, {}});
  for (Index v = 0; v < body.vertices.size(); ++v) {
    body.relations.back().vertices.push_back(v);
    body.relations.back().parameters[0].push_back(20 * body.masses[v]);
  }
  body.relations.back().parameters[1] = body.relations.back().parameters[2] = {0};
  const Model model(body, options);
  State state(model, weightless(Integrator::verlet, 1e-3));
  const double before = state.energy().total();
  step(model, state, 5000);
  const double gone = 0.5 * 20 * 25, gained = 20 * mass * gone;
  EXPECT_NEAR(state.energy().kinetic, gained, 1e-4 * gained);
  EXPECT_NEAR(state.energy().total(), before, 1e-4 * gained);
}

/// After each impact a point reaches the square of the bounce times the height before.
inline void check_bounce(const ModelOptions& options) {
  const Model model(points({{0, 1, 0}, {3, 1, 0}}), options);
  for (Integrator integrator : integrators())
    for (const double bounce : {0.0, 0.5, 0.9, 1.0}) {
      SCOPED_TRACE(std::string(name(integrator)) + ", " + std::to_string(bounce));
      Dynamics d;
      d.integrator = integrator;
      d.time_step = 1e-4;
      d.gravity = {0, -10, 0};
      d.obstacles = {{.shape = Floor{{0, 0, 0}, {0, 2, 0}}, .bounce = bounce}};
      State state(model, d);
      const auto fall = std::int64_t(std::sqrt(2 * 1 / 10.0) / d.time_step);
      step(model, state, fall - 10);
      EXPECT_GT(state.positions()[0].y, 0);
      double highest = 0;
      for (int i = 0; i < 60; ++i) {
        step(model, state, i == 0 ? 30 : 80);
        EXPECT_GE(state.positions()[0].y, -1e-6);
        highest = std::max(highest, state.positions()[0].y);
        if (highest > state.positions()[0].y + 0.01) break;
      }
      EXPECT_NEAR(highest, bounce * bounce, 0.01);
    }
}

inline void check_table(const ModelOptions& options) {
  // Above the table, beside it, under it, and above it but falling past its edge.
  const Model model(points({{0.3, 0.2, 0.9}, {0.6, 0.2, 0}, {0, -0.3, 0}, {0, 0.2, 1.1}}), options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d;
    d.integrator = integrator;
    d.time_step = 1e-3;
    d.gravity = {0, -10, 0};
    d.obstacles.push_back({tabletop({0, 0.1, 0}, 1, 2, 0.05)});
    State state(model, d);
    std::vector<Vec3d> v(4);
    v[2] = {0, 5, 0};  // from below, against it and back
    state.set_velocities(v);
    step(model, state, 120);
    EXPECT_NEAR(state.positions()[2].y, 0.05, 0.03);
    EXPECT_LT(state.positions()[2].y, 0.05 + 1e-5) << "it is as hard from below";
    step(model, state, 380);
    const std::vector<Vec3d> x = state.positions();
    EXPECT_NEAR(x[0].y, 0.1, 1e-6);
    EXPECT_NEAR(state.velocities()[0].y, 0, 0.02);
    EXPECT_LT(x[1].y, -0.5);
    EXPECT_LT(x[3].y, -0.5);
    // One that slides off it falls.
    v = state.velocities();
    v[0].x = 1;
    state.set_velocities(v);
    step(model, state, 150);
    EXPECT_NEAR(state.positions()[0].y, 0.1, 1e-6);
    step(model, state, 150);
    EXPECT_LT(state.positions()[0].y, 0.05);
    EXPECT_LT(state.positions()[2].y, -0.5);
  }
}

}  // namespace pliant::test

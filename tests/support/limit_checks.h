#pragma once

#include "support/drive_checks.h"

// What a strain limit must do on every backend.

namespace pliant::test {

/// A bar along x of 1 m and 0.25 m across.
inline Body soft_bar(double young) {
  const TetMesh mesh(
      make_shape("beam", {{"length", 1}, {"height", 0.25}, {"width", 0.25}, {"cells", 8}}));
  return mass_spring_solid(mesh, make_material(young, 0.3, 1000, 0));
}

/// Of all springs, over their lengths at rest.
inline double longest_spring(const Body& body, const State& state) {
  const std::vector<Vec3d> x = state.positions();
  double longest = 0;
  for (const Relations& set : body.relations) {
    if (law(set.law).arity != 2) continue;
    for (std::size_t i = 0; i < set.vertices.size(); i += 2) {
      const Index a = set.vertices[i], b = set.vertices[i + 1];
      longest =
          std::max(longest, length(x[b] - x[a]) / length(body.vertices[b] - body.vertices[a]));
    }
  }
  return longest;
}

/// A bar that was torn apart swings in itself without damping: the limit takes energy and never
/// gives any, and springs stay within it, whatever the step.
inline void check_limit_takes_energy(const ModelOptions& options, double seconds) {
  const Body body = soft_bar(2e5);
  const Model model(body, options);
  for (const Integrator integrator : integrators())
    for (const double part : {0.1, 0.02}) {
      SCOPED_TRACE(std::string(name(integrator)) + ", " + std::to_string(part));
      Dynamics d = weightless(integrator);
      d.time_step = part * stable_step(model, {.integrator = Integrator::verlet});
      if (integrator == Integrator::euler) {  // which without damping gains energy by itself
        d.damping = 20;
        d.time_step = std::min(d.time_step, 0.3 * stable_step(model, d));
      }
      d.strain_limit = 1.1;
      State state(model, d);
      std::vector<Vec3d> v = body.vertices;
      for (Vec3d& p : v) p = {10 * p.x, 0, 0};
      state.set_velocities(v);
      const double start = state.energy().total();
      double most = 0, longest = 0;
      const double end = integrator == Integrator::euler ? 0.1 : seconds;
      while (state.time() < end) {
        step(model, state, 20);
        most = std::max(most, state.energy().total());
        longest = std::max(longest, longest_spring(body, state));
      }
      EXPECT_LT(most, 1.01 * start);
      EXPECT_LT(state.energy().total(), 0.8 * start);
      EXPECT_LT(longest, 1.11);
      EXPECT_GT(longest, 1.09) << "it has something to do";
    }
}

/// What hangs from its end by springs that would stretch by half holds at the limit, and the
/// support carries its weight.
inline void check_limit_holds(const ModelOptions& options) {
  Body body = soft_bar(2e4);
  body.pinned = face(body, 0, false);
  const Model model(body, options);
  double mass = 0;
  for (const double m : body.masses) mass += m;
  for (const double part : {0.5, 0.2, 0.05}) {
    SCOPED_TRACE(part);
    Dynamics d;
    d.gravity = {9.81, 0, 0};
    d.damping = 3;
    d.time_step = part * stable_step(model, {.integrator = Integrator::verlet});
    d.strain_limit = 1.05;
    State state(model, d);
    step(model, state, static_cast<std::int64_t>(5 / d.time_step));
    double longest = 0;
    Vec3d held;
    constexpr int looks = 200;
    for (int k = 0; k < looks; ++k) {
      step(model, state);
      longest = std::max(longest, longest_spring(body, state));
      for (const Vec3d& f : state.support_forces()) held += f / looks;
    }
    EXPECT_LT(longest, 1.055);
    EXPECT_NEAR(held.x, -9.81 * mass, 1e-3 * 9.81 * mass);
    EXPECT_LT(std::hypot(held.y, held.z), 1e-2 * 9.81 * mass);
  }
}

/// Two weights on a string: what goes round goes on, and the string does not get longer.
inline void check_limit_lets_spin(const ModelOptions& options) {
  Body body = chain(row_of_points(2), {1, 1e-6, 0});
  body.masses = {1, 2};
  const Model model(body, options);
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d = weightless(integrator, 1e-3);
    d.strain_limit = 1.2;
    State state(model, d);
    state.set_positions(std::vector<Vec3d>{{0, 0, 0}, {1.2, 0, 0}});
    state.set_velocities(std::vector<Vec3d>{{0, -8, 1}, {0, 4, 0}});
    const Vec3d momentum = state.momentum();
    // About the centre of mass, which goes straight on.
    const auto spin = [&] {
      const std::vector<Vec3d> x = state.positions(), v = state.velocities();
      return length(cross(x[1] - x[0], v[1] - v[0]));
    };
    const double before = spin(), energy = state.energy().kinetic;
    for (int k = 0; k < 200; ++k) {
      step(model, state, 10);
      EXPECT_LT(longest_spring(body, state), 1.201);
      EXPECT_LT(state.energy().kinetic, energy * (1 + 1e-5));
    }
    EXPECT_NEAR(spin() / before, 1, 1e-3);
    EXPECT_NEAR(state.energy().kinetic / energy, 1, 1e-3);
    EXPECT_LT(length(state.momentum() - momentum), 1e4 * rounding_of(options.precision));
  }
}

}  // namespace pliant::test

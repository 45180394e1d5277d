#pragma once

#include <numbers>
#include <numeric>

#include "support/volume_bodies.h"

// What supports give, on every backend.

namespace pliant::test {

inline double mass_of(const Body& body) {
  return std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
}

inline Vec3d sum_of(const std::vector<Vec3d>& all) {
  Vec3d sum;
  for (const Vec3d& a : all) sum += a;
  return sum;
}

/// At rest the support carries the weight, with a kept volume as without; and nothing acts on what
/// is free.
inline void check_support_carries_the_weight(const ModelOptions& options) {
  for (const bool kept : {false, true}) {
    SCOPED_TRACE(kept);
    Body body = soft_cube(3);
    if (kept) body.volume_constraints = {boundary_constraint(cube_mesh(3))};
    body.pinned = face(body, 1, true);
    const Model model(body, options);
    Dynamics d;
    d.damping = 20;
    d.time_step = 0.2 * stable_step(model, d);
    State state(model, d);
    step(model, state, static_cast<std::int64_t>(4 / d.time_step));
    const std::vector<Vec3d> given = state.support_forces();
    const double weight = 9.81 * mass_of(body);
    EXPECT_LT(length(sum_of(given) - Vec3d{0, weight, 0}), 1e-3 * weight);
    for (Index v = 0; v < given.size(); ++v)
      if (std::ranges::find(body.pinned, v) == body.pinned.end()) {
        EXPECT_EQ(given[v], Vec3d{});
      }
  }
}

/// A body whose vertices are all led: m (a - g) in the directions they are led in, whatever the
/// integrator.
inline void check_support_has_inertia(const ModelOptions& options) {
  const Body body = soft_cube(2);
  const Model model(body, options);
  std::vector<Index> all(body.vertices.size());
  std::iota(all.begin(), all.end(), Index(0));
  for (const Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d;
    d.integrator = integrator;
    d.time_step = 1e-3;
    State state(model, d);
    state.add_drive({all, {true, true, false}, [](double t) {
                       return Pose{.shift = {0.5 * 30 * t * t, 0.5 * 20 * t * t, 0}};
                     }});
    step(model, state, 50);
    const Vec3d given = sum_of(state.support_forces());
    const double mass = mass_of(body);
    const double near = options.precision == Precision::single_precision ? 0.5 : 1e-6;
    EXPECT_NEAR(given.x / mass, 30, near);
    EXPECT_NEAR(given.y / mass, 20 + 9.81, near);
    EXPECT_EQ(given.z, 0);
  }
}

/// What moving a face takes is what the body has gained, also where constraints act.
inline void check_support_does_the_work(const ModelOptions& options) {
  for (const bool kept : {false, true}) {
    SCOPED_TRACE(kept);
    Body body = soft_cube(3);
    if (kept) body.volume_constraints = {boundary_constraint(cube_mesh(3))};
    body.pinned = face(body, 0, false);
    const Model model(body, options);
    Dynamics d = weightless(Integrator::verlet);
    d.time_step = 0.05 * stable_step(model, d);
    State state(model, d);
    const std::vector<Index> led = face(body, 0, true);
    constexpr double seconds = 0.25;
    state.add_drive({led, {true, true, true}, [](double t) {
                       const double way = 0.05 * (1 - std::cos(std::numbers::pi * t / seconds));
                       return Pose{.shift = {way, 0, 0}};
                     }});
    double work = 0;
    std::vector<Vec3d> x = state.positions(), given = state.support_forces();
    while (state.time() < seconds) {
      step(model, state);
      const std::vector<Vec3d> next = state.positions(), then = state.support_forces();
      for (const Index v : led) work += 0.5 * dot(given[v] + then[v], next[v] - x[v]);
      x = next;
      given = then;
    }
    EXPECT_NEAR(work / state.energy().total(), 1, 0.01);
    EXPECT_GT(state.energy().total(), 100) << "of some 1e5 Pa times a hundredth, halved, in 1 m³";
  }
}

}  // namespace pliant::test

#pragma once

#include <gtest/gtest.h>
#include <pliant/bodies.h>

#include "support/contact_checks.h"
#include "support/dynamics.h"

// What obstacles of every shape must do on every backend.

namespace pliant::test {

/// The surface of a cuboid, as triangles.
inline ClosedSurface surface_of_cuboid(const Cuboid& cuboid) {
  std::vector<Vec3d> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(cuboid.centre + Vec3d{(i & 1 ? 0.5 : -0.5) * cuboid.size.x,
                                            (i & 2 ? 0.5 : -0.5) * cuboid.size.y,
                                            (i & 4 ? 0.5 : -0.5) * cuboid.size.z});
  std::vector<Triangle> triangles;
  for (const auto& [a, b, c, d] : std::vector<std::array<Index, 4>>{
           {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    triangles.push_back({a, b, c});
    triangles.push_back({a, c, d});
  }
  return {corners, triangles};
}

/// Points fall on the tops of all shapes, whose heights are known, and lie there.
inline void check_shapes(const ModelOptions& options) {
  const Cuboid box{{6, 0, 0}, {1, 0.6, 1}};
  const Cuboid solid{{9, 0, 0}, {1, 0.8, 1}};
  const Model model(points({{0, 1, 0}, {3.1, 1, 0}, {6.2, 1, 0.1}, {9.2, 1, -0.3}, {12, 1, 0}}),
                    options);
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d;
    d.integrator = integrator;
    d.time_step = 1e-3;
    d.gravity = {0, -10, 0};
    d.obstacles = {{Ball{{0, 0, 0}, 0.5}},
                   {Capsule{{2, 0, 0}, {4, 0, 0}, 0.4}},
                   {box},
                   {surface_of_cuboid(solid)},
                   {.shape = Floor{{0, -0.2, 0}, {0.1, 1, 0}}, .friction = 0.5}};
    State state(model, d);
    step(model, state, 1500);
    const std::vector<Vec3d> x = state.positions(), v = state.velocities();
    const double tops[] = {0.5, 0.4, 0.3, 0.4, -1.4};
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(x[i].y, tops[i], i < 4 ? 1e-5 : 1e-3) << i;  // it lands beside on the slope
      EXPECT_LT(length(v[i]), 0.02) << i;
    }
  }
}

/// Vertices of a cage lie outside its surface: obstacles let them come as far in. What is thin
/// keeps out half of its own thickness.
inline void check_insets(const ModelOptions& options) {
  Body body =
      points({{0, 1, 0}, {3, 1, 0}, {6, 1, 0}, {9, 1, 0}, {12, 1, 0}, {15, 1, 0}, {18, 1, 0}});
  body.insets = {0.1, 0.3, 0.1, 0.05, 0.25, 0, -0.15};
  const Model model(body, options);
  for (Integrator integrator : integrators())
    for (const double friction : {0.0, 0.5}) {
      SCOPED_TRACE(std::string(name(integrator)) + ", friction " + std::to_string(friction));
      Dynamics d;
      d.integrator = integrator;
      d.time_step = 1e-3;
      d.gravity = {0, -10, 0};
      d.obstacles = {{Ball{{0, 0, 0}, 0.5}},
                     {Capsule{{2, 0, 0}, {4, 0, 0}, 0.4}},
                     {Cuboid{{6, 0, 0}, {1, 0.6, 1}}},
                     {surface_of_cuboid({{9, 0, 0}, {1, 0.8, 1}})},
                     {.shape = Floor{{0, -0.2, 0}}, .friction = friction}};
      State state(model, d);
      step(model, state, 1000);
      const std::vector<Vec3d> x = state.positions();
      const double heights[] = {0.5 - 0.1,   0.4 - 0.2, 0.3 - 0.1,  0.4 - 0.05,
                                -0.2 - 0.25, -0.2,      -0.2 + 0.15};
      for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i].y, heights[i], 1e-5) << i;
    }
}

/// A floor that rises takes along what lies on it; a box that comes pushes what is in its way.
inline void check_moving_obstacles(const ModelOptions& options) {
  const Model model(points({{0, 0, 0}, {5, 0, 0}}), options);
  const double near = options.precision == Precision::single_precision ? 1e-4 : 1e-9;
  for (Integrator integrator : integrators()) {
    SCOPED_TRACE(std::string(name(integrator)));
    Dynamics d;
    d.integrator = integrator;
    d.time_step = 1e-3;
    d.gravity = {0, -10, 0};
    d.obstacles = {{.shape = Floor{{0, -0.01, 0}}, .velocity = {0, 0.5, 0}, .since = 0},
                   {.shape = Cuboid{{4, 0, 0}, {1, 2, 1}}, .velocity = {2, 0, 0}}};
    State state(model, d);
    step(model, state, 700);
    step(model, state, 300);
    const std::vector<Vec3d> x = state.positions(), v = state.velocities();
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR(x[i].y, -0.01 + 0.5, near + 2e-5) << i;
      EXPECT_NEAR(v[i].y, 0.5, 0.02) << i;
    }
    EXPECT_NEAR(x[1].x, 4.5 + 2, near + 1e-5);
    EXPECT_NEAR(v[1].x, 2, 0.02);
  }
}

/// So hard that its own weight moves it by little.
inline Body hard_block() {
  return mass_spring_solid(cube_mesh(2, 0.2), make_material(1e6, 0.3, 1000, 2e-4));
}

/// Below the angle of friction a body stays, beyond it slides with g (sin a - mu cos a).
inline void check_slope(const Body& body, const ModelOptions& options, Integrator integrator) {
  const Model model(body, options);
  double low = 1e300;
  for (const Vec3d& x : body.vertices) low = std::min(low, x.y);
  for (const double degrees : {10.0, 25.0}) {
    SCOPED_TRACE(std::string(name(integrator)) + " at " + std::to_string(degrees));
    const double a = degrees * 3.14159265358979 / 180, friction = 0.3, g = 9.81;
    Dynamics d;
    d.integrator = integrator;
    d.gravity = {g * std::sin(a), -g * std::cos(a), 0};
    d.obstacles = {{.shape = Floor{{0, low, 0}}, .friction = friction}};
    State state(model, d);
    const auto half = static_cast<std::int64_t>(0.3 / state.dynamics().time_step);
    const double mass = std::accumulate(body.masses.begin(), body.masses.end(), 0.0);
    const Vec3d start = centre_of_mass(body, state);
    step(model, state, half);
    const Vec3d settled = centre_of_mass(body, state), between = state.momentum() / mass;
    step(model, state, half);
    const Vec3d end = state.momentum() / mass;
    const double seconds = static_cast<double>(half) * state.dynamics().time_step;
    if (std::tan(a) < friction) {
      EXPECT_LT(length(centre_of_mass(body, state) - start), 2e-3);
      EXPECT_LT(length(centre_of_mass(body, state) - settled), 2e-4);
    } else {
      const double expected = g * (std::sin(a) - friction * std::cos(a));
      EXPECT_NEAR((end.x - between.x) / seconds, expected, 0.02 * expected);
    }
  }
}

/// An undamped body falls on a floor of this kind and bounces for `seconds`: the most energy above
/// that of the start, over that of the fall. Where positions follow the new velocities, that is the
/// energy which such methods conserve, with the kinetic energy of two velocities half a step before
/// and after.
inline double most_energy_gained(const Body& body, const ModelOptions& options, Dynamics d,
                                 Obstacle kind, double seconds) {
  const Model model(body, options);
  const double fall = 0.1;
  double low = 1e300, weight = 0;
  for (const Vec3d& x : body.vertices) low = std::min(low, x.y);
  for (const double mass : body.masses) weight += mass * 9.81;
  kind.shape = Floor{{0, low - fall, 0}, {0.02, 1, 0.01}};
  d.obstacles = {kind};
  State state(model, d);
  const double h = state.dynamics().time_step, start = state.energy().total();
  const bool is_staggered = d.integrator == Integrator::euler_cromer ||
                            d.integrator == Integrator::leap_frog ||
                            d.integrator == Integrator::verlet;
  double most = -1e300;
  std::vector<Vec3d> last = state.positions(), now;
  step(model, state);
  now = state.positions();
  for (auto left = static_cast<std::int64_t>(seconds / h); left > 0; --left) {
    const State::Energy energy = state.energy();
    step(model, state);
    const std::vector<Vec3d> next = state.positions();
    double kinetic = 0;
    for (std::size_t i = 0; i < now.size(); ++i)
      kinetic += 0.5 * body.masses[i] * dot(next[i] - now[i], now[i] - last[i]) / (h * h);
    if (!is_staggered) kinetic = energy.kinetic;
    most = std::max(most, kinetic + energy.elastic + energy.gravitational - start);
    last = now;
    now = next;
  }
  return most / (weight * fall);
}

}  // namespace pliant::test

#include <gtest/gtest.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double gravity = 9.81;

// With the new velocity in the position, n steps fall g h² (1 + 2 + ... + n).
TEST(FreeFall, OfSymplecticEulerIsExactToRounding) {
  for (double cells : {2.0, 8.0}) {
    const Body body = soft_cube(cells);
    const Model model(body, in_double);
    Dynamics d;
    d.time_step = 0.5 * stable_step(model);
    State state(model, d);
    const std::vector<Vec3d> before = state.positions();
    const int steps = 2000;
    step(model, state, steps);
    const double fallen =
        gravity * d.time_step * d.time_step * 0.5 * double(steps) * (double(steps) + 1);
    ASSERT_GT(fallen, 1);
    const std::vector<Vec3d> after = state.positions();
    for (std::size_t v = 0; v < before.size(); ++v) {
      EXPECT_NEAR(after[v].y, before[v].y - fallen, 1e-12 * fallen);
      EXPECT_NEAR(after[v].x, before[v].x, 1e-12 * fallen);
      EXPECT_NEAR(state.velocities()[v].y, -gravity * d.time_step * steps, 1e-11);
    }
  }
}

// The other integrators have the exact parabola, up to Euler's, which lags a step.
TEST(FreeFall, OfTheOthersIsTheParabola) {
  const Body body = soft_cube(2, 0.001);
  const Model model(body, in_double);
  for (Integrator i : integrators()) {
    Dynamics d;
    d.integrator = i;
    d.time_step = 1e-3;
    State state(model, d);
    const std::vector<Vec3d> before = state.positions();
    const double n = 1000;
    step(model, state, 1000);
    const double whole = i == Integrator::euler          ? n * (n - 1)
                         : i == Integrator::euler_cromer ? n * (n + 1)
                                                         : n * n;
    const double fallen = 0.5 * gravity * 1e-6 * whole;
    for (std::size_t v = 0; v < before.size(); v += 5) {
      EXPECT_NEAR(state.positions()[v].y, before[v].y - fallen, 1e-11) << name(i);
      EXPECT_NEAR(state.velocities()[v].y, -gravity * 1e-3 * n, 1e-11) << name(i);
    }
  }
}

TEST(FreeFall, OfOnePointWithoutRelations) {
  const Body body{{{0, 100, 0}}, {2.0}, {}, {}, {}};
  const Model model(body, in_double);
  Dynamics d;
  d.time_step = 0.01;
  State state(model, d);
  step(model, state, 100);
  EXPECT_NEAR(state.positions()[0].y, 100 - gravity * 1e-4 * 5050, 1e-12);
  const State chosen(model);
  EXPECT_TRUE(std::isfinite(chosen.dynamics().time_step) && chosen.dynamics().time_step > 0);
}

// L13 5.3: 35 km/s and 64 000 km further, springs still know their lengths.
TEST(FreeFall, ForAnHourInSinglePrecision) {
  const Body body = mass_spring_solid(cube_mesh(2), make_material(5e4, 0.3, 1000, 0.001));
  const Model model(body, in_single);
  Dynamics d;
  d.time_step = 0.005;
  ASSERT_LT(d.time_step, stable_step(model));
  State state(model, d);
  const std::int64_t steps = 720000;
  step(model, state, steps);
  EXPECT_NEAR(state.time(), 3600, 1e-6);
  const double n = double(steps);
  const double fallen = gravity * d.time_step * d.time_step * 0.5 * n * (n + 1);
  const std::vector<Vec3d> x = state.positions();
  double largest_strain = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(x[i].y / -fallen, 1, 2e-6);
    for (std::size_t j = 0; j < i; ++j) {
      const double rest = length(body.vertices[i] - body.vertices[j]);
      largest_strain = std::max(largest_strain, std::abs(length(x[i] - x[j]) / rest - 1));
    }
  }
  EXPECT_LT(largest_strain, 1e-5);
}

// A cube that drops, is squeezed by the floor and swings, here and 10 km away.
TEST(FarAway, ABodyBehavesAsAtTheOrigin) {
  const Vec3d far{10000, -10000, 10000};
  for (bool by_set_positions : {false, true}) {
    const Body here_body = soft_cube(3, 0.001);
    Body there_body = here_body;
    if (!by_set_positions)
      for (Vec3d& x : there_body.vertices) x += far;
    const Model here(here_body, in_single), there(there_body, in_single);
    Dynamics d;
    d.time_step = 0.5 * stable_step(here);
    d.obstacles = {{Floor{{0, -0.2, 0}}}};
    State a(here, d);
    std::get<Floor>(d.obstacles[0].shape).point += far;
    State b(there, d);
    if (by_set_positions) {
      std::vector<Vec3d> x = b.positions();
      for (Vec3d& p : x) p += far;
      b.set_positions(x);
    }
    const std::int64_t steps = static_cast<std::int64_t>(0.5 / d.time_step);
    step(here, a, steps);
    step(there, b, steps);
    std::vector<Vec3d> back = b.positions();
    for (Vec3d& p : back) p -= far;
    EXPECT_GT(largest_difference(a.positions(), here_body.vertices), 0.1);
    EXPECT_LT(largest_difference(a.positions(), back), 1e-4);
  }
}

// A body that flies 10 km and is given new dynamics there keeps its shape.
TEST(FarAway, NewDynamicsInFlightDoNotShakeTheBody) {
  const Body body = mass_spring_solid(cube_mesh(2), make_material(500, 0.3, 1000, 0));
  const Model model(body, in_single);
  Dynamics d = weightless(Integrator::euler_cromer, 0.005);
  State state(model, d);
  std::vector<Vec3d> v(body.vertices.size(), Vec3d{12345, 6789, -333});
  state.set_velocities(v);
  for (int i = 0; i < 20; ++i) {
    step(model, state, 100);
    state.set_dynamics(d);
    state.set_positions(state.positions());
  }
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t i = 1; i < x.size(); ++i)
    EXPECT_NEAR(length(x[i] - x[0]), length(body.vertices[i] - body.vertices[0]), 2e-5);
}

}  // namespace
}  // namespace pliant

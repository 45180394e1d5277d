#include <gtest/gtest.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

double largest_momentum(const Body& body, const State& state) {
  double sum = 0;
  for (std::size_t i = 0; i < body.masses.size(); ++i)
    sum += body.masses[i] * length(state.velocities()[i]);
  return sum;
}

TEST(Momentum, OfAFreeBodyStaysInEveryStep) {
  for (double damping_time : {0.0, 0.002})
    for (double cells : {2.0, 7.0}) {
      const Body body = soft_cube(cells, damping_time);
      const Model model(body, in_double);
      // The symplectic ones keep angular momentum too, also with dampers along their lines.
      State state(model, weightless(Integrator::euler_cromer));
      shake(state, 0.02 / cells, 1);
      for (int i = 0; i < 20; ++i) {
        const Vec3d linear = state.momentum(), angular = state.angular_momentum();
        const double scale = largest_momentum(body, state);
        step(model, state);
        EXPECT_LT(length(state.momentum() - linear), 1e-12 * scale);
        EXPECT_LT(length(state.angular_momentum() - angular), 1e-12 * scale);
      }
    }
}

TEST(Momentum, LinearStaysWithEveryIntegrator) {
  const Body body = soft_cube(3, 0.002);
  const Model model(body, in_double);
  for (Integrator i : integrators()) {
    State state(model, weightless(i));
    shake(state, 0.01, 1);
    const Vec3d linear = state.momentum();
    const double scale = largest_momentum(body, state);
    step(model, state, 100);
    EXPECT_LT(length(state.momentum() - linear), 1e-11 * scale) << name(i);
  }
}

TEST(Momentum, OfAPublishedSolid) {
  Body body = published_solid(cube_mesh(2), {});
  const Model model(body, in_double);
  State state(model, weightless(Integrator::leap_frog, 1e-3));
  shake(state, 0.02, 0.5);
  const Vec3d linear = state.momentum(), angular = state.angular_momentum();
  const double scale = largest_momentum(body, state);
  step(model, state, 50);
  EXPECT_LT(length(state.momentum() - linear), 1e-12 * scale);
  EXPECT_LT(length(state.angular_momentum() - angular), 1e-12 * scale);
}

double energy_after(const Model& model, Integrator i, double h, std::int64_t steps,
                    double& largest) {
  State state(model, weightless(i, h));
  shake(state, 0.01, 0.05);
  const double first = state.energy().total();
  largest = 1;
  for (std::int64_t done = 0; done < steps; done += steps / 50) {
    step(model, state, steps / 50);
    largest = std::max(largest, state.energy().total() / first);
  }
  return state.energy().total() / first;
}

TEST(Energy, OfAnUndampedBodyIsBoundedOverManySteps) {
  const Model model(soft_cube(1), in_double);
  const double h = 0.2 * stable_step(model, weightless(Integrator::verlet));
  for (Integrator i : {Integrator::verlet, Integrator::leap_frog, Integrator::euler_cromer}) {
    double largest = 0;
    const double last = energy_after(model, i, h, 100000, largest);
    EXPECT_LT(largest, 1.15) << name(i);
    EXPECT_GT(last, 0.85) << name(i);
  }
  double largest = 0;
  EXPECT_GT(energy_after(model, Integrator::euler, 0.1 * h, 5000, largest), 1.5);
}

TEST(Energy, OfADampedBodyOnlyFalls) {
  const Model model(soft_cube(3, 0.005), in_double);
  State state(model, weightless(Integrator::verlet));
  shake(state, 0.01, 0.05);
  double before = state.energy().total();
  for (int i = 0; i < 20; ++i) {
    step(model, state, 20);
    EXPECT_LT(state.energy().total(), before * (1 + 1e-9));
    before = state.energy().total();
  }
}

TEST(GlobalDamping, LetsVelocitiesDecayExponentially) {
  const Body body = soft_cube(2);
  const Model model(body, in_double);
  Dynamics d = weightless(Integrator::runge_kutta_4, 0.005);
  d.damping = 3;
  State state(model, d);
  state.set_velocities(std::vector<Vec3d>(body.vertices.size(), Vec3d{1, -2, 0.5}));
  step(model, state, 200);
  for (const Vec3d& v : state.velocities())
    EXPECT_LT(length(v - Vec3d{1, -2, 0.5} * std::exp(-3.0)), 1e-8);
}

}  // namespace
}  // namespace pliant

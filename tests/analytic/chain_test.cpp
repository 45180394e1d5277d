#include <gtest/gtest.h>

#include <numbers>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr std::size_t links = 12;
constexpr double stiffness = 40, mass = 0.3;

Body fixed_chain() {
  Body body = chain(row_of_points(links + 1), {mass, stiffness, 0});
  body.pinned = {0, links};
  return body;
}

double angular_frequency(std::size_t mode) {
  return 2 * std::sqrt(stiffness / mass) *
         std::sin(double(mode) * std::numbers::pi / (2.0 * double(links)));
}

std::vector<Vec3d> mode_shape(std::size_t mode, double amplitude) {
  std::vector<Vec3d> u;
  for (std::size_t i = 0; i <= links; ++i)
    u.push_back({amplitude * std::sin(double(mode * i) * std::numbers::pi / double(links)), 0, 0});
  return u;
}

// How much of the mode there is in a state.
double share(const State& state, const std::vector<Vec3d>& shape) {
  const std::vector<Vec3d> x = state.positions(), rest = fixed_chain().vertices;
  double sum = 0, norm = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += dot(x[i] - rest[i], shape[i]);
    norm += squared_length(shape[i]);
  }
  return sum / norm;
}

// Verlet turns x(t) = cos(w t) into cos(w' t) with 2 sin(w' h / 2) = w h, exactly. Along the
// chain the springs are linear, so any amplitude will do. w' comes from the last of the zero
// crossings, found between two steps by the sine that goes through both.
TEST(Chain, SwingsWithTheFrequenciesOfItsModes) {
  const Model model(fixed_chain(), in_double);
  for (std::size_t mode : {1u, 2u, 5u, 11u}) {
    const double h = 0.05 / angular_frequency(mode);
    const std::vector<Vec3d> shape = mode_shape(mode, 0.01);
    State state(model, weightless(Integrator::verlet, h));
    std::vector<Vec3d> x = state.positions();
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += shape[i];
    state.set_positions(x);
    double before = share(state, shape), crossing = 0;
    int crossings = 0;
    for (int i = 0; i < 6300; ++i) {
      step(model, state);
      const double now = share(state, shape);
      if ((now < 0) != (before < 0)) {
        ++crossings;
        // Near a crossing x is A sin(w'(t - t0)); asin of both gives t0.
        const double a = std::asin(std::clamp(now, -1.0, 1.0)),
                     b = std::asin(std::clamp(before, -1.0, 1.0));
        crossing = state.time() - h * a / (a - b);
      }
      before = now;
    }
    ASSERT_GT(crossings, 90);
    // The first is a quarter of a period after the start, the others half a period each.
    const double discrete = (crossings - 0.5) * std::numbers::pi / crossing;
    const double measured = 2 / h * std::sin(0.5 * discrete * h);
    EXPECT_NEAR(measured / angular_frequency(mode), 1, 1e-6) << "mode " << mode;
  }
}

// A mode stays itself: nothing leaks into the others.
TEST(Chain, KeepsAMode) {
  const Model model(fixed_chain(), in_double);
  const std::vector<Vec3d> shape = mode_shape(3, 0.01), other = mode_shape(5, 0.01);
  State state(model, weightless(Integrator::runge_kutta_4, 1e-3));
  std::vector<Vec3d> x = state.positions();
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += shape[i];
  state.set_positions(x);
  step(model, state, 2000);
  EXPECT_NEAR(share(state, shape), std::cos(angular_frequency(3) * 2), 1e-8);
  EXPECT_NEAR(share(state, other), 0, 1e-10);
}

TEST(Chain, HasTheStableStepOfItsFastestMode) {
  const Model model(fixed_chain(), in_double);
  const double closed = 2 / angular_frequency(links - 1);
  for (Integrator i : {Integrator::verlet, Integrator::euler_cromer, Integrator::leap_frog})
    EXPECT_NEAR(stable_step(model, weightless(i)) / closed, 1, 0.02) << name(i);
  // The imaginary axis up to 2 sqrt(2) is stable.
  EXPECT_NEAR(stable_step(model, weightless(Integrator::runge_kutta_4)) / closed, std::sqrt(2.0),
              0.03);
  EXPECT_EQ(stable_step(model, weightless(Integrator::euler)), 0);
  const State state(model, weightless(Integrator::verlet));
  EXPECT_DOUBLE_EQ(
      state.dynamics().time_step,
      std::min(longest_safe_step, safe_share * stable_step(model, weightless(Integrator::verlet))));
}

TEST(Chain, HangsWithTheLengthsOfItsLoads) {
  Body body = chain(row_of_points(6), {mass, stiffness, 0.5});
  body.pinned = {0};
  const Model model(body, in_double);
  Dynamics d;
  d.damping = 2;
  State state(model, d);
  step(model, state, static_cast<std::int64_t>(30 / state.dynamics().time_step));
  const std::vector<Vec3d> x = state.positions();
  for (std::size_t i = 1; i < x.size(); ++i)
    EXPECT_NEAR(length(x[i] - x[i - 1]), 1 + double(6 - i) * mass * 9.81 / stiffness, 1e-4);
}

}  // namespace
}  // namespace pliant

#include <gtest/gtest.h>

#include "support/dynamics.h"

namespace pliant {
namespace {

using namespace test;

constexpr double seconds = 0.05;

State swing(const Model& model, Integrator integrator, int steps) {
  State state(model, weightless(integrator, seconds / steps));
  shake(state, 0.02, 0.3);
  step(model, state, steps);
  return state;
}

struct Order {
  Integrator integrator;
  double order;
};
class OrderOfAccuracy : public testing::TestWithParam<Order> {};

// The error halves 2^order times when the step is halved.
TEST_P(OrderOfAccuracy, IsTheTheoreticalOne) {
  const Model model(soft_cube(1), in_double);
  const State reference = swing(model, Integrator::runge_kutta_4, 4000);
  const int coarse = GetParam().order > 3 ? 20 : 80;
  std::vector<double> errors;
  for (int halving = 0; halving < 3; ++halving) {
    const State state = swing(model, GetParam().integrator, coarse << halving);
    EXPECT_NEAR(state.time(), seconds, 1e-12);
    errors.push_back(largest_difference(state.positions(), reference.positions()) +
                     0.1 * largest_difference(state.velocities(), reference.velocities()));
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), GetParam().order, 0.2);
  EXPECT_NEAR(std::log2(errors[1] / errors[2]), GetParam().order, 0.15);
}

INSTANTIATE_TEST_SUITE_P(
    All, OrderOfAccuracy,
    testing::Values(Order{Integrator::euler, 1}, Order{Integrator::midpoint, 2},
                    Order{Integrator::verlet, 2}, Order{Integrator::euler_cromer, 1},
                    Order{Integrator::leap_frog, 2}, Order{Integrator::runge_kutta_4, 4}),
    [](const auto& test) { return std::string(name(test.param.integrator)); });

}  // namespace
}  // namespace pliant

#include <gtest/gtest.h>

#include "support/support_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(Support, CarriesTheWeight) {
  for (const ModelOptions& options : {in_single, in_double})
    check_support_carries_the_weight(options);
}

TEST(Support, HasInertia) {
  for (const ModelOptions& options : {in_single, in_double}) check_support_has_inertia(options);
}

TEST(Support, DoesTheWork) {
  for (const ModelOptions& options : {in_single, in_double}) check_support_does_the_work(options);
}

// Energies of kernels, to the last bit on any number of threads.
TEST(Energy, HasTheSameBitsOnAnyNumberOfThreads) {
  const Body body = soft_cube(9);  // several blocks
  for (const ModelOptions& options : {in_single, in_double}) {
    const Model model(body, options);
    State state(model, weightless(Integrator::verlet, 1e-4));
    shake(state, 0.01, 1);
    std::vector<State::Energy> all;
    for (const int threads : {1, 2, 5}) {
      const WithThreads with(threads);
      all.push_back(state.energy());
    }
    for (const State::Energy& energy : all) {
      EXPECT_EQ(energy.kinetic, all[0].kinetic);
      EXPECT_EQ(energy.elastic, all[0].elastic);
      EXPECT_EQ(energy.gravitational, all[0].gravitational);
    }
    EXPECT_EQ(state.kinetic_energy(), all[0].kinetic);
  }
}

TEST(Energy, OfSinglePrecisionIsThatOfDouble) {
  const Body body = soft_cube(6);
  State single(Model(body, in_single)), in_full(Model(body, in_double));
  for (State* state : {&single, &in_full}) shake(*state, 0.01, 1);
  in_full.set_positions(single.positions());  // which are rounded
  in_full.set_velocities(single.velocities());
  EXPECT_NEAR(single.energy().elastic / in_full.energy().elastic, 1, 1e-6);
  EXPECT_NEAR(single.energy().kinetic / in_full.energy().kinetic, 1, 1e-12);
}

}  // namespace
}  // namespace pliant

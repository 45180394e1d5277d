#include <gtest/gtest.h>

#include "support/gpu_list.h"
#include "support/limit_checks.h"
#include "support/support_checks.h"

// The GPU backend with the host in the card's place: the same programs, block by block.

namespace pliant {
namespace {

using namespace test;

constexpr Integrator few_integrators[] = {Integrator::euler_cromer, Integrator::leap_frog};
constexpr Precision single_alone[] = {Precision::single_precision};

// Cards of different sizes, so that bodies stay in shared memory, or do not.
class GpuOnHost : public testing::TestWithParam<std::pair<std::uint32_t, std::size_t>> {
 protected:
  gpu::StandIn stand_in_{gpu::host_device(GetParam().first, GetParam().second)};
  const GpuEffort effort{.law_steps = 300,
                         .bits = {{500, 150}, {2500, 150}},
                         .fans = {{3, 50}},
                         .batch_integrators = few_integrators,
                         .compression_steps = 500,
                         .slow_in = single_alone,
                         .far_parts_sleep = GetParam().first > 4};
};
INSTANTIATE_TEST_SUITE_P(Cards, GpuOnHost,
                         testing::Values(std::pair(4u, std::size_t(200) << 10),
                                         std::pair(16u, std::size_t(64) << 10)),
                         [](const auto& card) {
                           return card.param.first == 4 ? "Large" : "Small";
                         });

#define PLIANT_ON_HOST(name, check) \
  TEST_P(GpuOnHost, name) {         \
    check;                          \
  }
PLIANT_GPU_CHECKS(PLIANT_ON_HOST)

TEST_P(GpuOnHost, CopiesTooManyToStayAreStreamedByAnyPlan) {
  const Model model(batch_body(), on_card(Precision::single_precision));
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  Batch batch = batch_of(model, shared, 5);
  plan_of(model) = {true, gpu::most_resident_threads, false};
  step(batch, 20);
  State state = alone(model, shared, 4);
  step(model, state, 20);
  expect_as(batch, 4, state);
}
TEST_P(GpuOnHost, AStrainLimitTakesEnergyAndHolds) {
  check_limit_takes_energy(on_card(Precision::single_precision), 0.3);
  for (Precision precision : both_precisions) {
    check_limit_holds(on_card(precision));
    check_limit_lets_spin(on_card(precision));
  }
}
TEST_P(GpuOnHost, SupportsCarryWeightInertiaAndWork) {
  for (Precision precision : both_precisions) {
    check_support_carries_the_weight(on_card(precision));
    check_support_has_inertia(on_card(precision));
    check_support_does_the_work(on_card(precision));
  }
}

TEST(GpuOnHostPlans, SmallBodiesStayAndLargeOnesAreStreamed) {
  const gpu::StandIn stand_in(gpu::host_device(4, std::size_t(100) << 10));
  const auto resident = [](double tets) {
    const Model model(mass_spring_solid(random_mesh(tets, 1), material("rubber")),
                      on_card(Precision::single_precision));
    return plan_of(model).resident;
  };
  EXPECT_TRUE(resident(500));
  EXPECT_TRUE(resident(2000));
  EXPECT_FALSE(resident(20000));
}

TEST(GpuOnHostPlans, FewPatchesThatAreAwakeGoTogether) {
  const gpu::StandIn stand_in(gpu::host_device(32, std::size_t(24) << 10));
  for (Precision precision : both_precisions) check_listed_steps(on_card(precision), 30, 2);
}

}  // namespace
}  // namespace pliant

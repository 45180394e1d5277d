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

TEST_P(GpuOnHost, BatchesShareVectors) {
  check_shared_vectors<float>(on_card(Precision::single_precision));
  check_shared_vectors<double>(on_card(Precision::double_precision));
}
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

// The host refuses what a card would: blocks that wait for each other and cannot all run at once.
TEST(GpuOnHostPlans, CopiesStayWhereAllTheirBlocksRunAtOnce) {
  const gpu::StandIn stand_in(gpu::host_device(16, std::size_t(200) << 10));
  const Model model(batch_body(), on_card(Precision::single_precision));
  const Dynamics shared = shared_dynamics(model, Integrator::euler_cromer);
  const auto check = [&](std::uint32_t threads, std::size_t copies, bool scaled) {
    SCOPED_TRACE(testing::Message() << threads << " threads, " << copies << " copies, " << scaled);
    plan_of(model) = {true, threads, true};
    Batch batch = batch_of(model, shared, copies);
    if (scaled) batch.scale_parameter(0, 0, "stiffness", 1);
    step(batch, 5);
    State state = alone(model, shared, copies - 1);
    step(model, state, 5);
    expect_as(batch, copies - 1, state);
  };
  for (const std::uint32_t threads : {128u, 192u, 256u, 320u, gpu::most_resident_threads})
    for (const std::size_t copies : {1, 2, 3, 4})
      for (const bool scaled : {false, true}) check(threads, copies, scaled);
  const gpu::GpuModel<float>& compiled = as_gpu<float>(model);
  EXPECT_TRUE(compiled.may_stay(2, 0, {128}));
  EXPECT_FALSE(compiled.may_stay(2, 0, {256}));
  EXPECT_TRUE(compiled.may_stay(3, 0, {128, true}));
  EXPECT_FALSE(compiled.may_stay(3, 0, {128}));
}

TEST(GpuOnHostPlans, LaunchesSetAsideWhatTheirBlocksNeedAndNotMuchMore) {
  const gpu::Multiprocessors card{132, std::size_t(228) << 10};
  for (const std::uint32_t at_once : {1u, 2u, 3u, 7u})
    for (std::size_t bytes = 100; at_once * (bytes + 1024) <= card.shared_bytes; bytes += 1000) {
      const gpu::Grid grid{at_once * 33 - 5, 4, 128, bytes};
      const std::uint32_t percent = gpu::percent_set_aside(grid, card);
      const std::size_t needed = at_once * (bytes + 1024);
      EXPECT_GE(percent * card.shared_bytes / 100, needed);
      EXPECT_LE(percent * card.shared_bytes / 100, needed + at_once * card.shared_bytes / 50);
      EXPECT_LE(percent, 100u);
    }
}

TEST(GpuOnHostPlans, FewPatchesThatAreAwakeGoTogether) {
  const gpu::StandIn stand_in(gpu::host_device(32, std::size_t(24) << 10));
  for (Precision precision : both_precisions) check_listed_steps(on_card(precision), 30, 2);
}

}  // namespace
}  // namespace pliant

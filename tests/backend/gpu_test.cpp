#include <gtest/gtest.h>

#include "support/batch_checks.h"
#include "support/contact_checks.h"
#include "support/frame_checks.h"
#include "support/gpu_checks.h"
#include "support/limit_checks.h"
#include "support/pull_checks.h"
#include "support/response_checks.h"
#include "support/saved_checks.h"
#include "support/selection_checks.h"
#include "support/support_checks.h"
#include "support/volume_checks.h"

// The GPU backend with the host in the card's place: the same programs, block by block.

namespace pliant {
namespace {

using namespace test;

// Cards of different sizes, so that bodies stay in shared memory, or do not.
class GpuOnHost : public testing::TestWithParam<std::pair<std::uint32_t, std::size_t>> {
 protected:
  gpu::StandIn stand_in_{gpu::host_device(GetParam().first, GetParam().second)};
};
INSTANTIATE_TEST_SUITE_P(Cards, GpuOnHost,
                         testing::Values(std::pair(4u, std::size_t(200) << 10),
                                         std::pair(16u, std::size_t(64) << 10)),
                         [](const auto& card) {
                           return card.param.first == 4 ? "Large" : "Small";
                         });

TEST_P(GpuOnHost, ForcesOfEveryLawAreThoseOfItsRelations) {
  check_forces_of_all_laws();
}
TEST_P(GpuOnHost, StepsOfEveryLawAndIntegratorAreThoseOfTheCpu) {
  check_every_law_and_integrator(300);
}
TEST_P(GpuOnHost, BitsAreTheSameHoweverItRuns) {
  check_same_bits(500, 150);
  check_same_bits(2500, 150);
}
TEST_P(GpuOnHost, RelationsChangeWhileItRuns) {
  check_changes();
}
TEST_P(GpuOnHost, AllTetrahedraMayShareAVertex) {
  check_fan(3, 50);
}
TEST_P(GpuOnHost, TheOriginFollowsALongFall) {
  check_long_fall();
}
TEST_P(GpuOnHost, WhatRunsAwayIsNamedAndGoesBack) {
  check_runaway();
}
TEST_P(GpuOnHost, GasFollowsItsVolume) {
  check_balloon();
}
TEST_P(GpuOnHost, VolumesAreKept) {
  for (Precision precision : both_precisions) check_volumes_kept(on_card(precision));
}
TEST_P(GpuOnHost, VolumesAreKeptAsOnTheCpu) {
  for (Precision precision : both_precisions) check_volume_as_on_the_cpu(on_card(precision));
}
TEST_P(GpuOnHost, VolumesAreKeptUnderCompressionAndOnFloors) {
  check_compression(on_card(Precision::single_precision), integrators(), 500);
  check_resting(on_card(Precision::single_precision));
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
TEST_P(GpuOnHost, BatchesAreAsSingleStates) {
  for (Precision precision : both_precisions) {
    for (Integrator integrator : {Integrator::euler_cromer, Integrator::leap_frog}) {
      check_batch_equals_states(on_card(precision), integrator);
      check_batch_changes_on_the_way(on_card(precision), integrator);
    }
    check_batch_scales(batch_body(), on_card(precision));
    check_batch_with_a_runaway(on_card(precision));
    check_batch_refuses(on_card(precision));
  }
}
TEST_P(GpuOnHost, LoadsFloorsAndTables) {
  for (Precision precision : both_precisions) {
    check_load(on_card(precision));
    check_energy_of_a_far_load(on_card(precision));
    check_bounce(on_card(precision));
    check_table(on_card(precision));
    check_shapes(on_card(precision));
    check_moving_obstacles(on_card(precision));
    check_insets(on_card(precision));
    check_slope(hard_block(), on_card(precision), Integrator::verlet);
  }
}
TEST_P(GpuOnHost, OnlyWhatMovesIsSimulated) {
  for (Precision precision : both_precisions) {
    check_zero_thresholds(on_card(precision));
    check_rest(on_card(precision));
  }
  const ModelOptions single = on_card(Precision::single_precision);
  check_all_awake(single);
  check_waking(single);
  check_obstacles_from_the_start(single);
  check_selected_bits(single);
  check_poke_as_whole(single);
  if (GetParam().first > 4) check_far_parts_sleep(single);
}
TEST_P(GpuOnHost, ResponsesOfObstacles) {
  for (Precision precision : both_precisions) {
    check_points_lie(on_card(precision));
    check_points_slide(on_card(precision));
    check_responses_as_on_the_cpu(on_card(precision));
  }
}
TEST_P(GpuOnHost, DrivenVertices) {
  for (Precision precision : both_precisions) {
    check_driven_vertices_keep_to_their_path(on_card(precision));
    check_driven_bits(on_card(precision));
    check_driven_as_on_the_cpu(on_card(precision));
    check_removed_drive(on_card(precision));
  }
  check_long_way(on_card(Precision::single_precision));
  check_path_that_is_not_finite(on_card(Precision::single_precision));
  check_driven_runaway(on_card(Precision::single_precision));
}
TEST_P(GpuOnHost, PullsStrokesAndRelationsThatComeBack) {
  for (Precision precision : both_precisions) {
    check_pulled_weight(on_card(precision));
    check_pulls_add_up(on_card(precision));
    check_pulled_bits(on_card(precision));
    check_pulls_on_a_falling_body(on_card(precision));
    check_relations_come_back(on_card(precision));
    check_strokes_as_on_the_cpu(on_card(precision));
  }
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
TEST_P(GpuOnHost, SavedStatesGoOn) {
  for (Precision precision : both_precisions) {
    check_saved_states_go_on(on_card(precision));
    check_damaged_states_are_refused(on_card(precision));
    check_relation_forces(on_card(precision));
  }
}
TEST_P(GpuOnHost, FramesComeWhileItStepsOn) {
  for (Precision precision : both_precisions) {
    check_frames_are_of_their_time(on_card(precision));
    check_frames_one_behind(on_card(precision));
    check_frames_outlive_the_state(on_card(precision));
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

TEST_P(GpuOnHost, SelectsByTheCriteriaOfS07) {
  for (Precision precision : both_precisions) check_published_criteria(on_card(precision));
}

}  // namespace
}  // namespace pliant

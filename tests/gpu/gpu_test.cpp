#include <gtest/gtest.h>

#include <cstdlib>

#include "support/batch_checks.h"
#include "support/contact_checks.h"
#include "support/frame_checks.h"
#include "support/gpu_checks.h"
#include "support/pull_checks.h"
#include "support/response_checks.h"
#include "support/saved_checks.h"
#include "support/selection_checks.h"
#include "support/spectral_checks.h"
#include "support/volume_checks.h"

// On a real card; see tests/backend/gpu_test.cpp for the same without one.

namespace pliant {
namespace {

using namespace test;

/// Tools that check every access slow a card down a hundredfold; PLIANT_FEW_STEPS asks for steps
/// enough to pass every line, but not for long runs.
int steps_of(int count) {
  return std::getenv("PLIANT_FEW_STEPS") ? count / 20 : count;
}

#define PLIANT_NEEDS_CARD() \
  if (!cuda_card().usable()) GTEST_SKIP() << cuda_card().why_not

TEST(Gpu, ForcesOfEveryLawAreThoseOfItsRelations) {
  PLIANT_NEEDS_CARD();
  check_forces_of_all_laws();
}
TEST(Gpu, ThousandStepsOfEveryLawAndIntegratorAreThoseOfTheCpu) {
  PLIANT_NEEDS_CARD();
  check_every_law_and_integrator(steps_of(1000));
}
TEST(Gpu, BitsAreTheSameHoweverItRuns) {
  PLIANT_NEEDS_CARD();
  check_same_bits(500, steps_of(300));     // one patch
  check_same_bits(20000, steps_of(1000));  // many
}
TEST(Gpu, RelationsChangeWhileItRuns) {
  PLIANT_NEEDS_CARD();
  check_changes();
}
TEST(Gpu, AllTetrahedraMayShareAVertex) {
  PLIANT_NEEDS_CARD();
  check_fan(4, 200);
  check_fan(5, 50);
}
TEST(Gpu, TheOriginFollowsALongFall) {
  PLIANT_NEEDS_CARD();
  check_long_fall();
}
TEST(Gpu, WhatRunsAwayIsNamedAndGoesBack) {
  PLIANT_NEEDS_CARD();
  check_runaway();
}
TEST(Gpu, GasFollowsItsVolume) {
  PLIANT_NEEDS_CARD();
  check_balloon();
}
TEST(Gpu, VolumesAreKept) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_volumes_kept(on_card(precision));
    check_volume_as_on_the_cpu(on_card(precision));
    check_compression(on_card(precision), integrators(), 4000);
    check_resting(on_card(precision));
  }
}
TEST(Gpu, BatchesAreAsSingleStates) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    for (Integrator integrator : integrators()) {
      check_batch_equals_states(on_card(precision), integrator);
      check_batch_changes_on_the_way(on_card(precision), integrator);
    }
    check_batch_scales(batch_body(), on_card(precision));
    check_batch_with_a_runaway(on_card(precision));
    check_batch_refuses(on_card(precision));
  }
}
TEST(Gpu, LoadsFloorsAndTables) {
  PLIANT_NEEDS_CARD();
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
TEST(Gpu, OnlyWhatMovesIsSimulated) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_zero_thresholds(on_card(precision));
    check_all_awake(on_card(precision));
    check_rest(on_card(precision));
    check_waking(on_card(precision));
    check_selected_bits(on_card(precision));
    check_poke_as_whole(on_card(precision));
    check_obstacles_from_the_start(on_card(precision));
    check_far_parts_sleep(on_card(precision));
    check_published_criteria(on_card(precision));
  }
  check_listed_steps(on_card(Precision::single_precision), 60, 30);
}
TEST(Gpu, ResponsesOfObstacles) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_points_lie(on_card(precision));
    check_points_slide(on_card(precision));
    check_responses_as_on_the_cpu(on_card(precision));
  }
}
TEST(Gpu, DrivenVertices) {
  PLIANT_NEEDS_CARD();
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
TEST(Gpu, PullsStrokesAndRelationsThatComeBack) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_pulled_weight(on_card(precision));
    check_pulls_add_up(on_card(precision));
    check_pulled_bits(on_card(precision));
    check_pulls_on_a_falling_body(on_card(precision));
    check_relations_come_back(on_card(precision));
    check_strokes_as_on_the_cpu(on_card(precision));
  }
}
TEST(Gpu, SavedStatesGoOn) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_saved_states_go_on(on_card(precision));
    check_damaged_states_are_refused(on_card(precision));
    check_relation_forces(on_card(precision));
  }
}
TEST(Gpu, FramesComeWhileItStepsOn) {
  PLIANT_NEEDS_CARD();
  for (Precision precision : both_precisions) {
    check_frames_are_of_their_time(on_card(precision));
    check_frames_one_behind(on_card(precision));
    check_frames_outlive_the_state(on_card(precision));
  }
}

TEST(Gpu, SpectralSolids) {
  PLIANT_NEEDS_CARD();
  if (!check_spectral_states() || !check_spectral_batches())
    GTEST_SKIP() << "this build computes no modes, and they are not in the cache";
}

}  // namespace
}  // namespace pliant

#pragma once

#include "support/batch_checks.h"
#include "support/card_touching_checks.h"
#include "support/contact_checks.h"
#include "support/descent_checks.h"
#include "support/frame_checks.h"
#include "support/gpu_checks.h"
#include "support/kinds_checks.h"
#include "support/patch_checks.h"
#include "support/pull_checks.h"
#include "support/response_checks.h"
#include "support/saved_checks.h"
#include "support/selection_checks.h"
#include "support/touching_checks.h"
#include "support/volume_checks.h"
#include "support/world_checks.h"

// What is checked both on a card (tests/gpu) and with the host in its place (tests/backend).

namespace pliant::test {

/// How much of it there is time for.
struct GpuEffort {
  struct Run {
    double size;
    int steps;
  };
  int law_steps;
  std::vector<Run> bits;  ///< of so many tetrahedra
  std::vector<Run> fans;  ///< of so many levels
  std::span<const Integrator> batch_integrators;
  int compression_steps;
  std::span<const Precision> slow_in;  ///< in which what takes long is checked
  bool far_parts_sleep;                ///< on a card of this size
};

/// One check after the other in one precision, then in the next.
template <class... Checks>
void check_in(std::span<const Precision> precisions, Checks... checks) {
  for (Precision precision : precisions) (checks(on_card(precision)), ...);
}

inline void check_all_bits(const GpuEffort& effort) {
  for (const auto& [tets, steps] : effort.bits) check_same_bits(tets, steps);
}

inline void check_fans(const GpuEffort& effort) {
  for (const auto& [levels, steps] : effort.fans) check_fan(levels, steps);
}

inline void check_pressed_volumes(const GpuEffort& effort) {
  const auto compression = [&](const ModelOptions& options) {
    check_compression(options, integrators(), effort.compression_steps);
  };
  check_in(effort.slow_in, compression, check_resting);
}

inline void check_batches(const GpuEffort& effort) {
  const auto as_states = [&](const ModelOptions& options) {
    for (Integrator integrator : effort.batch_integrators) {
      check_batch_equals_states(options, integrator);
      check_batch_changes_on_the_way(options, integrator);
    }
  };
  const auto scales = [](const ModelOptions& options) {
    check_batch_scales(batch_body(), options);
  };
  check_in(both_precisions, as_states, scales, check_batch_with_a_runaway, check_batch_refuses);
}

inline void check_contacts() {
  const auto slope = [](const ModelOptions& options) {
    check_slope(hard_block(), options, Integrator::verlet);
  };
  check_in(both_precisions, check_load, check_energy_of_a_far_load, check_bounce, check_table,
           check_shapes, check_moving_obstacles, check_insets, slope);
}

inline void check_selection(const GpuEffort& effort) {
  check_in(both_precisions, check_zero_thresholds, check_rest);
  check_in(effort.slow_in, check_all_awake, check_waking, check_obstacles_from_the_start,
           check_selected_bits, check_poke_as_whole);
  if (effort.far_parts_sleep) check_in(effort.slow_in, check_far_parts_sleep);
}

inline void check_drives() {
  check_in(both_precisions, check_driven_vertices_keep_to_their_path, check_driven_bits,
           check_driven_as_on_the_cpu, check_removed_drive);
  const ModelOptions single = on_card(Precision::single_precision);
  check_long_way(single);
  check_path_that_is_not_finite(single);
  check_driven_runaway(single);
}

}  // namespace pliant::test

// CHECK(name of the test, what it calls), with a GpuEffort `effort` at hand.
#define PLIANT_GPU_CHECKS(CHECK)                                                                  \
  CHECK(ForcesOfEveryLawAreThoseOfItsRelations, check_forces_of_all_laws())                       \
  CHECK(StepsOfEveryLawAndIntegratorAreThoseOfTheCpu,                                             \
        check_every_law_and_integrator(effort.law_steps))                                         \
  CHECK(BitsAreTheSameHoweverItRuns, check_all_bits(effort))                                      \
  CHECK(RelationsChangeWhileItRuns, check_changes())                                              \
  CHECK(AllTetrahedraMayShareAVertex, check_fans(effort))                                         \
  CHECK(TheOriginFollowsALongFall, check_long_fall())                                             \
  CHECK(WhatRunsAwayIsNamedAndGoesBack, check_runaway())                                          \
  CHECK(GasFollowsItsVolume, check_balloon())                                                     \
  CHECK(VolumesAreKept, check_in(both_precisions, check_volumes_kept))                            \
  CHECK(VolumesAreKeptAsOnTheCpu, check_in(both_precisions, check_volume_as_on_the_cpu))          \
  CHECK(VolumesAreKeptUnderCompressionAndOnFloors, check_pressed_volumes(effort))                 \
  CHECK(WorldsAreAsTheirBodiesAlone, check_in(both_precisions, check_world))                      \
  CHECK(BodiesOfAWorldShareLaunches,                                                              \
        check_in(both_precisions, check_shared_world, check_shared_runaway))                      \
  CHECK(AnyNumberOfSets, check_in(both_precisions, check_many_sets))                              \
  CHECK(BodiesOfAllKindsMeetABall,                                                                \
        check_in(both_precisions, check_kinds_on_a_ball, check_bits_of_kinds))                    \
  CHECK(BatchesAreAsSingleStates, check_batches(effort))                                          \
  CHECK(LoadsFloorsAndTables, check_contacts())                                                   \
  CHECK(BodiesTouch, check_in(both_precisions, check_landings, check_landing_on_a_surface,        \
                              check_touching_bits))                                               \
  CHECK(BodiesThatHitEachOther,                                                                   \
        check_in(both_precisions, check_collision, check_blows, check_woken_by_touch))            \
  CHECK(BodiesTouchWithoutTheHost,                                                                \
        check_in(both_precisions, check_forces_of_contact, check_touching_as_on_the_cpu,          \
                 check_random_worlds, check_bits_of_contact))                                     \
  CHECK(OnlyWhatMovesIsSimulated, check_selection(effort))                                        \
  CHECK(SelectsByTheCriteriaOfS07, check_in(both_precisions, check_published_criteria))           \
  CHECK(ResponsesOfObstacles, check_in(both_precisions, check_points_lie, check_points_slide,     \
                                       check_responses_as_on_the_cpu))                            \
  CHECK(DrivenVertices, check_drives())                                                           \
  CHECK(PullsStrokesAndRelationsThatComeBack,                                                     \
        check_in(both_precisions, check_pulled_weight, check_pulls_add_up, check_pulled_bits,     \
                 check_pulls_on_a_falling_body, check_relations_come_back,                        \
                 check_strokes_as_on_the_cpu))                                                    \
  CHECK(CutPatchesAreAsOnTheCpu, check_in(both_precisions, check_cut_patches_as_on_the_cpu))      \
  CHECK(SavedStatesGoOn, check_in(both_precisions, check_saved_states_go_on,                      \
                                  check_damaged_states_are_refused, check_relation_forces))       \
  CHECK(DescentVisitsEveryLaw, check_in(both_precisions, check_descent_knows_all_forces))         \
  CHECK(DescentSweepsAsTheProcessor, check_in(both_precisions, check_sweeps_as_on_the_processor,  \
                                              check_descent_bits, check_descent_follows_changes)) \
  CHECK(LargeStepsByDescent, check_in(both_precisions, check_large_steps_as_on_the_processor,     \
                                      check_strand_on_a_card, check_large_steps_go_on))           \
  CHECK(FramesComeWhileItStepsOn,                                                                 \
        check_in(both_precisions, check_frames_are_of_their_time, check_frames_one_behind,        \
                 check_frames_outlive_the_state))

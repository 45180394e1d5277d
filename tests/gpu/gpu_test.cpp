#include <gtest/gtest.h>

#include "support/batch_checks.h"
#include "support/frame_checks.h"
#include "support/gpu_checks.h"

// On a real card; see tests/backend/gpu_test.cpp for the same without one.

namespace pliant {
namespace {

using namespace test;

#define PLIANT_NEEDS_CARD() \
  if (!cuda_card().usable()) GTEST_SKIP() << cuda_card().why_not

TEST(Gpu, ForcesOfEveryLawAreThoseOfItsRelations) {
  PLIANT_NEEDS_CARD();
  check_forces_of_all_laws();
}
TEST(Gpu, ThousandStepsOfEveryLawAndIntegratorAreThoseOfTheCpu) {
  PLIANT_NEEDS_CARD();
  check_every_law_and_integrator(1000);
}
TEST(Gpu, BitsAreTheSameHoweverItRuns) {
  PLIANT_NEEDS_CARD();
  check_same_bits(300, 300);     // one patch
  check_same_bits(20000, 1000);  // many
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

}  // namespace
}  // namespace pliant

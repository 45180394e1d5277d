#include <gtest/gtest.h>

#include <cstdlib>

#include "support/gpu_list.h"
#include "support/spectral_checks.h"

// On a real card; see tests/backend/gpu_test.cpp for the same without one.

namespace pliant {
namespace {

using namespace test;

/// Tools that check every access slow a card down a hundredfold; PLIANT_FEW_STEPS asks for steps
/// enough to pass every line, but not for long runs.
int steps_of(int count) {
  return std::getenv("PLIANT_FEW_STEPS") ? count / 20 : count;
}

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda_card().usable()) GTEST_SKIP() << cuda_card().why_not;
  }
  const GpuEffort effort{.law_steps = steps_of(1000),
                         .bits = {{500, steps_of(300)},      // one patch
                                  {20000, steps_of(1000)}},  // many
                         .fans = {{4, 200}, {5, 50}},
                         .batch_integrators = integrators(),
                         .compression_steps = 4000,
                         .slow_in = both_precisions,
                         .far_parts_sleep = true};
};

#define PLIANT_ON_CARD(name, check) \
  TEST_F(Gpu, name) {               \
    check;                          \
  }
PLIANT_GPU_CHECKS(PLIANT_ON_CARD)

TEST_F(Gpu, FewPatchesThatAreAwakeGoTogether) {
  check_listed_steps(on_card(Precision::single_precision), 60, 30);
}

TEST_F(Gpu, SpectralSolids) {
  if (!check_spectral_states() || !check_spectral_batches())
    GTEST_SKIP() << "this build computes no modes, and they are not in the cache";
}

}  // namespace
}  // namespace pliant

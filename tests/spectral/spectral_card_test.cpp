#include "support/spectral_checks.h"

// Everything but the card: the host in its place.

namespace pliant {
namespace {

TEST(SpectralOnStandIn, StatesMoveAsOnTheCpu) {
  const gpu::StandIn host(gpu::host_device());
  EXPECT_TRUE(test::check_spectral_states());
}

TEST(SpectralOnStandIn, BatchesMoveAsOnTheCpu) {
  const gpu::StandIn host(gpu::host_device());
  EXPECT_TRUE(test::check_spectral_batches());
}

}  // namespace
}  // namespace pliant

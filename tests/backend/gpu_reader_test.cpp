#include <gtest/gtest.h>

#include "support/gpu.h"
#include "support/reader_checks.h"

// What is read of a state on a card, with the host in the card's place.

namespace pliant {
namespace {

using namespace test;

// Small cards stream bodies, and then patches sleep one by one.
class GpuReaderOnHost : public testing::TestWithParam<std::pair<std::uint32_t, std::size_t>> {
 protected:
  ReadSlab slab(Integrator integrator = Integrator::euler_cromer, Index n = 16) {
    return {on_card(Precision::single_precision), SlabModel::mass_spring, integrator, n};
  }
  gpu::StandIn stand_in_{gpu::host_device(GetParam().first, GetParam().second)};
};
INSTANTIATE_TEST_SUITE_P(Cards, GpuReaderOnHost,
                         testing::Values(std::pair(4u, std::size_t(200) << 10),
                                         std::pair(16u, std::size_t(64) << 10)),
                         [](const auto& card) {
                           return card.param.first == 4 ? "Large" : "Small";
                         });

TEST_P(GpuReaderOnHost, TellsWhatTheStateDoes) {
  ReadSlab read = slab();
  check_reading_asleep_and_awake(read);
  check_reading_changes(read);
}
TEST_P(GpuReaderOnHost, TellsVelocitiesThatAreBehind) {
  ReadSlab read = slab(Integrator::leap_frog);
  check_reading_asleep_and_awake(read);
}
TEST_P(GpuReaderOnHost, ReadsNothingOfWhatSleepsAndPatchesThatMoved) {
  ReadSlab read = slab(Integrator::euler_cromer, 32);
  check_reading_nothing(read);
  read.pull_corner();
  read.steps(8);
  const StateReader::Work work = read.read();
  EXPECT_GT(work.velocities, 0u);
  EXPECT_LT(work.velocities, read.model.vertex_count() / 2);
  read.expect_same("some patches");
}

}  // namespace
}  // namespace pliant

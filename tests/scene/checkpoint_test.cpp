#include "scene/checkpoint.h"

#include <gtest/gtest.h>
#include <pliant/error.h>

namespace pliant {
namespace {

Checkpoint some() {
  Checkpoint c;
  c.step = 1234;
  c.time_step = 1e-4;
  c.frames = 17;
  c.probe_bytes = 99;
  c.states = {{std::byte{1}, std::byte{2}, std::byte{3}}, {}};
  c.memories = {{}, {0.5, -2.25}, {1e300}};
  return c;
}

TEST(Checkpoint, ComesBackAsItWas) {
  EXPECT_EQ(parse_checkpoint("file", checkpoint_bytes(some())), some());
}

TEST(Checkpoint, AnyDamageIsFound) {
  const std::vector<std::byte> whole = checkpoint_bytes(some());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::vector<std::byte> bytes = whole;
    bytes[i] ^= std::byte{4};
    EXPECT_THROW(parse_checkpoint("file", bytes), InputError) << i;
    bytes = whole;
    bytes.resize(i);
    EXPECT_THROW(parse_checkpoint("file", bytes), InputError) << i;
  }
}

TEST(Checkpoint, WhereThereIsNoneNoneIsRead) {
  EXPECT_FALSE(read_checkpoint("/nowhere").has_value());
}

}  // namespace
}  // namespace pliant

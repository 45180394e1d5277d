#include "scene/checkpoint.h"

#include <gtest/gtest.h>
#include <pliant/error.h>

#include <cstring>

#include "base/fingerprint.h"

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

// With the fingerprint made anew, so that sizes and counts are what is looked at.
TEST(Checkpoint, WrongNumbersBehindARightFingerprintAreRefusedOrRead) {
  const std::vector<std::byte> whole = checkpoint_bytes(some());
  const std::size_t body = whole.size() - sizeof(std::uint64_t);
  for (std::size_t i = 0; i < body; ++i)
    for (unsigned value : {0u, 1u, 0x7fu, 0xffu}) {
      std::vector<std::byte> bytes(whole.begin(), whole.begin() + static_cast<long>(body));
      bytes[i] = std::byte(value);
      Fingerprint print;
      print.add(std::span<const std::byte>(bytes));
      const std::uint64_t right = print.value();
      bytes.resize(whole.size());
      std::memcpy(bytes.data() + body, &right, sizeof right);
      try {
        const Checkpoint read = parse_checkpoint("file", bytes);
        EXPECT_LE(read.states.size(), some().states.size());
      } catch (const InputError& e) {
        EXPECT_EQ(e.file(), "file");
      }
    }
}

TEST(Checkpoint, WhereThereIsNoneNoneIsRead) {
  EXPECT_FALSE(read_checkpoint("/nowhere").has_value());
}

}  // namespace
}  // namespace pliant

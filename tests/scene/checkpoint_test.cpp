#include "scene/checkpoint.h"

#include <gtest/gtest.h>
#include <pliant/error.h>

#include <cstring>

#include "base/fingerprint.h"
#include "support/recordings.h"

namespace pliant {
namespace {

class StoredCheckpoints : public test::FolderTest {};

Checkpoint some() {
  Checkpoint c;
  c.step = 1234;
  c.time_step = 1e-4;
  c.frames = 17;
  c.probe_bytes = 99;
  c.state = {std::byte{1}, std::byte{2}, std::byte{3}};
  c.memories = {{}, {0.5, -2.25}, {1e300}};
  c.controls = {{1, 2}, {}};
  c.backup = {std::byte{4}};
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
        EXPECT_LE(read.state.size(), whole.size());
      } catch (const InputError& e) {
        EXPECT_EQ(e.file(), "file");
      }
    }
}

TEST(Checkpoint, WhereThereIsNoneNoneIsRead) {
  EXPECT_TRUE(read_checkpoints("/nowhere").sound.empty());
  EXPECT_TRUE(read_checkpoints("/nowhere").damaged.empty());
}

TEST_F(StoredCheckpoints, AreTheLastTwo) {
  Checkpoint c = some();
  for (c.step = 1; c.step <= 3; ++c.step) write_checkpoint(folder(), c);
  Checkpoints found = read_checkpoints(folder());
  ASSERT_EQ(found.sound.size(), 2u);
  EXPECT_EQ(found.sound[0].step, 3);
  EXPECT_EQ(found.sound[1].step, 2);

  test::put_bytes(folder() / "checkpoint.bin", "no");
  found = read_checkpoints(folder());
  ASSERT_EQ(found.sound.size(), 1u);
  EXPECT_EQ(found.sound[0].step, 2);
  ASSERT_EQ(found.damaged.size(), 1u);
  EXPECT_EQ(found.damaged[0].file(), (folder() / "checkpoint.bin").string());

  remove_checkpoint(folder());
  EXPECT_TRUE(std::filesystem::is_empty(folder()));
}

}  // namespace
}  // namespace pliant

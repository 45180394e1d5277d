#include <cstdint>

#include "checkpoint_check.h"
#include "mended.h"

// A libFuzzer target for checkpoints. An input is a list of changes to the bytes that a run has
// saved; see changed().

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const pliant::fuzz::CheckpointCheck check;
  check.check(pliant::fuzz::changed(check.seed(), {data, size}));
  return 0;
}

#include <cstdint>

#include "mended.h"
#include "saved_state_check.h"

// A libFuzzer target for State::restore. An input is a list of changes to bytes that a state has
// saved: which of the seeds, then as changed() takes them; so that no seeds on disk are needed.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static pliant::fuzz::SavedStateCheck check;
  if (size == 0) return 0;
  const auto& seed = check.seeds()[data[0] % check.seeds().size()];
  check.check(pliant::fuzz::changed(seed, {data + 1, size - 1}));
  return 0;
}

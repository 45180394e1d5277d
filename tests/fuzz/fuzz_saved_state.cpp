#include <algorithm>
#include <cstdint>

#include "saved_state_check.h"

// A libFuzzer target for State::restore. An input is a list of changes to bytes that a state has
// saved: which of the seeds, then a place in two bytes and a new value each; so that no seeds on
// disk are needed.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static pliant::fuzz::SavedStateCheck check;
  if (size == 0) return 0;
  std::vector<std::byte> bytes = check.seeds()[data[0] % check.seeds().size()];
  for (std::size_t i = 1; i + 2 < size; i += 3) {
    const std::size_t at = data[i] + 256u * data[i + 1];
    if (at < bytes.size())
      bytes[at] = std::byte(data[i + 2]);
    else
      bytes.resize(bytes.size() - std::min(bytes.size(), std::size_t(data[i + 2])));
  }
  check.check(bytes);
  return 0;
}

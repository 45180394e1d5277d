#include <cstdint>

#include "mended.h"
#include "modes_check.h"

// A libFuzzer target for modes kept on disk. An input is a list of changes to a good file, as
// changed() takes them; so that no seeds on disk are needed.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto seed = pliant::fuzz::modes_seed();
  pliant::fuzz::check_modes(pliant::fuzz::changed(seed, {data, size}));
  return 0;
}

#include <cstdint>

#include "recording_check.h"

// libFuzzer targets; PLIANT_FUZZ_CHECK is the function that gets the input.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pliant::fuzz::PLIANT_FUZZ_CHECK({reinterpret_cast<const char*>(data), size});
  return 0;
}

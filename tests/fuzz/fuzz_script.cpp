#include <cstddef>
#include <cstdint>

#include "script_check.h"

// The libFuzzer target of scripts.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  pliant::fuzz::check_script({reinterpret_cast<const char*>(data), size});
  return 0;
}

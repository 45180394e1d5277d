#pragma once

#include <cstdlib>

namespace pliant::test {

/// Whether tests may take minutes.
inline bool long_tests() {
  return std::getenv("PLIANT_LARGE") != nullptr;
}

}  // namespace pliant::test

#include <cstdio>
#include <exception>

#include "modes_check.h"
#include "mutate.h"

// Reads damaged copies of a cache file of modes, always the same ones. 0: passed, 1: failed.

using namespace pliant;

int main() {
  constexpr int mutants = 20000;
  try {
    const auto seed = fuzz::modes_seed();
    if (fuzz::check_modes(seed) != 2) {
      std::printf("FAILED: what was kept is not read\n");
      return 1;
    }
    int read = 0;
    for (std::size_t size = 0; size < seed.size(); ++size)
      if (fuzz::check_modes(std::span(seed).first(size)) != 0) {
        std::printf("FAILED: %zu of %zu bytes are taken for the whole\n", size, seed.size());
        return 1;
      }
    fuzz::Random random(1);
    for (int i = 0; i < mutants; ++i) read += fuzz::check_modes(fuzz::damaged(seed, random));
    std::printf("%d mutants, %d read\n", mutants, read);
    return read > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}

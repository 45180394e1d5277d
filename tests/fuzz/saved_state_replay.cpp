#include <cstdio>
#include <exception>

#include "mutate.h"
#include "saved_state_check.h"

// Restores damaged copies of saved states, always the same ones. 0: passed, 1: failed.

using namespace pliant;

namespace {

constexpr int mutants = 4000;

}  // namespace

int main() {
  try {
    fuzz::SavedStateCheck check;
    fuzz::Random random(1);
    int restored = 0;
    for (const auto& seed : check.seeds()) {
      if (check.check(seed) != 2) {
        std::printf("FAILED: what was saved is not restored\n");
        return 1;
      }
      for (std::size_t size = 0; size < seed.size(); size += 7)
        restored += check.check(std::span(seed).first(size));
      for (int i = 0; i < mutants; ++i) restored += check.check(fuzz::damaged(seed, random));
    }
    std::printf("%zu seeds, %d mutants of each, %d restored\n", check.seeds().size(), mutants,
                restored);
    return restored > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}

#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include "mutate.h"
#include "saved_state_check.h"

// Restores damaged copies of saved states, always the same ones. 0: passed, 1: failed.

using namespace pliant;

namespace {

constexpr int mutants = 4000;
// Sizes, step counts and numbers that have caught readers before.
constexpr std::uint64_t odd_words[] = {0,
                                       1,
                                       0x7fffffffffffffffu,
                                       0x8000000000000000u,
                                       0xffffffffffffffffu,
                                       0x7ff0000000000000u,
                                       0x7ff8000000000000u,
                                       0x7fefffffffffffffu,
                                       0x0010000000000000u};

void set_odd_word(std::vector<std::byte>& bytes, fuzz::Random& random) {
  if (bytes.size() < sizeof(std::uint64_t)) return;
  const std::uint64_t word = odd_words[random() % std::size(odd_words)];
  const std::size_t size = random() % 2 == 0 ? 4 : 8;
  std::memcpy(bytes.data() + random() % (bytes.size() - size + 1), &word, size);
}

std::vector<std::byte> mutated(const std::vector<std::byte>& seed, fuzz::Random& random) {
  if (random() % 2 == 0) {
    std::vector<std::byte> bytes = seed;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) set_odd_word(bytes, random);
    return bytes;
  }
  std::string text(reinterpret_cast<const char*>(seed.data()), seed.size());
  fuzz::mutate(text, random);
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  return {begin, begin + text.size()};
}

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
      for (int i = 0; i < mutants; ++i) restored += check.check(mutated(seed, random));
    }
    std::printf("%zu seeds, %d mutants of each, %d restored\n", check.seeds().size(), mutants,
                restored);
    return restored > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}

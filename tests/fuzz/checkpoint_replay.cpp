#include <cstdio>
#include <exception>

#include "checkpoint_check.h"
#include "mutate.h"

// Resumes a run from damaged copies of its checkpoint, always the same ones. 0: passed, 1: failed.

using namespace pliant;

int main() {
  constexpr int mutants = 1000;
  try {
    const fuzz::CheckpointCheck check;
    if (check.check(check.seed()) != 2) {
      std::printf("FAILED: a run does not go on from what it saved\n");
      return 1;
    }
    int gone_on = 0;
    for (std::size_t size = 0; size < check.seed().size(); size += 7)
      gone_on += check.check(std::span(check.seed()).first(size));
    fuzz::Random random(1);
    for (int i = 0; i < mutants; ++i) gone_on += check.check(fuzz::damaged(check.seed(), random));
    std::printf("%d mutants, %d gone on from\n", mutants, gone_on);
    return gone_on > 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
}

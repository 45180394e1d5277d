#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "backend/cpu/phases.h"

namespace pliant::cpu {

/// Threads that go through many short phases together. In each phase every block of its list is
/// worked on once, by whoever is free; between phases one thread runs `between`. Waiting is
/// spinning, since phases last microseconds; threads that the system has not scheduled are not
/// waited for.
class Team {
 public:
  struct Work {
    std::function<void(Phase phase, Index block)> block;
    /// After a phase, on one thread: what comes next; nothing when all is done. A phase without
    /// blocks is over at once.
    std::function<std::optional<Round>(Phase phase)> between;
  };

  /// No more threads than blocks of the longest list.
  Team(std::size_t most_blocks, int threads);
  int threads() const { return threads_; }
  /// From this round on until `between` has no other.
  void run(const Round& round, const Work& work);

 private:
  // A share of the list: a thread begins with its own, so that blocks stay in its cache.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};  // number of the round in the upper half, next place in
                                         // the list in the lower
  };
  // What a thread reads of a round.
  struct Seen {
    std::uint64_t number;
    std::size_t count;  // of blocks; 0: all is done
    Phase phase;
  };
  static void run_alone(const Round& round, const Work& work);
  Seen look() const;
  void take_part(int member, const Work& work);
  bool take(int share, const Seen& seen, std::size_t& place);
  void begin(std::uint64_t number, std::optional<Round> round, const Work& work);

  int threads_;
  std::vector<Share> shares_;
  alignas(64) std::atomic<std::size_t> done_{0};
  // Number, phase and count of blocks of the present round. Together, since a late thread must not
  // take from one round as many as the other has; and alone in its line of the caches, since who
  // waits looks at it all the time.
  alignas(64) std::atomic<std::uint64_t> present_{0};
  alignas(64) std::array<std::atomic<const Index*>, phase_count> lists_{};  // of each phase
};

}  // namespace pliant::cpu

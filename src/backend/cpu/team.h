#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <vector>

namespace pliant::cpu {

/// Threads that go through many short phases together. In each phase every block is worked on
/// once, by whoever is free; between phases one thread runs `between`. Waiting is spinning, since
/// phases last microseconds; threads that the system has not scheduled are not waited for.
class Team {
 public:
  struct Work {
    std::function<void(std::size_t phase, std::size_t block, int member)> block;
    /// After a phase, on one thread: the next phase, or `finished`.
    std::function<std::size_t(std::size_t phase)> between;
  };
  static constexpr std::size_t finished = static_cast<std::size_t>(-1);

  Team(std::size_t blocks, int threads);
  int threads() const { return threads_; }
  /// From `phase` on until `between` returns `finished`.
  void run(std::size_t phase, const Work& work);

 private:
  // A share of the blocks: a thread begins with its own, so that they stay in its cache.
  struct alignas(64) Share {
    std::atomic<std::uint64_t> next{0};  // round in the upper half, next block in the lower
  };
  void take_part(int member, const Work& work);
  bool take(int share, std::uint64_t round, std::size_t& block);
  void begin_round(std::uint64_t round);

  std::size_t blocks_;
  int threads_;
  std::vector<Share> shares_;
  alignas(64) std::atomic<std::size_t> done_{0};
  alignas(64) std::atomic<std::uint64_t> round_{0};
  std::atomic<std::size_t> phase_{finished};
};

}  // namespace pliant::cpu

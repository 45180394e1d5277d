#include "backend/cpu/team.h"

#include <algorithm>
#include <thread>

#include "base/parallel.h"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace pliant::cpu {

namespace {

constexpr std::uint64_t block_bits = 32;
constexpr std::uint64_t block_mask = (std::uint64_t(1) << block_bits) - 1;

void relax() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

// Spins for some microseconds, then lets other threads have the core.
class Patience {
 public:
  void wait() {
    if (++tries_ < 2000)
      relax();
    else
      std::this_thread::yield();
  }

 private:
  int tries_ = 0;
};

}  // namespace

Team::Team(std::size_t blocks, int threads)
    : blocks_(blocks),
      threads_(static_cast<int>(
          std::clamp<std::size_t>(blocks, 1, static_cast<std::size_t>(std::max(threads, 1))))),
      shares_(static_cast<std::size_t>(threads_)) {}

void Team::begin_round(std::uint64_t round) {
  done_.store(0, std::memory_order_relaxed);
  for (std::size_t i = 0; i < shares_.size(); ++i)
    shares_[i].next.store(round << block_bits | i * blocks_ / shares_.size(),
                          std::memory_order_release);
  round_.store(round, std::memory_order_release);  // last: who sees it may take blocks
}

bool Team::take(int share, std::uint64_t round, std::size_t& block) {
  auto& next = shares_[static_cast<std::size_t>(share)].next;
  const std::size_t end = (static_cast<std::size_t>(share) + 1) * blocks_ / shares_.size();
  std::uint64_t seen = next.load(std::memory_order_acquire);
  while (seen >> block_bits == round && (seen & block_mask) < end) {
    if (next.compare_exchange_weak(seen, seen + 1, std::memory_order_acq_rel)) {
      block = seen & block_mask;
      return true;
    }
  }
  return false;
}

void Team::take_part(int member, const Work& work) {
  for (;;) {
    const std::uint64_t round = round_.load(std::memory_order_acquire);
    const std::size_t phase = phase_.load(std::memory_order_acquire);
    if (phase == finished) return;
    std::size_t block = 0;
    for (int i = 0; i < threads_; ++i) {
      while (take((member + i) % threads_, round, block)) {
        work.block(phase, block, member);
        if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == blocks_) {
          phase_.store(work.between(phase), std::memory_order_relaxed);
          begin_round(round + 1);
        }
      }
    }
    for (Patience patience; round_.load(std::memory_order_acquire) == round;) patience.wait();
  }
}

void Team::run(std::size_t phase, const Work& work) {
  phase_.store(phase, std::memory_order_relaxed);
  begin_round(round_.load(std::memory_order_relaxed) + 1);
  run_together(threads_, [&](int member) { take_part(member, work); });
}

}  // namespace pliant::cpu

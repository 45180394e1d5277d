#include "backend/cpu/team.h"

#include <algorithm>

#include "base/parallel.h"
#include "base/patience.h"

namespace pliant::cpu {

namespace {

constexpr std::uint64_t low_bits = 32;
constexpr std::uint64_t low_mask = (std::uint64_t(1) << low_bits) - 1;
constexpr std::uint64_t count_bits = 28;  // of the lower half; the rest is the phase
constexpr std::uint64_t count_mask = (std::uint64_t(1) << count_bits) - 1;
static_assert(phase_count <= 16);

}  // namespace

Team::Team(std::size_t most_blocks, int threads)
    : threads_(static_cast<int>(
          std::clamp<std::size_t>(most_blocks, 1, static_cast<std::size_t>(std::max(threads, 1))))),
      shares_(threads_ > 1 ? static_cast<std::size_t>(threads_) : 0) {}

void Team::begin(std::uint64_t number, std::optional<Round> round, const Work& work) {
  while (round && round->blocks.empty()) round = work.between(round->phase);
  const std::size_t count = round ? round->blocks.size() : 0;
  done_.store(0, std::memory_order_relaxed);
  std::uint64_t present = number << low_bits | count;
  if (round) {
    const auto phase = static_cast<std::size_t>(round->phase);
    present |= std::uint64_t(phase) << count_bits;
    if (auto& list = lists_[phase]; list.load(std::memory_order_relaxed) != round->blocks.data())
      list.store(round->blocks.data(), std::memory_order_relaxed);
  }
  for (std::size_t i = 0; i < shares_.size(); ++i)
    shares_[i].next.store(number << low_bits | i * count / shares_.size(),
                          std::memory_order_release);
  // Last: who sees it may take blocks.
  present_.store(present, std::memory_order_release);
}

Team::Seen Team::look() const {
  const std::uint64_t present = present_.load(std::memory_order_acquire);
  return {present >> low_bits, present & count_mask,
          static_cast<Phase>((present & low_mask) >> count_bits)};
}

// Who gets a place keeps the round from ending, so that what was seen of it is true.
bool Team::take(int share, const Seen& seen, std::size_t& place) {
  auto& next = shares_[static_cast<std::size_t>(share)].next;
  const std::size_t end = (static_cast<std::size_t>(share) + 1) * seen.count / shares_.size();
  std::uint64_t at = next.load(std::memory_order_acquire);
  while (at >> low_bits == seen.number && (at & low_mask) < end) {
    if (next.compare_exchange_weak(at, at + 1, std::memory_order_acq_rel)) {
      place = at & low_mask;
      return true;
    }
  }
  return false;
}

void Team::take_part(int member, const Work& work) {
  for (Seen seen = look(); seen.count > 0; seen = look()) {
    std::size_t place = 0;
    for (int i = 0; i < threads_; ++i) {
      while (take((member + i) % threads_, seen, place)) {
        const Index* blocks =
            lists_[static_cast<std::size_t>(seen.phase)].load(std::memory_order_relaxed);
        work.block(seen.phase, blocks[place]);
        if (done_.fetch_add(1, std::memory_order_acq_rel) + 1 == seen.count)
          begin(seen.number + 1, work.between(seen.phase), work);
      }
    }
    for (Patience patience; look().number == seen.number;) patience.wait();
  }
}

void Team::run_alone(const Round& round, const Work& work) {
  for (std::optional<Round> now = round; now; now = work.between(now->phase))
    for (const Index block : now->blocks) work.block(now->phase, block);
}

void Team::run(const Round& round, const Work& work) {
  if (threads_ == 1) return run_alone(round, work);
  begin(look().number + 1, round, work);
  run_together(threads_, [&](int member) { take_part(member, work); });
}

}  // namespace pliant::cpu

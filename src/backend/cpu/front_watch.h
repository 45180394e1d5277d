#pragma once

#include <chrono>
#include <utility>
#include <vector>

#include "backend/cpu/awake.h"
#include "backend/cpu/nodes.h"

namespace pliant::cpu {

/// Whether active nodes beside inactive ones have left the balls about their anchors, found out as
/// soon as a block has moved them: its thread has them at hand. Another thread that asked between
/// the steps would wait for them.
template <class R>
class FrontWatch {
 public:
  /// Of the present step.
  void begin(const Awake<R>& awake, Nodes<R>& nodes, R tolerance) {
    awake_ = &awake;
    anchors_ = nodes.anchors.data();
    squared_tolerance_ = tolerance * tolerance;
    left_.resize(awake.work().size());
    seconds_.resize(left_.size());
    times_ = ++looks_ % looks_between_timed == 0;
  }
  /// A block's rows from one to before another; its first ones come first.
  void look(std::size_t block, std::size_t first, std::size_t end, bool comes_first,
            const R* particles) {
    if (comes_first) left_[block].clear();
    const std::vector<Index>& front = awake_->front(block);
    if (front.empty()) return;
    const auto began = times_ ? Clock::now() : Clock::time_point();
    for (const Index r : front) {
      if (r < first || r >= end) continue;
      const R* p = particles + 8 * std::size_t(r);
      R* a = anchors_ + 4 * std::size_t(r);
      const R x = p[0] - a[0], y = p[1] - a[1], z = p[2] - a[2];
      const R squared = x * x + y * y + z * z;
      if (squared > squared_tolerance_)
        left_[block].push_back(r);
      else if (squared > a[3])
        a[3] = squared;
    }
    if (times_)
      seconds_[block] +=
          std::chrono::duration<double>(Clock::now() - began).count() * looks_between_timed;
  }
  const std::vector<Index>& left(std::size_t block) const { return left_[block]; }
  /// What a thread took for it since this was last asked, about.
  double take_seconds(int threads) {
    if (!times_) return 0;
    double sum = 0;
    for (const Index b : awake_->front_blocks()) sum += std::exchange(seconds_[b], 0);
    return sum / threads;
  }

 private:
  using Clock = std::chrono::steady_clock;
  // A look at the clock takes as long as one at a few nodes.
  static constexpr std::uint32_t looks_between_timed = 16;

  const Awake<R>* awake_ = nullptr;
  R* anchors_ = nullptr;
  R squared_tolerance_{};
  std::vector<std::vector<Index>> left_;  // by block
  std::vector<double> seconds_;           // by block
  std::uint32_t looks_ = 0;
  bool times_ = false;
};

}  // namespace pliant::cpu

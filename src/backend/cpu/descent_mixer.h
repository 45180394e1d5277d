#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/aligned.h"

namespace pliant::cpu {

/// Makes a slow iteration x -> G(x) faster (Anderson 1965, type II): from how far the last few
/// went, F = G(x) - x, it finds the mixture of them that would have gone least far, and goes on
/// from the same mixture of where they ended. On a quadratic sum that is as good as conjugate
/// gradients with the iteration as preconditioner. Sums have an order that does not depend on
/// threads.
template <class R>
class Mixer {
 public:
  /// Forgets what has been.
  void clear() { count_ = 0; }
  /// One iteration went from `start` to `end`; `end` becomes where the next should start. False:
  /// it stays.
  bool mix(std::span<const R> start, std::span<R> end);

 private:
  // What changed from one iteration to the next, in the way it went and in where it ended.
  struct Change {
    AlignedVector<R> way, end;
  };
  static constexpr std::size_t depth = 8;

  double product(std::span<const R> a, std::span<const R> b);
  std::vector<double> shares(std::span<const R> way);

  std::vector<Change> changes_;  // as a ring
  AlignedVector<R> way_, end_;   // of the last iteration
  std::size_t count_ = 0;        // iterations so far
  std::vector<double> products_ =
      std::vector<double>(depth * depth);  // of ways, by place in the ring
  std::vector<double> parts_;
};

}  // namespace pliant::cpu

#pragma once

#include <span>
#include <vector>

#include "backend/mixture.h"
#include "base/aligned.h"

namespace pliant::cpu {

/// Makes a slow iteration x -> G(x) faster: goes on from the best mixture of where the last few
/// ended. On a quadratic sum that is as good as conjugate gradients with the iteration as
/// preconditioner. Sums have an order that does not depend on threads.
template <class R>
class Mixer {
 public:
  /// Forgets what has been.
  void clear() { mixture_.clear(); }
  /// One iteration went from `start` to `end`; `end` becomes where the next should start. False:
  /// it stays.
  bool mix(std::span<const R> start, std::span<R> end);

 private:
  // What changed from one iteration to the next, in the way it went and in where it ended.
  struct Change {
    AlignedVector<R> way, end;
  };
  double product(std::span<const R> a, std::span<const R> b);

  std::vector<Change> changes_;  // as a ring
  AlignedVector<R> way_, end_;   // of the last iteration
  backend::Mixture mixture_;
  std::vector<double> parts_;
};

}  // namespace pliant::cpu

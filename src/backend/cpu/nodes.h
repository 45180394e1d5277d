#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/awake.h"
#include "base/aligned.h"

namespace pliant::cpu {

/// What dynamic selection knows of each row (active/plan.h).
template <class R>
struct Nodes {
  /// 4 a row. Automatic: the anchor and the square of the farthest it has been from there since;
  /// S07: its place after the last step.
  AlignedVector<R> anchors;
  std::vector<std::int64_t> since;            // the step when it was anchored, or woke
  std::vector<std::int64_t> woke_neighbours;  // S07: the step when it last did
  AlignedVector<R> inverse_masses;            // 1/kg, also while it sleeps
  std::vector<std::uint8_t> must_stay;        // active, whatever it does
};

}  // namespace pliant::cpu

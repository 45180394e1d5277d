#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace pliant {

/// Sets that grow together; the lowest member stands for its set.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }

  Index find(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }

  /// False where they were one already.
  bool join(Index a, Index b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<Index> parent_;
};

}  // namespace pliant

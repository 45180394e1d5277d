#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/voronoi/cut.h"

namespace pliant::voronoi {

/// Numbers the different points of one tetrahedron. Points whose weights round to the same
/// multiples of 2^-40 are one. Two that should be one but for rounding can be told apart, rarely;
/// users must not mind.
class PointNumbers {
 public:
  void clear() {
    points_.clear();
    std::ranges::fill(slots_, no_index);
  }
  std::size_t size() const { return points_.size(); }

  /// The point's number: size() before the call if it is new.
  std::uint32_t number(const Weights& w) {
    if (2 * points_.size() >= slots_.size()) grow();
    const Key key = rounded(w);
    std::uint32_t& slot = slots_[find(key)];
    if (slot == no_index) {
      slot = static_cast<std::uint32_t>(points_.size());
      points_.push_back(key);
    }
    return slot;
  }

 private:
  using Key = std::array<std::int64_t, 3>;  // the fourth weight follows

  static Key rounded(const Weights& w) {
    constexpr double scale = 1099511627776.0;  // 2^40
    return {std::llround(w[1] * scale), std::llround(w[2] * scale), std::llround(w[3] * scale)};
  }

  std::size_t find(const Key& key) const {
    std::uint64_t hash = 0;
    for (std::int64_t k : key)
      hash = (std::rotl(hash, 21) ^ static_cast<std::uint64_t>(k)) * 0x9e3779b97f4a7c15u;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = (hash >> 32) & mask;
    while (slots_[at] != no_index && points_[slots_[at]] != key) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), no_index);
    for (std::size_t i = 0; i < points_.size(); ++i)
      slots_[find(points_[i])] = static_cast<std::uint32_t>(i);
  }

  std::vector<Key> points_;
  std::vector<std::uint32_t> slots_;  // a power of two of them, or none
};

}  // namespace pliant::voronoi

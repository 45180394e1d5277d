#pragma once

#include <pliant/vec3.h>

// S07's three criteria of equilibrium, each of one node in one step. Three misprints are corrected:
// 4.8 wakes a neighbour where the distance changes by more than a part of it either way (Figure
// 4.7), a node sleeps where it moves less than the threshold (Figure 4.8), and it wakes others
// where it exceeds that (4.7, third step).

namespace pliant {

/// 4.8: the distance of two nodes is longer or shorter than the last one by more than a part of it.
template <class R>
PLIANT_HD bool is_over_relative(const Vec3<R>& a, const Vec3<R>& b, R last_distance, R part) {
  const R change = length(a - b) - last_distance, limit = last_distance * part;
  return change > limit || -change > limit;
}

/// 4.9: a node has moved farther than the threshold, whose square is given.
template <class R>
PLIANT_HD bool is_over(const Vec3<R>& now, const Vec3<R>& before, R squared) {
  return squared_length(now - before) > squared;
}

/// 4.10: a node is faster than the threshold, whose square is given.
template <class R>
PLIANT_HD bool is_faster(const Vec3<R>& v, R squared) {
  return squared_length(v) > squared;
}

}  // namespace pliant

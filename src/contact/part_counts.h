#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "contact/rules.h"

namespace pliant::contact {

/// How often the edges and vertices of a body count beside its faces, for a vertex that it touches:
/// flat and convex parts count once. What is joined to the vertex does not touch it, so that it is
/// counted as if it were not there: else nothing would be left of an edge at the rim of that.
class PartCounts {
 public:
  PartCounts(const Surfaces& surfaces, const Rules& rules, Index vertex, Index body,
             std::vector<Index>& scratch)
      : s_(surfaces),
        rules_(rules),
        v_(vertex),
        all_touch_(surfaces.body[vertex] != body && !rules.leave_some_out()),
        about_(scratch) {}

  int of_edge(Index e) const {
    if (all_touch_) return 1 - s_.faces_at_edge[e];
    int count = 1;
    for (const Index f : s_.faces_of(s_.edges[e][0]))
      if (std::ranges::find(s_.faces[f], s_.edges[e][1]) != s_.faces[f].end() &&
          touches(s_.faces[f]))
        --count;
    return count;
  }
  int of_vertex(Index w) const {
    if (w == v_) return 0;
    if (all_touch_) return s_.excess[w];
    int count = 1;
    about_.clear();
    for (const Index f : s_.faces_of(w)) {
      if (!touches(s_.faces[f])) continue;
      ++count;
      for (const Index e : s_.face_edges[f])
        if ((s_.edges[e][0] == w || s_.edges[e][1] == w) && is_new(about_, e)) --count;
    }
    for (const Index e : s_.lines_of(w))
      if (touches(s_.edges[e])) --count;
    return count;
  }
  static bool is_new(std::vector<Index>& seen, Index number) {
    if (std::ranges::find(seen, number) != seen.end()) return false;
    seen.push_back(number);
    return true;
  }
  /// Whether a vertex may be left out without a look.
  bool counts_nothing(Index w) const { return (all_touch_ && s_.excess[w] == 0) || w == v_; }

 private:
  template <class Corners>
  bool touches(const Corners& corners) const {
    return !s_.are_joined(std::array{v_}, corners) && !rules_.leaves_out(corners);
  }

  const Surfaces& s_;
  const Rules& rules_;
  Index v_;
  bool all_touch_;  // no part of the body is left out
  std::vector<Index>& about_;
};

}  // namespace pliant::contact

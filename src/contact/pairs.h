#pragma once

#include <functional>
#include <span>
#include <vector>

#include "contact/surfaces.h"

// Which parts of surfaces may touch soon. A search lists all pairs nearer than a reach; the list
// holds until something has moved so far that others could come into the skin. It is made in the
// order of the vertices and edges whatever the number of threads.

namespace pliant::contact {

/// A face, or, from the number of faces on, an edge without one, that a vertex may touch.
struct Target {
  Index target;
  float distance;  ///< m, at the search
};

/// What a vertex may touch of one body.
struct VertexPairs {
  Index vertex, body;
  std::size_t begin, end;  ///< in targets
};

struct EdgePair {
  Index first, second;
  float distance;
};

struct Pairs {
  std::vector<VertexPairs> vertices;  ///< by vertex, then body
  std::vector<Target> targets;
  std::vector<EdgePair> edges;  ///< in lexicographic order
};

/// Two bodies that may touch, first ≤ second; equal: a body and itself.
struct BodyPair {
  Index first, second;
  double reach;  ///< m
};

/// Vertices and edges of these bodies, sorted, that are nearer to each other than they reach.
/// Refits the trees of the bodies to the places.
Pairs find_pairs(Surfaces& surfaces, std::span<const Vec3d> places,
                 std::span<const BodyPair> bodies);

}  // namespace pliant::contact

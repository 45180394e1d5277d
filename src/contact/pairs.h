#pragma once

#include <span>
#include <vector>

#include "contact/surfaces.h"

// Which parts of two patches are near each other: vertices with faces (or edges without one), and
// edges with edges. Sorted by distance, so that who needs those within some reach takes the first.

namespace pliant::contact {

/// A vertex and a face, or, from the number of faces on, an edge without one.
struct VertexPair {
  Index vertex, target;
  float distance;  ///< m, at the search, rounded down
};
struct EdgePair {
  Index first, second;  ///< in ascending order
  float distance;
};

/// Of two patches, which may be the same.
struct NearList {
  std::vector<VertexPair> of_first, of_second;  ///< vertices of each with what the other has
  std::vector<EdgePair> edges;

  /// m: nothing in it is nearer; infinite where it is empty.
  float nearest() const;
  std::size_t size() const { return of_first.size() + of_second.size() + edges.size(); }
};

/// Of the corners of a patch.
Box box_of(const Surfaces& surfaces, const Patch& patch, std::span<const Vec3d> places);

/// Finds all parts of two patches that are nearer to each other than `reach`. One for each thread.
class PatchSearch {
 public:
  PatchSearch(const Surfaces& surfaces, std::span<const Vec3d> places) : s_(surfaces), x_(places) {}
  void find(Index first, Index second, double reach, NearList& out);
  /// Of a list those that are nearer than `reach` now, none of which was farther than `farthest` at
  /// the search.
  void pick(const NearList& from, double farthest, double reach, NearList& out);

 private:
  struct Item {
    Index number;
    Box box;
  };
  void take_targets(const Patch& patch, const Box& within, std::vector<Item>& out) const;
  void take_edges(const Patch& patch, const Box& within, std::vector<Item>& out) const;
  void vertices_with(const Patch& patch, const Box& within, std::vector<VertexPair>& out) const;
  void meet(Index vertex, Index target, std::vector<VertexPair>& out) const;
  void meet(Index first, Index second, std::vector<EdgePair>& out) const;

  const Surfaces& s_;
  std::span<const Vec3d> x_;
  double reach_ = 0, squared_ = 0;  // m, m²
  std::vector<Item> targets_, edges_, others_;
};

}  // namespace pliant::contact

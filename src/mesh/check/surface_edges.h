#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/check/geometry.h"

namespace pliant {

/// The edges of a surface, each with its faces.
struct SurfaceEdges {
  std::vector<Line> edges;  ///< lower vertex first, in lexicographic order
  Lists faces;              ///< for each edge, in increasing order

  /// The edge's number; no_index where there is none.
  Index find(Index u, Index v) const;
};

/// Edges of the faces marked in `counted`; faces that repeat a vertex must not be.
SurfaceEdges surface_edges(std::span<const Triangle> faces, const std::vector<char>& counted);

/// Marks the faces that hang by one edge on a surface that has two or more other faces there; their
/// two other edges are open.
std::vector<char> hanging_faces(std::span<const Triangle> faces, const SurfaceEdges& edges);

/// For each face the lowest face of its part: faces joined across edges of exactly two faces, or
/// across all edges. no_index for faces that no edge lists.
enum class Across { paired_edges, all_edges };
std::vector<Index> surface_parts(std::size_t face_count, const SurfaceEdges& edges, Across across);

/// The edges of two faces that lie folded onto one another.
std::vector<Index> folded_edges(const Points& points, std::span<const Triangle> faces,
                                const SurfaceEdges& edges);

}  // namespace pliant

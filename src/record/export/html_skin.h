#pragma once

#include <pliant/voronoi_diagram.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "record/export/surface.h"

namespace pliant::record {

/// What a page shows of a body: the triangles of its outside, or its lines where it has none, or
/// its vertices alone, while the same of it is gone. Vertices are numbered in the order in which
/// these cells name them.
struct Skin {
  Skin(const std::vector<RecordedBody>& bodies, std::size_t number, Epoch when, SkinShown shown);

  std::size_t body;  ///< its number
  Epoch epoch;
  const Mesh* mesh;
  Surface surface;               ///< of what is shown
  std::vector<Index> vertices;   ///< numbers in the body, or in its own surface
  std::vector<Index> triangles;  ///< three numbers of the skin each
  std::vector<Index> lines;      ///< two each
  /// Triangles that follow one another and have the same material; no_index: none.
  struct Run {
    Index material;
    std::size_t first, count;
  };
  std::vector<Run> runs;               ///< empty: there are no materials
  std::vector<Index> texture_corners;  ///< three numbers of texture points each; empty: none
  std::vector<std::array<float, 2>> texture_points;
  Lists earlier;                     ///< neighbours, see earlier_neighbours()
  Lists tetrahedra;                  ///< at each vertex of the body
  std::vector<double> rest_volumes;  ///< of tetrahedra, m³

  std::size_t size() const { return vertices.size(); }
  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
  /// From numbers at the body's vertices.
  std::vector<float> values(std::span<const float> of_vertices) const;
  /// Mean over the tetrahedra at each vertex, weighted by their volumes at rest; numbers that are
  /// not finite do not count.
  std::vector<float> means(std::span<const float> of_tetrahedra) const;
};

}  // namespace pliant::record

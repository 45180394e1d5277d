#pragma once

#include <pliant/recording.h>
#include <pliant/voronoi_diagram.h>

#include <span>
#include <string>
#include <vector>

namespace pliant::record {

/// What a page shows of a body: the triangles of its outside, or its lines where it has none, or
/// its vertices alone. Vertices are numbered in the order in which these cells name them.
struct Skin {
  explicit Skin(const Mesh& mesh);

  const Mesh* mesh;
  std::vector<Index> vertices;       ///< numbers in the body
  std::vector<Index> triangles;      ///< three numbers of the skin each
  std::vector<Index> lines;          ///< two each
  Lists earlier;                     ///< neighbours, see earlier_neighbours()
  Lists tetrahedra;                  ///< at each vertex of the skin
  std::vector<double> rest_volumes;  ///< of tetrahedra, m³

  std::size_t size() const { return vertices.size(); }
  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
  /// Mean over the tetrahedra at each vertex, weighted by their volumes at rest; numbers that are
  /// not finite do not count.
  std::vector<float> means(std::span<const float> of_tetrahedra) const;
};

}  // namespace pliant::record

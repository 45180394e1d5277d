#pragma once

#include <pliant/mesh.h>

namespace pliant {

/// The vertices of a surface as graphics cards and glTF want them: a vertex whose corners have
/// several texture points or normals is there several times. The mesh's own vertices come first, in
/// their order.
struct SplitSurface {
  explicit SplitSurface(const Mesh& mesh);
  /// With these normals instead of the appearance's, one number for each corner.
  SplitSurface(const Mesh& mesh, const std::vector<Triangle>& normal_corners);

  std::vector<Index> vertices;        ///< of the mesh
  std::vector<Index> texture_points;  ///< of the appearance; no_index: none
  std::vector<Index> normals;         ///< no_index: none
  std::vector<Triangle> triangles;    ///< of these vertices
  bool has_normals = false;           ///< at every corner
  bool has_texture_points = false;    ///< at some corner
};

}  // namespace pliant

#pragma once

#include <pliant/mesh.h>

#include <span>

namespace pliant::record {

/// The outside of a body: its triangles, and which of the body's vertices they use.
struct Surface {
  std::vector<Index> vertices;      ///< numbers in the body
  std::vector<Triangle> triangles;  ///< of vertices of the surface

  std::vector<Vec3d> positions(std::span<const Vec3d> body) const;
};

/// That of its tetrahedra, or its triangles where it has none.
Surface surface_of(const Mesh& mesh);

}  // namespace pliant::record

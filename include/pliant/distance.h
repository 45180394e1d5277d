#pragma once

#include <pliant/mesh.h>

#include <cstddef>

namespace pliant {

/// Distances of many places on one surface to the nearest points of another, in metres.
struct DistanceSpread {
  double greatest = 0, mean = 0;
  Vec3d at;  ///< the place that is farthest
  /// The greatest in longest edges of the cells that are there: tetrahedra of the mesh that touch
  /// the boundary's nearest triangle, or the triangles that do where there are no tetrahedra.
  double in_cells = 0;
  double beyond_half = 0;  ///< the share of the area that is farther than half of such an edge
};

/// How far a mesh and the surface that it fills lie apart, both ways.
struct SurfaceDistance {
  DistanceSpread of_mesh;     ///< of the mesh's boundary to the surface
  DistanceSpread of_surface;  ///< of the surface to the mesh's boundary: great where parts are lost
  /// The Hausdorff distance.
  double greatest() const {
    return of_mesh.greatest > of_surface.greatest ? of_mesh.greatest : of_surface.greatest;
  }
};

/// Measures at the corners of the triangles and at places between them, about `samples` on either
/// side. The boundary is that of the tetrahedra or, where there are none, the triangles. Zero where
/// one of them is empty.
SurfaceDistance surface_distance(const Mesh& surface, const Mesh& mesh,
                                 std::size_t samples = 20'000);

}  // namespace pliant

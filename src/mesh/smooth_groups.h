#pragma once

#include <pliant/mesh.h>

namespace pliant {

/// Corners that share a normal: equal numbers do.
struct SmoothGroups {
  std::vector<Triangle> corners;  ///< by triangle
  Index count = 0;

  /// Unit normals of all groups, areas as weights, where the vertices are there; zero where all of
  /// a group's triangles are flat.
  std::vector<Vec3d> normals(std::span<const Triangle> triangles,
                             std::span<const Vec3d> positions) const;
};

/// Corners at a vertex share a normal where their triangles meet in edges that bend less than 60
/// degrees at rest.
SmoothGroups blunt_groups(std::span<const Triangle> triangles, std::span<const Vec3d> rest);

/// Of a surface: as its appearance's normals are split, or else blunt_groups().
SmoothGroups smooth_groups(const Mesh& surface);

}  // namespace pliant

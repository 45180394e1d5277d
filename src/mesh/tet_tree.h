#pragma once

#include <pliant/mesh.h>

#include <array>
#include <span>

#include "mesh/box_tree.h"

namespace pliant {

/// Distance from p to the solid tetrahedron, 0 inside.
double distance_to(const Vec3d& p, const std::array<Vec3d, 4>& tetrahedron);

/// Boxes in boxes around the tetrahedra of a mesh, to find the one a point is in or nearest to.
/// Keeps references to the mesh's data.
class TetTree {
 public:
  TetTree(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra);

  struct Hit {
    Index tetrahedron;
    std::array<double, 4> weights;  ///< barycentric, beyond [0, 1] for a point outside
    bool inside;                    ///< up to rounding errors
  };
  /// The nearest tetrahedron. Of those equally near up to rounding errors (around a vertex, edge
  /// or face) it is the one whose weights are the least negative, then the lowest in number.
  Hit nearest(const Vec3d& p) const;

 private:
  std::array<Vec3d, 4> corners(Index tetrahedron) const;
  // Of the accepted tetrahedra with boxes at most `reach` away the one p is deepest in.
  template <class Accept>
  Hit deepest(const Vec3d& p, double reach, const Accept& accept) const;

  std::span<const Vec3d> vertices_;
  std::span<const Tetrahedron> tetrahedra_;
  BoxTree tree_;
  double rounding_ = 0;  // metres; errors of distances stay below it
};

}  // namespace pliant

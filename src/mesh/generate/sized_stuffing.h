#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <vector>

#include "mesh/generate/field.h"
#include "mesh/generate/sized_tree.h"

namespace pliant::generate {

/// What the surface leaves of a lattice whose cubes differ in size.
struct SizedMesh {
  std::vector<Vec3d> vertices;
  std::vector<Tetrahedron> tetrahedra;
  std::vector<std::uint8_t> on_surface;  ///< of each vertex
  std::vector<Index> leaf;               ///< of each tetrahedron, the one that made it
  std::vector<SizedTree::Leaf> leaves;   ///< but for those that are far from the solid
};

/// Isosurface stuffing (Labelle and Shewchuk 2007) on the leaves of an octree that the surface may
/// cross where their sizes differ. The angles are bounded as on the uniform lattice where all
/// leaves near a tetrahedron are of one size, and only by about one degree elsewhere.
SizedMesh stuff(const Field& field, const SizedTree& tree);

}  // namespace pliant::generate

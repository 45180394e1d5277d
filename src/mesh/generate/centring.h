#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/generate/improve.h"
#include "mesh/triangle_tree.h"

namespace pliant::generate {

/// Faces between vertices on a surface lie below it where it bulges and above it where it is
/// hollow. Moves the vertices of the boundary, but those on
/// sharp edges, so that the faces lie about it on average and the
/// mesh has this volume, as far as the dihedral angles stay within the mesher's bounds.
void centre_boundary(std::vector<Vec3d>& vertices, std::span<const Tetrahedron> tetrahedra,
                     std::span<const Freedom> freedom, const TriangleTree& surface, double volume);

}  // namespace pliant::generate

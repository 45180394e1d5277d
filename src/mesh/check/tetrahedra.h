#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

namespace pliant {

/// The faces of tetrahedra, each with the tetrahedra it belongs to.
struct TetrahedronFaces {
  std::vector<Triangle> faces;  ///< sorted vertices, in lexicographic order
  Lists owners;                 ///< for each face, in increasing order
};

/// Faces of the tetrahedra marked in `counted`.
TetrahedronFaces tetrahedron_faces(std::span<const Tetrahedron> tetrahedra,
                                   const std::vector<char>& counted);

}  // namespace pliant

#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

namespace pliant {

bool repeats_vertex(Tetrahedron t);

/// For each tetrahedron the first one with the same vertices, itself where it is the first.
std::vector<Index> first_copies(std::span<const Tetrahedron> tetrahedra);

/// The faces of tetrahedra, each with the tetrahedra it belongs to.
struct TetrahedronFaces {
  std::vector<Triangle> faces;  ///< sorted vertices, in lexicographic order
  Lists owners;                 ///< for each face, in increasing order
};

/// Faces of the tetrahedra marked in `counted`.
TetrahedronFaces tetrahedron_faces(std::span<const Tetrahedron> tetrahedra,
                                   const std::vector<char>& counted);

}  // namespace pliant

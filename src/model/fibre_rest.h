#pragma once

#include <pliant/tet_mesh.h>

#include <span>
#include <vector>

namespace pliant {

/// InputError unless there is one direction, or one for each tetrahedron of the mesh, and each has
/// a length.
void check_directions(const TetMesh& mesh, std::span<const Vec3d> directions);
std::vector<Index> all_tetrahedra(const TetMesh& mesh);
/// The numbers of CorotatedFibre::Rest for fibres along these directions in some tetrahedra of a
/// mesh.
std::vector<std::vector<double>> fibre_rest(const TetMesh& mesh, std::span<const Vec3d> directions,
                                            std::span<const Index> tetrahedra);

}  // namespace pliant

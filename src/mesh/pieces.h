#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

namespace pliant {

/// For each face the lowest one of its piece: faces are joined across edges, where two open edges
/// at the same place are one. no_index for faces that repeat a vertex.
std::vector<Index> surface_pieces(std::span<const Vec3d> vertices, std::span<const Triangle> faces);

/// For each tetrahedron the lowest one of its piece: they are joined across faces. no_index for
/// those that repeat a vertex.
std::vector<Index> solid_pieces(std::span<const Tetrahedron> tetrahedra);

/// How many there are, given the lowest member of each cell's.
std::size_t count_pieces(const std::vector<Index>& lowest);

}  // namespace pliant

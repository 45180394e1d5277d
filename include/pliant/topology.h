#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <span>
#include <vector>

namespace pliant {

/// For each vertex the cells that touch it, in increasing order. N = 2, 3, 4, 8. Linear time.
template <std::size_t N>
Lists vertex_cells(std::span<const Cell<N>> cells, std::size_t vertex_count);

/// Every edge of the cells once, lower vertex first, in lexicographic order: what L13
/// Algorithm 5.1 computes, in time linear in the cells. `touching` is vertex_cells(cells).
template <std::size_t N>
std::vector<Line> unique_edges(std::span<const Cell<N>> cells, const Lists& touching);

/// Neighbour i of a tetrahedron shares the face opposite its vertex i; no_index where there is
/// none. Of three or more tetrahedra on one face the first two in order are neighbours.
std::vector<Cell<4>> tetrahedron_neighbours(std::span<const Tetrahedron> tetrahedra,
                                            const Lists& touching);

/// The faces without a neighbour, facing outwards, in the order of their tetrahedra.
std::vector<Triangle> boundary_triangles(std::span<const Tetrahedron> tetrahedra,
                                         std::span<const Cell<4>> neighbours);

/// Face i of a tetrahedron, opposite its vertex i, facing outwards.
inline constexpr int tetrahedron_face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
inline constexpr int tetrahedron_edge[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};

inline Triangle face_of(const Tetrahedron& t, int i) {
  const int* f = tetrahedron_face[i];
  return {t[f[0]], t[f[1]], t[f[2]]};
}

/// The faces of hexahedra that are sides of one alone, facing outwards, as two triangles each.
std::vector<Triangle> boundary_triangles(std::span<const Hexahedron> hexahedra);

}  // namespace pliant

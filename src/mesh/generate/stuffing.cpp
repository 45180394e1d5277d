#include "mesh/generate/stuffing.h"

#include <algorithm>

#include "base/parallel.h"
#include "mesh/generate/stencils.h"
#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

namespace {

// The corners of a cube that bound its upper face across each axis, counter-clockwise about it.
constexpr Site face_ring[3][4] = {{{2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {2, 0, 2}},
                                  {{0, 2, 0}, {0, 2, 2}, {2, 2, 2}, {2, 2, 0}},
                                  {{0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}}};

Index vertex_of(const WarpedLattice& lattice, const Piece& piece) {
  return piece.from == piece.to ? lattice.vertex(piece.from)
                                : lattice.cut_vertex(piece.from, piece.to);
}

void add_cut(const WarpedLattice& lattice, const std::array<Corner, 4>& corners,
             std::vector<Tetrahedron>& out) {
  const Cut cut = cut_tetrahedron(corners);
  for (int i = 0; i < cut.count; ++i) {
    Tetrahedron t;
    for (int k = 0; k < 4; ++k) t[k] = vertex_of(lattice, cut.tetrahedra[i][k]);
    out.push_back(t);
  }
}

// The four tetrahedra round the edge from a cube's centre to the next cube's along each axis.
void add_cube(const WarpedLattice& lattice, const Site& cube, bool full,
              std::vector<Tetrahedron>& out) {
  const Site centre = cube + Site{1, 1, 1};
  for (int axis = 0; axis < 3; ++axis) {
    const Site next = centre + edge_direction[axis];
    if (full) {
      const Index a = lattice.vertex(centre), b = lattice.vertex(next);
      Index ring[4];
      for (int i = 0; i < 4; ++i) ring[i] = lattice.vertex(cube + face_ring[axis][i]);
      for (int i = 0; i < 4; ++i) out.push_back({a, b, ring[i], ring[(i + 1) % 4]});
      continue;
    }
    const Corner a{centre, lattice.side(centre)}, b{next, lattice.side(next)};
    Corner ring[4];
    for (int i = 0; i < 4; ++i) {
      ring[i].site = cube + face_ring[axis][i];
      ring[i].side = lattice.side(ring[i].site);
    }
    for (int i = 0; i < 4; ++i) add_cut(lattice, {a, b, ring[i], ring[(i + 1) % 4]}, out);
  }
}

}  // namespace

Mesh stuff(const Field& field, double spacing, [[maybe_unused]] bool graded,
           const Progress& progress) {
  WarpedLattice lattice(field, spacing, progress);
  lattice.number_vertices();
  if (progress) progress(0.8, "making tetrahedra");
  Mesh mesh;
  mesh.vertices = lattice.vertices();
  const auto& order = lattice.order();
  std::vector<std::vector<Tetrahedron>> made(order.size());
  parallel_for(order.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Site corner = lattice.lattice().block_site(order[n]);
      const bool full = lattice.is_full(order[n]);
      if (full) made[n].reserve(12 * cells_per_block);
      for (int cell = 0; cell < cells_per_block; ++cell)
        add_cube(lattice, Lattice::site(corner, 2 * cell), full, made[n]);
    }
  });
  std::size_t total = 0;
  for (const auto& list : made) total += list.size();
  auto& cells = mesh.tetrahedra.cells;
  cells.reserve(total);
  for (auto& list : made) {
    cells.insert(cells.end(), list.begin(), list.end());
    list = {};
  }
  return mesh;
}

}  // namespace pliant::generate

#include "mesh/generate/stuffing.h"

#include "base/joined.h"
#include "base/parallel.h"
#include "mesh/generate/graded.h"
#include "mesh/generate/lattice_faces.h"

namespace pliant::generate {

namespace {

// A face in a block that is full, so that nothing is cut.
void add_whole_face(const WarpedLattice& lattice, const Site& cube, int axis,
                    std::vector<Tetrahedron>& out) {
  const Site centre = cube + Site{1, 1, 1};
  const Index a = lattice.vertex(centre), b = lattice.vertex(centre + edge_direction[axis]);
  Index ring[4];
  for (int i = 0; i < 4; ++i) ring[i] = lattice.vertex(cube + face_ring[axis][i]);
  for (int i = 0; i < 4; ++i) out.push_back({a, b, ring[i], ring[(i + 1) % 4]});
}

std::vector<Tetrahedron> uniform_tetrahedra(const WarpedLattice& lattice) {
  const auto& order = lattice.order();
  std::vector<std::vector<Tetrahedron>> made(order.size());
  parallel_for(order.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      const Site corner = lattice.lattice().block_site(order[n]);
      const bool full = lattice.is_full(order[n]);
      std::vector<Tetrahedron>& out = made[n];
      if (full) out.reserve(12 * cells_per_block);
      for (int cell = 0; cell < cells_per_block; ++cell)
        for (int axis = 0; axis < 3; ++axis) {
          const Site cube = Lattice::site(corner, 2 * cell);
          if (full)
            add_whole_face(lattice, cube, axis, out);
          else
            cut_face(lattice, cube, axis,
                     [&](auto... pieces) { out.push_back({lattice.vertex(pieces)...}); });
        }
    }
  });
  return joined(std::move(made));
}

}  // namespace

Mesh stuff(const Field& field, double spacing, bool graded, const Progress& progress) {
  WarpedLattice lattice(field, spacing, progress);
  if (progress) progress(0.8, "making tetrahedra");
  Mesh mesh;
  if (graded) {
    mesh.tetrahedra.cells = graded_tetrahedra(lattice);
  } else {
    lattice.number_vertices();
    mesh.tetrahedra.cells = uniform_tetrahedra(lattice);
  }
  mesh.vertices = lattice.vertices();
  return mesh;
}

}  // namespace pliant::generate

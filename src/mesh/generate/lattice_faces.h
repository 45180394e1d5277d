#pragma once

#include "mesh/generate/stencils.h"
#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

/// The corners of a cube that bound its upper face across each axis, counter-clockwise about it.
inline constexpr Site face_ring[3][4] = {{{2, 0, 0}, {2, 2, 0}, {2, 2, 2}, {2, 0, 2}},
                                         {{0, 2, 0}, {0, 2, 2}, {2, 2, 2}, {2, 2, 0}},
                                         {{0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}}};

/// What the surface leaves of the four tetrahedra round the edge from a cube's centre to that of
/// the next cube along an axis. Calls sink(piece, piece, piece, piece) for each tetrahedron.
template <class Sink>
void cut_face(const WarpedLattice& lattice, const Site& cube, int axis, Sink&& sink) {
  const Site centre = cube + Site{1, 1, 1}, next = centre + edge_direction[axis];
  const Corner a{centre, lattice.side(centre)}, b{next, lattice.side(next)};
  std::array<Corner, 4> ring;
  for (int i = 0; i < 4; ++i) {
    ring[i].site = cube + face_ring[axis][i];
    ring[i].side = lattice.side(ring[i].site);
  }
  for (int i = 0; i < 4; ++i) {
    const Cut cut = cut_tetrahedron({a, b, ring[i], ring[(i + 1) % 4]});
    for (int k = 0; k < cut.count; ++k) {
      const auto& t = cut.tetrahedra[k];
      sink(t[0], t[1], t[2], t[3]);
    }
  }
}

}  // namespace pliant::generate

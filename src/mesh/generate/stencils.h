#pragma once

#include <pliant/mesh.h>

#include <array>

#include "mesh/generate/field.h"
#include "mesh/generate/lattice.h"

namespace pliant::generate {

/// A corner of a tetrahedron of the lattice after warping.
struct Corner {
  Site site;
  Side side;
};

/// A corner of a tetrahedron of the mesh: a lattice point (from == to) or the point where the
/// surface cuts the edge from an inner to an outer lattice point.
struct Piece {
  Site from, to;
};

/// The part of one lattice tetrahedron that lies inside, as up to three tetrahedra of positive
/// volume (Labelle and Shewchuk 2007, figure 3). The corners must have positive volume.
struct Cut {
  int count = 0;
  std::array<std::array<Piece, 4>, 3> tetrahedra;
};
Cut cut_tetrahedron(const std::array<Corner, 4>& corners);

}  // namespace pliant::generate

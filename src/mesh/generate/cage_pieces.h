#pragma once

#include "mesh/generate/cage_lines.h"

namespace pliant::generate {

/// The connected pieces of the solid within each tetrahedron of the lattice, and how they hang
/// together. Each becomes a tetrahedron of the cage.
struct CagePieces {
  std::vector<std::uint64_t> tet;                 ///< of each piece, LatticeTet::key()
  std::vector<double> fill;                       ///< of each piece, its share of the tetrahedron
  std::vector<Index> of_fragment;                 ///< the piece that each fragment belongs to
  std::vector<std::pair<Index, Index>> touching;  ///< pieces of different tetrahedra
};

CagePieces find_pieces(const CageSurface& surface, int orientation, const Fragments& fragments,
                       const SolidLines& lines);

}  // namespace pliant::generate

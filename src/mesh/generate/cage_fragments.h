#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/generate/cage_lattice.h"

namespace pliant::generate {

/// A surface in half-units of a lattice, with its topology; vertices at one place are one.
struct CageSurface {
  std::vector<Vec3d> vertices;
  std::vector<Triangle> triangles;  ///< none repeats a vertex
  /// For each triangle the edge from its corner i to the next one.
  std::vector<std::array<Index, 3>> edges;
};

/// The part of a triangle that lies in one tetrahedron of the lattice.
struct Fragment {
  Index triangle = 0;
  Index tet = 0;
  Vec3d area;  ///< along the normal
  Vec3d centre;
};

/// A triangulated surface cut along all faces of the lattice.
struct Fragments {
  KeyNumbers tets;  ///< those that hold fragments, by LatticeTet::key()
  std::vector<Fragment> fragments;
  std::vector<Index> first;  ///< of each triangle, and one past the last
  /// Pairs of fragments that share a piece of an edge, in one tetrahedron or in two.
  std::vector<std::pair<Index, Index>> touching;

  /// The fragment of a triangle in the tetrahedron of this number; no_index: none.
  Index find(Index triangle, Index tet) const {
    for (Index f = first[triangle]; f < first[triangle + 1]; ++f)
      if (fragments[f].tet == tet) return f;
    return no_index;
  }
};

Fragments cut_by_lattice(const CageSurface& surface);

}  // namespace pliant::generate

#pragma once

#include <pliant/embedding.h>
#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <cstddef>
#include <vector>

namespace pliant {

struct CageOptions {
  /// Length of the lattice's cubes, the longer of the two edge lengths, in metres; 0: taken from
  /// `tetrahedra`.
  double edge = 0;
  /// About how many tetrahedra to make when `edge` is 0, met to 15 % where a lattice gives such a
  /// number; 0: usual_cage_tetrahedra.
  std::size_t tetrahedra = 0;
};
inline constexpr std::size_t usual_cage_tetrahedra = 5000;
/// m: vertices of this inset meet no floor.
inline constexpr double unmet_inset = 1e9;

/// A coarse mesh around a surface that hangs in it. All tetrahedra have the shape of the
/// body-centred cubic lattice (dihedral angles of 60 and 90 degrees) and reach beyond the surface.
struct Cage {
  /// Tetrahedra may overlap: one that would hold two pieces of the solid which are not joined
  /// within it is there twice, so that both can move apart. A face may then have three of them.
  Mesh mesh;
  std::vector<double> fill;  ///< of each tetrahedron, the share that is solid: 0 to 1
  /// For each vertex of the surface the tetrahedron that holds it, the right one of those that
  /// overlap, and its weights there, 0 to 1. Vertices in no triangle have the nearest tetrahedron.
  std::vector<Index> tetrahedra;
  std::vector<std::array<double, 4>> weights;
  double edge = 0;  ///< m; of the lattice's cubes
  /// m, of each vertex of the mesh: how far outside the solid it lies, below zero inside; 0 where
  /// no surface passes its tetrahedra, unmet_inset where it holds next to nothing. See
  /// Body::insets.
  std::vector<double> insets;
};

/// The cage of the solid inside a surface, as tetrahedralise() has it, and of all its triangles,
/// which may enclose nothing: no part is lost. Parts are joined where the solid is, not where they
/// are near: copies of a tetrahedron follow the connected pieces of what is solid within it
/// (Nesme, Kry, Jeřábková and Faure 2009). The result is the same for any number of threads.
Cage make_cage(const Mesh& surface, const CageOptions& options = {}, Notes* notes = nullptr);

}  // namespace pliant

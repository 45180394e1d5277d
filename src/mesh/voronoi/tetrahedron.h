#pragma once

#include <pliant/tet_mesh.h>

#include <span>
#include <vector>

#include "mesh/voronoi/cut.h"
#include "mesh/voronoi/nearest.h"
#include "mesh/voronoi/points.h"

namespace pliant::voronoi {

/// The bisector of two sites p and q over a tetrahedron: |x-q|² - |x-p|², positive where p is
/// nearer. Below `tolerance` it is zero but for rounding, that of the input's coordinates
/// included.
struct Bisector {
  Linear difference;
  double tolerance;
};

Bisector bisector(std::span<const Vec3d> x, const Tetrahedron& t, Index p, Index q);

inline Vec3d position(std::span<const Vec3d> x, const Tetrahedron& t, const Weights& w) {
  return w[0] * x[t[0]] + w[1] * x[t[1]] + w[2] * x[t[2]] + w[3] * x[t[3]];
}

/// The Voronoi diagram inside one tetrahedron. Made once for many tetrahedra: it keeps its memory.
class TetrahedronDiagram {
 public:
  TetrahedronDiagram(const TetMesh& mesh, const NearestVertex& nearest)
      : mesh_(mesh), nearest_(nearest) {}

  /// Starts with the tetrahedron's own vertices as sites and looks up which vertex is nearest to
  /// each corner of each piece; one that is nearer than the piece's site becomes a site, until
  /// there is none. That finds all: where another site is nearer is a half space, and if a half
  /// space holds any of a convex piece it holds one of the piece's corners.
  void build(Index tetrahedron);

  std::span<const Index> sites() const { return sites_; }
  const Piece& piece(std::size_t i) const { return pieces_[i]; }

 private:
  void add_site(Index site);
  Index nearer_site(std::size_t i, const Weights& at) const;
  bool ask_corners(std::size_t i);

  const TetMesh& mesh_;
  const NearestVertex& nearest_;
  Tetrahedron tetrahedron_{};
  std::vector<Index> sites_;
  std::vector<Piece> pieces_;  // at least one a site; the rest is kept for the next tetrahedron
  PointNumbers asked_;         // a corner of several pieces is looked up once
  PieceCutter cutter_;
};

}  // namespace pliant::voronoi

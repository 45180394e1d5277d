#pragma once

#include <functional>

#include "mesh/generate/cage_fragments.h"

namespace pliant::generate {

/// Straight lines along the three axes, so many across the side of a cube, whose crossings with the
/// surface tell what of them is solid. Lines of different directions meet in the points of a grid.
inline constexpr int lines_across_cube = 8;

/// The length of all lines along an axis in a tetrahedron of a kind, key & 15, in half-units: lines
/// lie alike in all cubes.
double line_length(int kind, int axis);

/// The part of a line that is solid and lies in one tetrahedron with fragments.
struct LinePiece {
  Index tet = 0;
  int axis = 0;
  double length = 0;
  Vec3d middle;
};

/// How lines go through the solid. Nodes are fragments first, then line pieces.
struct SolidLines {
  std::vector<LinePiece> pieces;
  KeyNumbers full;  ///< tetrahedra without fragments that are solid, by LatticeTet::key()
  /// Pairs of nodes that touch, in one tetrahedron or across a face.
  std::vector<std::pair<Index, Index>> touching;
  /// Line pieces (as nodes) that go on in a full tetrahedron, and its number.
  std::vector<std::pair<Index, Index>> touching_full;
};

/// What a line has crossed tells where it is in the solid. Where a surface has holes `is_solid` is
/// asked about lines that go through them; it is empty for a surface whose every edge has a
/// partner. `orientation`: -1 where the triangles face inwards.
SolidLines lines_through(const CageSurface& surface, const Fragments& fragments, int orientation,
                         const std::function<bool(const Vec3d&)>& is_solid);

}  // namespace pliant::generate

#pragma once

#include <pliant/box.h>
#include <pliant/model.h>

// Cutting: relations go away while the body runs; nothing is built anew (R06 section 6).

namespace pliant {

/// A knife: a disk, or a whole plane.
struct CuttingPlane {
  Vec3d point{0, 0, 0};
  Vec3d normal{0, 1, 0};  ///< any length but zero
  double radius = 0;      ///< m about the point; 0: the whole plane
};

/// What a straight stroke of the mouse cuts: the part of the plane through the eye and both ends of
/// the stroke that is seen between them.
struct CuttingWedge {
  Vec3d eye{};
  Vec3d from{}, to{};  ///< places seen at the ends of the stroke, m; only their directions count
};

/// Removes every relation with vertices on both sides of the plane, where the body is now, and
/// what hung on removed tetrahedra alone. Returns how many relations went.
std::size_t cut(State& state, const CuttingPlane& plane);

/// The same for what a stroke meets: relations with vertices on both sides of its plane that pass
/// it between the two rays, where the body is now. A stroke without length cuts nothing.
std::size_t cut(State& state, const CuttingWedge& wedge);
/// What that would remove, by set, each in its order; see State::remove and State::put_back.
std::vector<std::vector<Index>> relations_in(const State& state, const CuttingWedge& wedge);

/// Removes every relation whose centre lies in the box, and what hung on removed tetrahedra alone.
std::size_t cut(State& state, const Box& box);

/// The surface of what is left, for drawing: the boundary of the body's tetrahedra or hexahedra,
/// facing outwards, or its triangles where it has neither. A cell with relations on just its
/// vertices is there as long as one of these is, any other until a relation within it goes.
std::vector<Triangle> surface(const State& state);
/// Which of the body's tetrahedra are gone in that sense, one flag each; empty: none are.
std::vector<bool> removed_tetrahedra(const State& state);

}  // namespace pliant

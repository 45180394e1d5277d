#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

/// Gives points at the very same place one number: equal coordinates, with -0 equal to 0 and no
/// tolerance. Numbers follow the order of first appearance. Expected constant time a point.
class ExactWeld {
 public:
  /// The number of this point. It must be finite, and at most no_index different ones may come.
  Index add(const Vec3d& point);

  std::span<const Vec3d> points() const { return points_; }
  std::vector<Vec3d> take_points() { return std::move(points_); }

 private:
  std::size_t slot_of(const Vec3d& point) const;
  void grow();

  std::vector<Vec3d> points_;
  std::vector<Index> slots_;  // a power of two of them, at most half in use; no_index: free
};

/// Joins vertices at the very same place and renumbers cells and groups. Returns how many
/// vertices went away; unused ones stay. A Voronoi diagram is dropped when any did, since its
/// cells belong to the vertices.
std::size_t weld_exact(Mesh& mesh);

}  // namespace pliant

#pragma once

#include <pliant/mesh.h>

#include <array>
#include <functional>
#include <vector>

namespace pliant {

/// A rotation (any linear map), then a shift.
struct Pose {
  std::array<Vec3d, 3> rotation{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};  ///< rows
  Vec3d shift{};                                                                  ///< m

  Vec3d operator()(const Vec3d& x) const {
    return Vec3d{dot(rotation[0], x), dot(rotation[1], x), dot(rotation[2], x)} + shift;
  }
};

/// Vertices that follow a path: after every step each is at path(time)(its place) in the directions
/// of `axes`, with the velocity that brought it there; the other directions stay free. Where two
/// drives have the same direction of a vertex, the one added last decides.
struct Drive {
  std::vector<Index> vertices;
  std::array<bool, 3> axes{true, true, true};  ///< x, y, z
  /// A function of the time in s alone: it is called ahead, and may be called again.
  std::function<Pose(double time)> path;
  /// What the path moves, one a vertex, m; empty: where the vertices are when it is added.
  std::vector<Vec3d> places{};
};

}  // namespace pliant

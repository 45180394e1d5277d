#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

namespace pliant {

/// Vertices moved and scaled so that no squared length of them overflows or underflows.
struct Points {
  std::vector<Vec3d> at;    ///< within [0, 1] for those in use
  std::vector<char> sane;   ///< in use and computable; the others must not be looked at
  double size = 0;          ///< diagonal of the box round the sane ones, in these units
  double longest_side = 0;  ///< of that box
};

/// Squares of larger coordinates overflow, and so would most of what is done with a mesh.
inline constexpr double largest_coordinate = 1e150;

/// Whether all coordinates are finite and none is too large.
bool is_computable(const Vec3d& p);

/// Looks at the vertices marked in `used`.
Points scaled_points(std::span<const Vec3d> vertices, const std::vector<char>& used);

/// Marks the vertices of all cells of a mesh.
std::vector<char> used_vertices(const Mesh& mesh);

/// Vertices closer than this part of the object's size are the same place.
inline constexpr double coincidence = 1e-9;

/// Twice the area against the longest edge squared: the triangle's height is lost in rounding.
bool is_flat(const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Six times the volume against the longest edge cubed.
bool is_flat(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// Whether triangles u v a and u v b lie on one another: less than 1e-6 rad between them.
bool is_folded(const Vec3d& u, const Vec3d& v, const Vec3d& a, const Vec3d& b);

/// The vertex of a triangle that is neither u nor v.
inline Index opposite_vertex(const Triangle& t, Index u, Index v) {
  for (Index w : t)
    if (w != u && w != v) return w;
  return t[0];
}

/// Whether the triangle goes from u to v.
inline bool turns_along(const Triangle& t, Index u, Index v) {
  return (t[0] == u && t[1] == v) || (t[1] == u && t[2] == v) || (t[2] == u && t[0] == v);
}

/// For each vertex the lowest one at the same place, itself where there is none. Any two closer
/// than `distance` count as one place, none farther apart than three times that, and chains of
/// such pairs.
std::vector<Index> coinciding_vertices(const Points& points, double distance);

}  // namespace pliant

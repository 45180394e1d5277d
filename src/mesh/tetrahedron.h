#pragma once

#include <pliant/vec3.h>

#include <array>

namespace pliant {

/// Coordinates of p with respect to the tetrahedron x; they sum to 1.
inline std::array<double, 4> barycentric(const Vec3d& p, const std::array<Vec3d, 4>& x) {
  const Vec3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0], d = p - x[0];
  const double whole = dot(cross(a, b), c);
  const double wa = dot(cross(b, c), d) / whole, wb = dot(cross(c, a), d) / whole,
               wc = dot(cross(a, b), d) / whole;
  return {1 - wa - wb - wc, wa, wb, wc};
}

/// The centre, seen from the origin, of the sphere through the origin, u, v and w. Not finite where
/// they lie in a plane.
inline Vec3d circumcentre(const Vec3d& u, const Vec3d& v, const Vec3d& w) {
  const Vec3d sum = squared_length(u) * cross(v, w) + squared_length(v) * cross(w, u) +
                    squared_length(w) * cross(u, v);
  return sum / (2 * dot(u, cross(v, w)));
}
/// The same of the circle through the origin, u and v. Not finite where they lie on a line.
inline Vec3d circumcentre(const Vec3d& u, const Vec3d& v) {
  const Vec3d normal = cross(u, v);
  return cross(squared_length(u) * v - squared_length(v) * u, normal) / (2 * dot(normal, normal));
}

/// Where they are so flat that there is none: the mean of the points, the origin among them.
template <class... V>
Vec3d circumcentre_or_mean(const V&... points) {
  const Vec3d centre = circumcentre(points...);
  return is_finite(centre) ? centre : (points + ...) / (1.0 + sizeof...(points));
}

}  // namespace pliant

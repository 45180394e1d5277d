#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pliant::generate {

/// How well a tetrahedron keeps the mesher's bounds: 1 where one of its dihedral angles is just
/// 10.7° or 164.8°, more where all lie within, negative where it is inverted. Grows with
/// 1 - cos and 1 + cos of the angles, which needs no arccosine.
inline double angle_measure(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const Vec3d u = b - a, v = c - a, w = d - a;
  const double volume = dot(cross(u, v), w);
  if (!(volume > 0)) {
    const double longest = std::max({squared_length(u), squared_length(v), squared_length(w)});
    return longest > 0 ? std::min(volume / (longest * std::sqrt(longest)), -1e-12) : -1;
  }
  std::array<Vec3d, 4> n{cross(c - b, d - b), cross(w, v), cross(u, w), cross(v, u)};
  for (Vec3d& m : n) m = m / std::sqrt(std::max(squared_length(m), 1e-300));
  double least = 1, most = -1;
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      const double cosine = -dot(n[i], n[j]);
      least = std::min(least, cosine);
      most = std::max(most, cosine);
    }
  constexpr double at_10_7 = 1 - 0.9826132, at_164_8 = 1 - 0.9650165;
  return std::min((1 - most) / at_10_7, (1 + least) / at_164_8);
}

}  // namespace pliant::generate

#pragma once

#include <pliant/vec3.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace pliant {

/// Visits the corners of a triangle's regular subdivision and its middle. `part` is its share of a
/// surface's area, of which about `samples` places are visited in all.
template <class Visit>
void for_places(const Vec3d& a, const Vec3d& b, const Vec3d& c, double part, std::size_t samples,
                Visit&& visit) {
  const double wanted = std::sqrt(2 * part * static_cast<double>(samples));
  const unsigned rows = static_cast<unsigned>(std::clamp(wanted, 1.0, 1000.0));
  const Vec3d u = (b - a) / rows, v = (c - a) / rows;
  for (unsigned i = 0; i <= rows; ++i)
    for (unsigned j = 0; j <= rows - i; ++j) visit(a + u * i + v * j);
  visit((a + b + c) / 3.0);
}

}  // namespace pliant

#pragma once

#include <pliant/vec3.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/parallel.h"

// Sums and loops over the vertices of all bodies of a large step. Ranges are fixed, and what they
// add up to is added in their order: the same bits on any number of threads.

namespace pliant::large_steps {

inline constexpr std::size_t vertices_of_range = 4096;

/// Calls work(i) for all i, on several threads where there are many.
template <class Work>
void for_vertices(std::size_t count, const Work& work) {
  parallel_for((count + vertices_of_range - 1) / vertices_of_range, 1,
               [&](std::size_t begin, std::size_t end) {
                 const std::size_t last = std::min(end * vertices_of_range, count);
                 for (std::size_t i = begin * vertices_of_range; i < last; ++i) work(i);
               });
}

/// The sum of term(i).
template <class Term>
double sum_over(std::size_t count, const Term& term) {
  std::vector<double> parts((count + vertices_of_range - 1) / vertices_of_range);
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t last = std::min((k + 1) * vertices_of_range, count);
      for (std::size_t i = k * vertices_of_range; i < last; ++i) parts[k] += term(i);
    }
  });
  double sum = 0;
  for (const double part : parts) sum += part;
  return sum;
}

inline double dot(std::span<const Vec3d> a, std::span<const Vec3d> b) {
  return sum_over(a.size(), [&](std::size_t i) { return pliant::dot(a[i], b[i]); });
}

inline double norm(std::span<const Vec3d> a) {
  return std::sqrt(dot(a, a));
}

/// a += b s
inline void add(std::span<Vec3d> a, std::span<const Vec3d> b, double s) {
  for_vertices(a.size(), [&](std::size_t i) { a[i] += b[i] * s; });
}

/// The number of the longest, or of the first that is not finite.
inline std::size_t largest(std::span<const Vec3d> a) {
  std::size_t found = 0;
  double most = -1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double size = squared_length(a[i]);
    if (size <= most) continue;
    found = i;
    if (!(size < std::numeric_limits<double>::infinity())) return i;
    most = size;
  }
  return found;
}

}  // namespace pliant::large_steps

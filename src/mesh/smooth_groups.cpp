#include "mesh/smooth_groups.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "mesh/disjoint_sets.h"

namespace pliant {

namespace {

// Edges of the rest shape that bend more than this stay sharp.
constexpr double crease_cosine = 0.5;  // 60 degrees

struct TriangleSide {
  Index low, high;
  Index triangle;
};

Vec3d unit_normal(std::span<const Vec3d> x, const Triangle& f) {
  const Vec3d n = cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]);
  const double size = length(n);
  return size > 0 ? n / size : Vec3d{};
}

std::vector<TriangleSide> sorted_sides(std::span<const Triangle> triangles) {
  std::vector<TriangleSide> sides;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(triangles[t][k], triangles[t][(k + 1) % 3]);
      sides.push_back({low, high, static_cast<Index>(t)});
    }
  std::ranges::sort(sides, {},
                    [](const TriangleSide& s) { return std::tuple(s.low, s.high, s.triangle); });
  return sides;
}

}  // namespace

std::vector<Vec3d> SmoothGroups::normals(std::span<const Triangle> triangles,
                                         std::span<const Vec3d> positions) const {
  std::vector<Vec3d> found(count);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const Triangle& f = triangles[t];
    const Vec3d n = cross(positions[f[1]] - positions[f[0]], positions[f[2]] - positions[f[0]]);
    if (!is_finite(n)) continue;
    for (const Index group : corners[t]) found[group] += n;
  }
  for (Vec3d& n : found) {
    const double size = length(n);
    n = size > 0 ? n / size : Vec3d{};
  }
  return found;
}

SmoothGroups blunt_groups(std::span<const Triangle> triangles, std::span<const Vec3d> rest) {
  const std::vector<TriangleSide> sides = sorted_sides(triangles);
  DisjointSets sets(3 * triangles.size());
  const auto corner_at = [&](Index triangle, Index vertex) {
    const Triangle& p = triangles[triangle];
    return 3 * triangle + static_cast<Index>(std::ranges::find(p, vertex) - p.begin());
  };
  for (std::size_t i = 0; i + 1 < sides.size(); ++i) {
    const TriangleSide &a = sides[i], &b = sides[i + 1];
    if (a.low != b.low || a.high != b.high) continue;
    if (dot(unit_normal(rest, triangles[a.triangle]), unit_normal(rest, triangles[b.triangle])) <
        crease_cosine)
      continue;
    sets.join(corner_at(a.triangle, a.low), corner_at(b.triangle, a.low));
    sets.join(corner_at(a.triangle, a.high), corner_at(b.triangle, a.high));
  }
  SmoothGroups groups;
  groups.corners.resize(triangles.size());
  std::vector<Index> number(3 * triangles.size(), no_index);
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      Index& n = number[sets.find(static_cast<Index>(3 * t + k))];
      if (n == no_index) n = groups.count++;
      groups.corners[t][k] = n;
    }
  return groups;
}

SmoothGroups smooth_groups(const Mesh& surface) {
  SmoothGroups groups = blunt_groups(surface.triangles.cells, surface.vertices);
  if (!surface.appearance || surface.appearance->normal_corners.empty()) return groups;
  // A vertex has one group for each of its normals; corners without one keep theirs.
  const auto& given = surface.appearance->normal_corners;
  std::map<std::tuple<Index, bool, Index>, Index> numbers;
  Index count = 0;
  for (std::size_t t = 0; t < given.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const bool has = given[t][k] != no_index;
      const auto [entry, is_new] = numbers.try_emplace(
          {surface.triangles[t][k], has, has ? given[t][k] : groups.corners[t][k]}, count);
      count += is_new;
      groups.corners[t][k] = entry->second;
    }
  groups.count = count;
  return groups;
}

}  // namespace pliant

#include "mesh/tet_tree.h"

#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mesh/tetrahedron.h"

namespace pliant {

namespace {

double distance_to_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
  const Vec3d ab = b - a;
  const double whole = squared_length(ab);
  const double t = whole > 0 ? std::clamp(dot(p - a, ab) / whole, 0.0, 1.0) : 0.0;
  return length(p - (a + ab * t));
}

double distance_to_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d normal = cross(b - a, c - a);
  const bool over = dot(cross(b - a, p - a), normal) >= 0 &&
                    dot(cross(c - b, p - b), normal) >= 0 && dot(cross(a - c, p - c), normal) >= 0;
  if (over && squared_length(normal) > 0) return std::abs(dot(p - a, normal)) / length(normal);
  return std::min(
      {distance_to_segment(p, a, b), distance_to_segment(p, b, c), distance_to_segment(p, c, a)});
}

double least(const std::array<double, 4>& weights) {
  return *std::ranges::min_element(weights);
}

}  // namespace

double distance_to(const Vec3d& p, const std::array<Vec3d, 4>& x) {
  if (least(barycentric(p, x)) >= 0) return 0;
  double distance = std::numeric_limits<double>::max();
  for (const auto& f : tetrahedron_face)
    distance = std::min(distance, distance_to_triangle(p, x[f[0]], x[f[1]], x[f[2]]));
  return distance;
}

TetTree::TetTree(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra)
    : vertices_(vertices), tetrahedra_(tetrahedra) {
  std::vector<Vec3d> centres(tetrahedra.size());
  for (Index t = 0; t < tetrahedra.size(); ++t) {
    const auto x = corners(t);
    centres[t] = (x[0] + x[1] + x[2] + x[3]) / 4.0;
  }
  tree_ = BoxTree(centres, [&](Index t) { return bounding_box(corners(t)); });
  const Box box = tree_.bounds();
  for (int i = 0; i < 3; ++i)
    rounding_ = std::max({rounding_, std::abs(box.low[i]), std::abs(box.high[i])});
  rounding_ *= 1e-13;
}

std::array<Vec3d, 4> TetTree::corners(Index tetrahedron) const {
  const auto& [a, b, c, d] = tetrahedra_[tetrahedron];
  return {vertices_[a], vertices_[b], vertices_[c], vertices_[d]};
}

TetTree::Hit TetTree::nearest(const Vec3d& p) const {
  const double scale = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  const double slack = rounding_ + 1e-13 * scale;
  Hit hit = deepest(p, slack, [](double least_weight, Index) { return least_weight >= 0; });
  if (hit.tetrahedron != no_index) return hit;

  // Whatever the numbers, some tetrahedron is found: comparisons with NaN are false.
  double distance = std::numeric_limits<double>::infinity(), squared_distance = distance;
  Index found = no_index;
  tree_.traverse_near(p, squared_distance, [&](Index slot) {
    const Index t = tree_.items()[slot];
    const double d = distance_to(p, corners(t));
    if (found != no_index && !(d < distance)) return;
    found = t;
    distance = d;
    squared_distance = d * d;
  });
  const double reach = distance + slack;
  hit = deepest(p, reach,
                [&](double, Index t) { return t == found || distance_to(p, corners(t)) <= reach; });
  if (hit.tetrahedron == no_index) hit = {found, barycentric(p, corners(found)), false};
  hit.inside = distance <= slack;
  return hit;
}

template <class Accept>
TetTree::Hit TetTree::deepest(const Vec3d& p, double reach, const Accept& accept) const {
  Hit hit{no_index, {}, true};
  tree_.traverse_near(p, reach * reach, [&](Index slot) {
    const Index t = tree_.items()[slot];
    const auto weights = barycentric(p, corners(t));
    const double mine = least(weights), best = least(hit.weights);
    const bool better =
        hit.tetrahedron == no_index || mine > best || (mine == best && t < hit.tetrahedron);
    if (better && accept(mine, t)) hit = {t, weights, true};
  });
  return hit;
}

}  // namespace pliant

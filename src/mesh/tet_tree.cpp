#include "mesh/tet_tree.h"

#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

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

double squared_distance_to_box(const Vec3d& p, const Vec3d& low, const Vec3d& high) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    const double gap = std::max({low[i] - p[i], 0.0, p[i] - high[i]});
    sum += gap * gap;
  }
  return sum;
}

double least(const std::array<double, 4>& weights) {
  return *std::ranges::min_element(weights);
}

}  // namespace

std::array<double, 4> barycentric(const Vec3d& p, const std::array<Vec3d, 4>& x) {
  const Vec3d a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0], d = p - x[0];
  const double whole = dot(cross(a, b), c);
  const double wa = dot(cross(b, c), d) / whole, wb = dot(cross(c, a), d) / whole,
               wc = dot(cross(a, b), d) / whole;
  return {1 - wa - wb - wc, wa, wb, wc};
}

double distance_to(const Vec3d& p, const std::array<Vec3d, 4>& x) {
  if (least(barycentric(p, x)) >= 0) return 0;
  double distance = std::numeric_limits<double>::max();
  for (const auto& f : tetrahedron_face)
    distance = std::min(distance, distance_to_triangle(p, x[f[0]], x[f[1]], x[f[2]]));
  return distance;
}

TetTree::TetTree(std::span<const Vec3d> vertices, std::span<const Tetrahedron> tetrahedra)
    : vertices_(vertices), tetrahedra_(tetrahedra), order_(tetrahedra.size()) {
  std::iota(order_.begin(), order_.end(), Index{0});
  std::vector<Vec3d> centres(tetrahedra.size());
  for (Index t = 0; t < tetrahedra.size(); ++t) {
    const auto x = corners(t);
    centres[t] = (x[0] + x[1] + x[2] + x[3]) / 4.0;
  }
  nodes_.push_back({{}, {}, 0, static_cast<Index>(tetrahedra.size())});
  build(0, centres);
  for (int i = 0; i < 3; ++i)
    rounding_ = std::max({rounding_, std::abs(nodes_[0].low[i]), std::abs(nodes_[0].high[i])});
  rounding_ *= 1e-13;
}

std::array<Vec3d, 4> TetTree::corners(Index tetrahedron) const {
  const auto& [a, b, c, d] = tetrahedra_[tetrahedron];
  return {vertices_[a], vertices_[b], vertices_[c], vertices_[d]};
}

void TetTree::build(Index node, std::span<const Vec3d> centres) {
  constexpr Index leaf_size = 4;
  const Index begin = nodes_[node].begin, end = nodes_[node].end;
  Vec3d low = vertices_[tetrahedra_[order_[begin]][0]], high = low;
  Vec3d first = centres[order_[begin]], last = first;
  for (Index i = begin; i < end; ++i)
    for (int axis = 0; axis < 3; ++axis) {
      for (const Index v : tetrahedra_[order_[i]]) {
        low[axis] = std::min(low[axis], vertices_[v][axis]);
        high[axis] = std::max(high[axis], vertices_[v][axis]);
      }
      first[axis] = std::min(first[axis], centres[order_[i]][axis]);
      last[axis] = std::max(last[axis], centres[order_[i]][axis]);
    }
  nodes_[node].low = low;
  nodes_[node].high = high;
  if (end - begin <= leaf_size) return;

  const Vec3d extent = last - first;
  const int axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  const Index middle = begin + (end - begin) / 2;
  std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                   [&](Index a, Index b) {
                     const double ca = centres[a][axis], cb = centres[b][axis];
                     return ca != cb ? ca < cb : a < b;
                   });
  const auto left = static_cast<Index>(nodes_.size());
  nodes_[node].left = left;
  nodes_.push_back({{}, {}, begin, middle});
  nodes_.push_back({{}, {}, middle, end});
  build(left, centres);
  build(left + 1, centres);
}

// Visits the tetrahedra whose boxes are at most `reach` away, nearer boxes first; the visitor may
// make `reach` smaller.
template <class Visit>
void TetTree::visit_within(const Vec3d& p, const double& reach, const Visit& visit) const {
  struct Entry {
    Index node;
    double distance;
  };
  // The tree halves the tetrahedra at each level, so it is at most 32 levels deep.
  Entry stack[64];
  int size = 0;
  const auto entry = [&](Index node) {
    return Entry{node, std::sqrt(squared_distance_to_box(p, nodes_[node].low, nodes_[node].high))};
  };
  stack[size++] = entry(0);
  while (size > 0) {
    const Entry at = stack[--size];
    if (at.distance > reach) continue;
    const Node& node = nodes_[at.node];
    if (node.left == 0) {
      for (Index i = node.begin; i < node.end; ++i) visit(order_[i]);
      continue;
    }
    const Entry left = entry(node.left), right = entry(node.left + 1);
    stack[size++] = left.distance <= right.distance ? right : left;
    stack[size++] = left.distance <= right.distance ? left : right;
  }
}

TetTree::Hit TetTree::nearest(const Vec3d& p) const {
  const double scale = std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  const double slack = rounding_ + 1e-13 * scale;
  Hit hit = deepest(p, slack, [](double least_weight, Index) { return least_weight >= 0; });
  if (hit.tetrahedron != no_index) return hit;

  // Whatever the numbers, some tetrahedron is found: comparisons with NaN are false.
  double distance = std::numeric_limits<double>::infinity();
  Index found = no_index;
  visit_within(p, distance, [&](Index t) {
    const double d = distance_to(p, corners(t));
    if (found != no_index && !(d < distance)) return;
    found = t;
    distance = d;
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
  visit_within(p, reach, [&](Index t) {
    const auto weights = barycentric(p, corners(t));
    const double mine = least(weights), best = least(hit.weights);
    const bool better =
        hit.tetrahedron == no_index || mine > best || (mine == best && t < hit.tetrahedron);
    if (better && accept(mine, t)) hit = {t, weights, true};
  });
  return hit;
}

}  // namespace pliant

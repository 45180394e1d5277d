#include "mesh/triangle_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/parallel.h"

namespace pliant {

TriangleTree::TriangleTree(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  if (triangles.empty()) return;
  const std::size_t count = triangles.size();
  std::vector<Vec3d> centroids(count);
  parallel_for(count, 8192, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [a, b, c] = triangles[i];
      centroids[i] = (vertices[a] + vertices[b] + vertices[c]) / 3.0;
    }
  });
  original_.resize(count);
  std::iota(original_.begin(), original_.end(), Index{0});
  corners_.resize(count);
  nodes_.reserve(count);
  build(original_, centroids, 0, static_cast<Index>(count), 0);
  for (std::size_t slot = 0; slot < count; ++slot)
    for (int k = 0; k < 3; ++k) corners_[slot][k] = vertices[triangles[original_[slot]][k]];

  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    Node& node = nodes_[i];
    if (node.right == 0) {
      for (Index s = node.first; s < node.first + node.count; ++s) node.box.add(box_of(s));
    } else {
      node.box.add(nodes_[i + 1].box);
      node.box.add(nodes_[node.right].box);
    }
  }
  expansions_.resize(nodes_.size());
  parallel_for(nodes_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) expansions_[i] = expand(nodes_[i]);
  });
}

// Splits at the median along the longest side of the centroids' box.
Index TriangleTree::build(std::vector<Index>& order, std::span<const Vec3d> centroids, Index first,
                          Index count, int depth) {
  const auto at = static_cast<Index>(nodes_.size());
  nodes_.push_back({{}, first, count, 0});
  if (count <= leaf_size || depth >= max_depth - 1) return at;
  Box box;
  for (Index i = first; i < first + count; ++i) box.add(centroids[order[i]]);
  const int axis = box.longest_axis();
  const auto begin = order.begin() + first;
  const Index half = count / 2;
  std::nth_element(begin, begin + half, begin + count, [&](Index a, Index b) {
    const double x = centroids[a][axis], y = centroids[b][axis];
    return x != y ? x < y : a < b;
  });
  build(order, centroids, first, half, depth + 1);
  nodes_[at].right = build(order, centroids, first + half, count - half, depth + 1);
  return at;
}

Box TriangleTree::box_of(std::size_t slot) const {
  Box box;
  for (const Vec3d& corner : corners_[slot]) box.add(corner);
  return box;
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3d& p, double bound) const {
  Nearest best;
  if (nodes_.empty()) return best;
  double least = bound * bound;
  struct Entry {
    double squared_distance;
    Index node;
  };
  Entry stack[max_depth + 1];
  int top = 0;
  stack[top++] = {nodes_[0].box.squared_distance(p), 0};
  while (top > 0) {
    const auto [squared, i] = stack[--top];
    if (squared > least) continue;
    const Node& node = nodes_[i];
    if (node.right == 0) {
      for (Index s = node.first; s < node.first + node.count; ++s) {
        const auto& [a, b, c] = corners_[s];
        const Vec3d q = nearest_on_triangle(p, a, b, c);
        const double d = squared_length(q - p);
        if (d > least || (d == least && best.triangle != no_index)) continue;
        least = d;
        best.triangle = original_[s];
        best.point = q;
      }
      continue;
    }
    Entry near{nodes_[i + 1].box.squared_distance(p), i + 1};
    Entry far{nodes_[node.right].box.squared_distance(p), node.right};
    if (far.squared_distance < near.squared_distance) std::swap(near, far);
    if (far.squared_distance <= least) stack[top++] = far;
    if (near.squared_distance <= least) stack[top++] = near;
  }
  if (best.triangle != no_index) best.distance = std::sqrt(least);
  return best;
}

void TriangleTree::crossings(const Vec3d& a, const Vec3d& b, std::vector<double>& fractions) const {
  fractions.clear();
  Box box;
  box.add(a);
  box.add(b);
  const Vec3d d = b - a;
  // The sign of the volume of the segment and one edge of the triangle. Exactly the negative for
  // the same edge turned round, so that no segment slips through between two triangles.
  const auto volume = [&](const Vec3d& p, const Vec3d& q) { return dot(d, cross(p, q)); };
  traverse([&](const Box& node) { return node.overlaps(box); },
           [&](std::size_t slot) {
             const Vec3d p = corners_[slot][0] - a;
             const Vec3d q = corners_[slot][1] - a;
             const Vec3d r = corners_[slot][2] - a;
             const double u = volume(p, q), v = volume(q, r), w = volume(r, p);
             const bool hit = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
             const double sum = u + v + w;
             if (!hit || sum == 0) return;
             const Vec3d point = (p * v + q * w + r * u) / sum;
             const double t = dot(point, d) / dot(d, d);
             if (t >= 0 && t <= 1) fractions.push_back(t);
           });
  std::ranges::sort(fractions);
}

// Cases by the Voronoi region of the triangle in which p lies (Ericson 2005, 5.1.5).
Vec3d nearest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, ac = c - a, ap = p - a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const Vec3d bp = p - b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) return a + ab * (d1 / (d1 - d3));
  const Vec3d cp = p - c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 > d6) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  const double e = d4 - d3, f = d5 - d6;
  if (va <= 0 && e >= 0 && f >= 0 && e + f > 0) return b + (c - b) * (e / (e + f));
  const double sum = va + vb + vc;
  if (!(sum > 0)) return a;
  return a + ab * (vb / sum) + ac * (vc / sum);
}

double solid_angle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d u = a - p, v = b - p, w = c - p;
  const double lu = length(u), lv = length(v), lw = length(w);
  const double numerator = dot(u, cross(v, w));
  const double denominator = lu * lv * lw + dot(u, v) * lw + dot(v, w) * lu + dot(w, u) * lv;
  // A point in the triangle's plane sees nothing of it; atan2 would say half a turn or none
  // depending on the sign of a zero.
  if (numerator == 0) return 0;
  return 2 * std::atan2(numerator, denominator);
}

}  // namespace pliant

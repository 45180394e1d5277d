#include "mesh/triangle_tree.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace pliant {

TriangleTree::TriangleTree(std::span<const Vec3d> vertices, std::span<const Triangle> triangles) {
  const std::size_t count = triangles.size();
  const auto corners = [&](std::size_t triangle) {
    const auto& [a, b, c] = triangles[triangle];
    return Corners{vertices[a], vertices[b], vertices[c]};
  };
  std::vector<Vec3d> centroids(count);
  parallel_for(count, 8192, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto [a, b, c] = corners(i);
      centroids[i] = (a + b + c) / 3.0;
    }
  });
  tree_ = BoxTree(centroids, [&](Index triangle) { return box_of(corners(triangle)); });
  corners_.resize(count);
  for (std::size_t slot = 0; slot < count; ++slot) corners_[slot] = corners(tree_.items()[slot]);
  expansions_.resize(tree_.nodes().size());
  parallel_for(expansions_.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) expansions_[i] = expand(tree_.nodes()[i]);
  });
}

Box TriangleTree::box_of(const Corners& corners) {
  Box box;
  for (const Vec3d& corner : corners) box.add(corner);
  return box;
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3d& p, double bound) const {
  Nearest best;
  double least = bound * bound;
  tree_.traverse_near(p, least, [&](Index slot) {
    const auto& [a, b, c] = corners_[slot];
    const Vec3d q = nearest_on_triangle(p, a, b, c);
    const double d = squared_length(q - p);
    if (d > least || (d == least && best.triangle != no_index)) return;
    least = d;
    best.triangle = tree_.items()[slot];
    best.point = q;
  });
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
  tree_.traverse([&](Index node) { return tree_.nodes()[node].box.overlaps(box); },
                 [&](Index slot) {
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

TriangleTree::Hit TriangleTree::first_hit(const Vec3d& origin, const Vec3d& direction, double from,
                                          double reach) const {
  Hit hit;
  const Vec3d inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
  const auto enter = [&](Index node) {
    const Box& box = tree_.nodes()[node].box;
    double near = from, far = reach;
    for (int axis = 0; axis < 3; ++axis) {
      if (direction[axis] == 0) {
        if (origin[axis] < box.low[axis] || origin[axis] > box.high[axis]) return false;
        continue;
      }
      const double a = (box.low[axis] - origin[axis]) * inverse[axis];
      const double b = (box.high[axis] - origin[axis]) * inverse[axis];
      near = std::max(near, std::min(a, b));
      far = std::min(far, std::max(a, b));
    }
    return near <= far * (1 + 1e-12);
  };
  // Signs of volumes as in crossings().
  const auto volume = [&](const Vec3d& p, const Vec3d& q) { return dot(direction, cross(p, q)); };
  tree_.traverse(enter, [&](Index slot) {
    const Vec3d p = corners_[slot][0] - origin, q = corners_[slot][1] - origin,
                r = corners_[slot][2] - origin;
    const double u = volume(p, q), v = volume(q, r), w = volume(r, p), sum = u + v + w;
    const bool inside = (u >= 0 && v >= 0 && w >= 0) || (u <= 0 && v <= 0 && w <= 0);
    if (!inside || sum == 0) return;
    const double distance = dot((p * v + q * w + r * u) / sum, direction);
    if (distance < from || distance > reach) return;
    reach = distance;
    hit = {tree_.items()[slot], distance};
  });
  return hit;
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

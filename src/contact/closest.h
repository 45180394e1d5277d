#pragma once

#include "math/real.h"

// Nearest places of points, segments and triangles, as weights of their corners. For numbers that
// can be compared: float, double, a dual number; not for packs.

namespace pliant::contact {

/// A place on a triangle and the part of it that the place lies in.
template <class R>
struct OnTriangle {
  R weights[3];
  int part;  ///< 0 to 2: that corner; 3 to 5: within edge (part - 3, part - 2), around; 6: within
};
inline constexpr int within_face = 6;

/// A place on a segment: part 0 or 1 is that end, 2 is within.
template <class R>
struct OnSegment {
  R weights[2];
  int part;
};
inline constexpr int within_segment = 2;

template <class R>
PLIANT_HD OnSegment<R> closest_on_segment(const Vec3<R>& p, const Vec3<R>& a, const Vec3<R>& b) {
  const Vec3<R> along = b - a;
  const R at = dot(p - a, along), whole = dot(along, along);
  if (!(at > R(0))) return {{R(1), R(0)}, 0};
  if (!(at < whole)) return {{R(0), R(1)}, 1};
  const R t = at / whole;
  return {{R(1) - t, t}, within_segment};
}

/// For a triangle without area: the nearest place of its sides.
template <class R>
PLIANT_HD OnTriangle<R> closest_on_sides(const Vec3<R>& p, const Vec3<R>& a, const Vec3<R>& b,
                                         const Vec3<R>& c) {
  const Vec3<R> x[3] = {a, b, c};
  OnTriangle<R> nearest{};
  R least = R(-1);
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3;
    const OnSegment<R> at = closest_on_segment(p, x[i], x[k]);
    const Vec3<R> way = p - x[i] * at.weights[0] - x[k] * at.weights[1];
    const R squared = dot(way, way);
    if (least >= R(0) && !(squared < least)) continue;
    least = squared;
    nearest = {};
    nearest.weights[i] = at.weights[0];
    nearest.weights[k] = at.weights[1];
    nearest.part = at.part == within_segment ? 3 + i : at.part == 0 ? i : k;
  }
  return nearest;
}

/// Voronoi regions of corners, edges and face, each told from dot products with two sides.
template <class R>
PLIANT_HD OnTriangle<R> closest_on_triangle(const Vec3<R>& p, const Vec3<R>& a, const Vec3<R>& b,
                                            const Vec3<R>& c) {
  const Vec3<R> ab = b - a, ac = c - a;
  const Vec3<R> pa = p - a, pb = p - b, pc = p - c;
  const R a1 = dot(ab, pa), a2 = dot(ac, pa);
  if (a1 <= R(0) && a2 <= R(0)) return {{R(1), R(0), R(0)}, 0};
  const R b1 = dot(ab, pb), b2 = dot(ac, pb);
  if (b1 >= R(0) && b2 <= b1) return {{R(0), R(1), R(0)}, 1};
  const R of_c = a1 * b2 - b1 * a2;
  if (of_c <= R(0) && a1 >= R(0) && b1 <= R(0)) {
    const R t = a1 / (a1 - b1);
    return {{R(1) - t, t, R(0)}, 3};
  }
  const R c1 = dot(ab, pc), c2 = dot(ac, pc);
  if (c2 >= R(0) && c1 <= c2) return {{R(0), R(0), R(1)}, 2};
  const R of_b = c1 * a2 - a1 * c2;
  if (of_b <= R(0) && a2 >= R(0) && c2 <= R(0)) {
    const R t = a2 / (a2 - c2);
    return {{R(1) - t, R(0), t}, 5};
  }
  const R of_a = b1 * c2 - c1 * b2;
  if (of_a <= R(0) && b2 >= b1 && c1 >= c2) {
    const R t = (b2 - b1) / ((b2 - b1) + (c1 - c2));
    return {{R(0), R(1) - t, t}, 4};
  }
  const R whole = of_a + of_b + of_c;  // the square of twice the area
  if (!(whole > R(1e-12) * dot(ab, ab) * dot(ac, ac))) return closest_on_sides(p, a, b, c);
  const R v = of_b / whole, w = of_c / whole;
  return {{R(1) - v - w, v, w}, within_face};
}

/// Where two lines are nearest: p = a0 + s (a1 - a0), q = b0 + t (b1 - b0), and the sine squared of
/// the angle between them. Parallel ones have no such places: s and t are then 0.
template <class R>
struct NearestOnLines {
  Vec3<R> u, v, w;  // a1 - a0, b1 - b0, a0 - b0
  R a, b, c, d, e;  // u·u, u·v, v·v, u·w, v·w
  R determinant, sine2, s, t;

  PLIANT_HD NearestOnLines(const Vec3<R>& a0, const Vec3<R>& a1, const Vec3<R>& b0,
                           const Vec3<R>& b1)
      : u(a1 - a0), v(b1 - b0), w(a0 - b0) {
    a = dot(u, u);
    b = dot(u, v);
    c = dot(v, v);
    d = dot(u, w);
    e = dot(v, w);
    // By the cross product: of nearly parallel ones ac - b² is what rounding leaves.
    const Vec3<R> normal = cross(u, v);
    determinant = dot(normal, normal);
    const R lengths = a * c;
    sine2 = lengths > R(0) ? determinant / lengths : R(0);
    const bool crossed = sine2 > R(1e-9);
    s = crossed ? (b * e - c * d) / determinant : R(0);
    t = crossed ? (a * e - b * d) / determinant : R(0);
  }
};

/// From the nearest place of the second of two segments to that of the first.
template <class R>
PLIANT_HD Vec3<R> way_between_segments(const Vec3<R>& a0, const Vec3<R>& a1, const Vec3<R>& b0,
                                       const Vec3<R>& b1) {
  const NearestOnLines<R> lines(a0, a1, b0, b1);
  if (lines.sine2 > R(1e-9) && lines.s > R(0) && lines.s < R(1) && lines.t > R(0) &&
      lines.t < R(1)) {
    return lines.w + lines.u * lines.s - lines.v * lines.t;
  }
  const auto from = [](const Vec3<R>& p, const Vec3<R>& x, const Vec3<R>& y) {
    const OnSegment<R> at = closest_on_segment(p, x, y);
    return p - x * at.weights[0] - y * at.weights[1];
  };
  const Vec3<R> ends[] = {from(a0, b0, b1), from(a1, b0, b1), -from(b0, a0, a1), -from(b1, a0, a1)};
  Vec3<R> nearest = ends[0];
  for (int i = 1; i < 4; ++i)
    if (squared_length(ends[i]) < squared_length(nearest)) nearest = ends[i];
  return nearest;
}

/// The distance of two segments, squared.
template <class R>
PLIANT_HD R squared_distance_of_segments(const Vec3<R>& a0, const Vec3<R>& a1, const Vec3<R>& b0,
                                         const Vec3<R>& b1) {
  return squared_length(way_between_segments(a0, a1, b0, b1));
}

}  // namespace pliant::contact

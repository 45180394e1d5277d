#pragma once

#include <pliant/vec3.h>

#include <cmath>

#include "math/mat3.h"

// Rotation of a node by modal warping (Y10, SEEDS): w is its rotation vector, the integrated
// rotation turns its linear displacement u into the one that follows the turning local frame. With
// a = |w|:  R = I + s [w] + c [w]²,  R̃ = I + c [w] + d [w]²,
//   s = sin a / a,  c = (1 - cos a) / a²,  d = (a - sin a) / a³.

namespace pliant::spectral {

template <class R>
struct WarpFactors {
  R s, c, d;
};

template <class R>
PLIANT_HD WarpFactors<R> warp_factors(const Vec3<R>& w) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const R squared = dot(w, w);
  const R angle = sqrt(squared + R(1e-30f));
  const R half = R(0.5f) * angle;
  const R sine = sin(half), cosine = cos(half);  // of the half, so that 1 - cos a keeps its digits
  const R inverse = R(1) / angle;
  const R s = R(2) * sine * cosine * inverse;
  const R ratio = sine * inverse;
  // a - sin a cancels where the angle is small: its series there.
  const R series =
      R(1.0 / 6) -
      squared *
          (R(1.0 / 120) -
           squared * (R(1.0 / 5040) -
                      squared * (R(1.0 / 362880) -
                                 squared * (R(1.0 / 39916800) - squared * R(1.0 / 6227020800.0)))));
  const R d = select(squared < R(1), series, (R(1) - s) * inverse * inverse);
  return {s, R(2) * ratio * ratio, d};
}

/// R v.
template <class R>
PLIANT_HD Vec3<R> rotated(const WarpFactors<R>& f, const Vec3<R>& w, const Vec3<R>& v) {
  const Vec3<R> a = cross(w, v);
  return v + a * f.s + cross(w, a) * f.c;
}
/// R̃ u.
template <class R>
PLIANT_HD Vec3<R> warped(const WarpFactors<R>& f, const Vec3<R>& w, const Vec3<R>& u) {
  const Vec3<R> a = cross(w, u);
  return u + a * f.c + cross(w, a) * f.d;
}

/// R̃ᵀ v.
template <class R>
PLIANT_HD Vec3<R> warped_back(const WarpFactors<R>& f, const Vec3<R>& w, const Vec3<R>& v) {
  return warped(f, -w, v);
}

/// How the factors c and d change with the angle, over the angle.
template <class R>
struct WarpSlopes {
  R c, d;
};
template <class R>
PLIANT_HD WarpSlopes<R> warp_slopes(const WarpFactors<R>& f, const Vec3<R>& w) {
  const R squared = dot(w, w);
  if (squared < R(0.04))  // the differences cancel there
    return {R(-1.0 / 12) + squared * (R(1.0 / 180) - squared * R(1.0 / 6720)),
            R(-1.0 / 60) + squared * (R(1.0 / 1260) - squared * R(1.0 / 60480))};
  return {(f.s - R(2) * f.c) / squared, (f.c - R(3) * f.d) / squared};
}

/// The change of R̃(w) u along changes of w and u: what a node's velocity is exactly, where modal
/// warping otherwise takes R u'.
template <class R>
PLIANT_HD Vec3<R> warped_rate(const WarpFactors<R>& f, const Vec3<R>& w, const Vec3<R>& u,
                              const Vec3<R>& w_rate, const Vec3<R>& u_rate) {
  const WarpSlopes<R> slope = warp_slopes(f, w);
  const Vec3<R> p = cross(w, u);
  const R along = dot(w, w_rate);
  return warped(f, w, u_rate) + cross(w_rate, u) * f.c +
         (cross(w_rate, p) + cross(w, cross(w_rate, u))) * f.d +
         (p * slope.c + cross(w, p) * slope.d) * along;
}

/// Its transposed: what a force on a node does to u and w.
template <class R>
struct WarpPull {
  Vec3<R> u, w;
};
template <class R>
PLIANT_HD WarpPull<R> warp_pull(const WarpFactors<R>& f, const Vec3<R>& w, const Vec3<R>& u,
                                const Vec3<R>& force) {
  const WarpSlopes<R> slope = warp_slopes(f, w);
  const Vec3<R> p = cross(w, u);
  return {warped_back(f, w, force),
          cross(u, force) * f.c + (cross(p, force) + cross(u, cross(force, w))) * f.d +
              w * (dot(force, p) * slope.c + dot(force, cross(w, p)) * slope.d)};
}

/// Gram and Schmidt: rounding of very many steps does not add up to a shear.
template <class R>
PLIANT_HD Mat3<R> orthonormal(const Mat3<R>& a) {
  const Vec3<R> x = normalised(a.column[0]);
  const Vec3<R> y = normalised(a.column[1] - x * dot(x, a.column[1]));
  return {x, y, cross(x, y)};
}

/// A matrix whose columns are turned by a rotation vector.
template <class R>
PLIANT_HD Mat3<R> turned(const Vec3<R>& by, const Mat3<R>& a) {
  const WarpFactors<R> factors = warp_factors(by);
  return {rotated(factors, by, a.column[0]), rotated(factors, by, a.column[1]),
          rotated(factors, by, a.column[2])};
}

/// a⁻¹ b of a symmetric matrix, by cofactors.
template <class R>
PLIANT_HD Vec3<R> solved(const Sym3<R>& a, const Vec3<R>& b) {
  const Vec3<R> x{a.xx, a.xy, a.zx}, y{a.xy, a.yy, a.yz}, z{a.zx, a.yz, a.zz};
  const Vec3<R> yz = cross(y, z), zx = cross(z, x), xy = cross(x, y);
  return (yz * b.x + zx * b.y + xy * b.z) / dot(x, yz);
}

}  // namespace pliant::spectral

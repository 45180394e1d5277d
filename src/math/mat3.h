#pragma once

#include "math/real.h"

namespace pliant {

/// A matrix of three columns, for any number type that laws are written for.
template <class R>
struct Mat3 {
  Vec3<R> column[3];

  friend PLIANT_HD constexpr Mat3 operator+(const Mat3& a, const Mat3& b) {
    return {a.column[0] + b.column[0], a.column[1] + b.column[1], a.column[2] + b.column[2]};
  }
  friend PLIANT_HD constexpr Mat3 operator-(const Mat3& a, const Mat3& b) {
    return {a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]};
  }
  friend PLIANT_HD constexpr Mat3 operator*(const Mat3& a, const R& s) {
    return {a.column[0] * s, a.column[1] * s, a.column[2] * s};
  }
  friend PLIANT_HD constexpr Vec3<R> operator*(const Mat3& a, const Vec3<R>& b) {
    return a.column[0] * b.x + a.column[1] * b.y + a.column[2] * b.z;
  }
};

/// A symmetric matrix.
template <class R>
struct Sym3 {
  R xx, yy, zz, xy, yz, zx;

  friend PLIANT_HD constexpr Sym3 operator+(const Sym3& a, const Sym3& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
  }
  friend PLIANT_HD constexpr Sym3 operator*(const Sym3& a, const R& s) {
    return {a.xx * s, a.yy * s, a.zz * s, a.xy * s, a.yz * s, a.zx * s};
  }
  friend PLIANT_HD constexpr Vec3<R> operator*(const Sym3& s, const Vec3<R>& a) {
    return {s.xx * a.x + s.xy * a.y + s.zx * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z,
            s.zx * a.x + s.yz * a.y + s.zz * a.z};
  }
  friend PLIANT_HD constexpr Mat3<R> operator*(const Mat3<R>& a, const Sym3& s) {
    return {a * Vec3<R>{s.xx, s.xy, s.zx}, a * Vec3<R>{s.xy, s.yy, s.yz},
            a * Vec3<R>{s.zx, s.yz, s.zz}};
  }
};

/// a aᵀ s.
template <class R>
PLIANT_HD constexpr Sym3<R> outer(const Vec3<R>& a, const R& s) {
  const Vec3<R> b = a * s;
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.x * b.y, a.y * b.z, a.z * b.x};
}

template <class R>
PLIANT_HD constexpr R trace(const Sym3<R>& a) {
  return a.xx + a.yy + a.zz;
}

/// A number times the unit matrix, added.
template <class R>
PLIANT_HD constexpr Sym3<R> plus_diagonal(const Sym3<R>& a, const R& s) {
  return {a.xx + s, a.yy + s, a.zz + s, a.xy, a.yz, a.zx};
}

/// aᵀ a.
template <class R>
PLIANT_HD constexpr Sym3<R> gram(const Mat3<R>& a) {
  const Vec3<R>&x = a.column[0], &y = a.column[1], &z = a.column[2];
  return {dot(x, x), dot(y, y), dot(z, z), dot(x, y), dot(y, z), dot(z, x)};
}

/// aᵀ b + bᵀ a: the rate of gram(a) where a changes by b.
template <class R>
PLIANT_HD constexpr Sym3<R> gram_rate(const Mat3<R>& a, const Mat3<R>& b) {
  const Vec3<R>&x = a.column[0], &y = a.column[1], &z = a.column[2];
  const Vec3<R>&u = b.column[0], &v = b.column[1], &w = b.column[2];
  return {R(2) * dot(x, u),      R(2) * dot(y, v),      R(2) * dot(z, w),
          dot(x, v) + dot(u, y), dot(y, w) + dot(v, z), dot(z, u) + dot(w, x)};
}

/// The matrix of cofactors, ∂(det a)/∂a. Area vectors of a body deformed by a follow it.
template <class R>
PLIANT_HD constexpr Mat3<R> cofactors(const Mat3<R>& a) {
  return {cross(a.column[1], a.column[2]), cross(a.column[2], a.column[0]),
          cross(a.column[0], a.column[1])};
}

template <class R>
PLIANT_HD constexpr R determinant(const Mat3<R>& a) {
  return dot(a.column[0], cross(a.column[1], a.column[2]));
}

/// a : b, the sum of the products of their numbers.
template <class R>
PLIANT_HD constexpr R inner(const Mat3<R>& a, const Mat3<R>& b) {
  return dot(a.column[0], b.column[0]) + dot(a.column[1], b.column[1]) +
         dot(a.column[2], b.column[2]);
}

template <class R>
PLIANT_HD constexpr R inner(const Sym3<R>& a, const Sym3<R>& b) {
  return a.xx * b.xx + a.yy * b.yy + a.zz * b.zz + R(2) * (a.xy * b.xy + a.yz * b.yz + a.zx * b.zx);
}

/// The tensor cross product a ⨯ b: twice the cofactors for a = b, linear in each. Where a matrix
/// changes by b, its cofactors change by its product with b; and where the derivative of something
/// by the cofactors of b is a, that by b is this.
template <class R>
PLIANT_HD constexpr Mat3<R> cross(const Mat3<R>& a, const Mat3<R>& b) {
  return {cross(a.column[1], b.column[2]) + cross(b.column[1], a.column[2]),
          cross(a.column[2], b.column[0]) + cross(b.column[2], a.column[0]),
          cross(a.column[0], b.column[1]) + cross(b.column[0], a.column[1])};
}

}  // namespace pliant

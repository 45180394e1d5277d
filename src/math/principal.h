#pragma once

#include <type_traits>

#include "math/dual.h"
#include "math/mat3.h"

// Principal axes of a deformation F = U Σ Vᵀ, and functions of its principal stretches, without a
// branch.
//
// V is found by one-sided Jacobi rotations: two columns of F after another are turned until they
// are at right angles, which leaves U Σ, while V becomes the product of the rotations. Small
// stretches keep digits that FᵀF would have lost. Convergence is quadratic, however near to each
// other stretches are: the same few rounds do for every F.
//
// Axes have no derivative where two stretches are equal, as at rest, but an isotropic function
// V diag(w(c)) Vᵀ of a symmetric matrix C = V diag(c) Vᵀ has one there, too (Daleckii and Krein):
// where C changes by D, it changes by V (W ∘ VᵀDV) Vᵀ, with the divided differences W_ij = (w(c_i)
// - w(c_j)) / (c_i - c_j), and w' where these are equal. That is what dual numbers get.

namespace pliant {

/// The number type below a dual one.
template <class R>
struct BelowDual {
  using Type = R;
};
template <class R, int N>
struct BelowDual<Dual<R, N>> {
  using Type = R;
};
template <class R>
using ValueOf = typename BelowDual<R>::Type;

template <class R>
PLIANT_HD ValueOf<R> value_of(const R& a) {
  if constexpr (std::is_same_v<R, ValueOf<R>>)
    return a;
  else
    return a.value;
}
template <class R>
PLIANT_HD Mat3<ValueOf<R>> values_of(const Mat3<R>& a) {
  Mat3<ValueOf<R>> out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) out.column[i][k] = value_of(a.column[i][k]);
  return out;
}

/// Right singular vectors and squares of the stretches of F.
template <class R>
struct PrincipalAxes {
  Vec3<R> axis[3];  // at right angles, of length one
  R square[3];      // of the stretch along each

  PLIANT_HD explicit PrincipalAxes(const Mat3<R>& f)
      : axis{{R(1), R(0), R(0)}, {R(0), R(1), R(0)}, {R(0), R(0), R(1)}}, turned_(f) {
    PLIANT_KEEP_LOOP
    for (int turns = 0; turns < 3 * rounds; ++turns) turn();
    for (int i = 0; i < 3; ++i) square[i] = squared_length(turned_.column[i]);
  }

 private:
  static constexpr int rounds = 4;  // of each two columns once

  // The first two, by at most 45°; then all move on by one place.
  PLIANT_HD void turn() {
    const Vec3<R> x = turned_.column[0], y = turned_.column[1];
    const R a = squared_length(x), b = squared_length(y), g = dot(x, y);
    const R half = R(0.5) * (a - b), size = half * half + g * g;
    const auto turns = size > R(1e-36);  // else both are zero, or alike
    const R inverse = inverse_sqrt(select(turns, size, R(1)));
    const R upwards = select(half > R(0), R(1), R(-1));
    const R cosine_squared = select(turns, R(0.5) + R(0.5) * (upwards * half * inverse), R(1));
    const R inverse_cosine = inverse_sqrt(cosine_squared);
    const R cosine = cosine_squared * inverse_cosine;
    const R sine = select(turns, R(0.5) * (upwards * g * inverse) * inverse_cosine, R(0));
    turn(turned_.column, cosine, sine);
    turn(axis, cosine, sine);
  }
  PLIANT_HD static void turn(Vec3<R> (&columns)[3], const R& cosine, const R& sine) {
    const Vec3<R> x = columns[0], y = columns[1];
    columns[0] = y * cosine - x * sine;
    columns[1] = columns[2];
    columns[2] = x * cosine + y * sine;
  }

  Mat3<R> turned_;
};

/// The symmetric matrix with these axes and values.
template <class R>
PLIANT_HD Sym3<R> from_axes(const Vec3<R> (&axis)[3], const R (&value)[3]) {
  return outer(axis[0], value[0]) + outer(axis[1], value[1]) + outer(axis[2], value[2]);
}

/// w(C) of a symmetric matrix C with these axes; w has value[i] = w(c_i) and difference(i, j).
template <class R, class Function>
PLIANT_HD Sym3<R> of_matrix(const Function& w, const Vec3<R> (&axis)[3], const Sym3<R>&) {
  return from_axes(axis, w.value);
}
template <class R, int N, class Function>
PLIANT_HD Sym3<Dual<R, N>> of_matrix(const Function& w, const Vec3<R> (&axis)[3],
                                     const Sym3<Dual<R, N>>& c) {
  const Sym3<R> value = from_axes(axis, w.value);
  R slope[3], mixed[3];
  for (int i = 0; i < 3; ++i) {
    slope[i] = w.difference(i, i);
    mixed[i] = w.difference(i, (i + 1) % 3);
  }
  Sym3<Dual<R, N>> out{value.xx, value.yy, value.zz, value.xy, value.yz, value.zx};
  for (int n = 0; n < N; ++n) {
    const Sym3<R> change{c.xx.derivative[n], c.yy.derivative[n], c.zz.derivative[n],
                         c.xy.derivative[n], c.yz.derivative[n], c.zx.derivative[n]};
    Vec3<R> row[3];  // V (W ∘ VᵀDV), its columns
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const Vec3<R> along = change * axis[i];
      const R off = mixed[i] * dot(axis[j], along);
      row[i] += axis[i] * (slope[i] * dot(axis[i], along)) + axis[j] * off;
      row[j] += axis[i] * off;
    }
    const auto sum = [&](int i, int j) {
      return row[0][i] * axis[0][j] + row[1][i] * axis[1][j] + row[2][i] * axis[2][j];
    };
    out.xx.derivative[n] = sum(0, 0);
    out.yy.derivative[n] = sum(1, 1);
    out.zz.derivative[n] = sum(2, 2);
    out.xy.derivative[n] = sum(0, 1);
    out.yz.derivative[n] = sum(1, 2);
    out.zx.derivative[n] = sum(2, 0);
  }
  return out;
}

/// A number that changes with C as this symmetric matrix says.
template <class R>
PLIANT_HD R with_gradient(const R& value, const Sym3<R>&, const Sym3<R>&) {
  return value;
}
template <class R, int N>
PLIANT_HD Dual<R, N> with_gradient(const R& value, const Sym3<R>& gradient,
                                   const Sym3<Dual<R, N>>& c) {
  Dual<R, N> out(value);
  for (int n = 0; n < N; ++n)
    out.derivative[n] =
        inner(gradient, Sym3<R>{c.xx.derivative[n], c.yy.derivative[n], c.zz.derivative[n],
                                c.xy.derivative[n], c.yz.derivative[n], c.zx.derivative[n]});
  return out;
}

}  // namespace pliant

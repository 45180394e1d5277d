#pragma once

#include "math/mat3.h"

// The polar decomposition F = R S, with R a rotation and S symmetric, without a branch and without
// an iteration on matrices.
//
// With σᵢ the singular values of F, the smallest with the sign of det F, the rotation nearest to F
// is the one that makes tr(RᵀF) largest; then t = tr S = σ₁ + σ₂ + σ₃. This t is the largest root
// of
//
//   p(t) = (t² - a)² - 8 d t - 4 c,   a = |F|², c = |cof F|², d = det F,
//
// whose four roots, all real, are the sums ±σ₁ ± σ₂ ± σ₃ with an even number of minus signs. (It is
// the characteristic polynomial of the matrix whose eigenvector is R as a quaternion.) Since tr S
// is the greatest value of R:F over all rotations, its derivative by F is R itself, and that of a
// root follows from p: with II = (t² - a)/2 and D = t II - d = (σ₁+σ₂)(σ₂+σ₃)(σ₃+σ₁),
//
//   R = ((II + a) F + t cof F - F FᵀF) / D.
//
// t is found by Halley's iteration, which from above comes down to the largest root of a polynomial
// with real roots without passing it. It starts from II² = c + 2 d t and t² = a + 2 II with the
// upper bound (3 + a)/2 for t on the right, which is exact where F is flat (d = 0) and near rest
// good to the second order of the strain. Two rounds do for strains of a third; lanes of a pack
// that are still far off take more, and those that are not wait unchanged, so that no result
// depends on its neighbours.
//
// A dual number differentiates through the iteration: once the value has settled, one more round
// makes the derivative exact.
//
// Errors of R, whatever its singular values: a few units of rounding times t³/D. Where two singular
// values cancel (D = 0: a tetrahedron squeezed to a line, or turned inside out until its two
// smallest singular values are opposite) there is no nearest rotation. R is then a finite matrix:
// what of it is not determined is shorter than a rotation's.

namespace pliant {

template <class R>
struct Polar {
  R trace;       // of S
  R second;      // II of S
  R inverse;     // 1 / D
  R square_sum;  // a

  /// From a, c and d.
  PLIANT_HD Polar(const R& a, const R& c, const R& d) : square_sum(a) {
    trace = root(a + R(2) * root(c + select(d > R(0), d, R(0)) * (R(3) + a)));
    Correction step(trace, a, c, d);
    trace = trace - step.size;
    auto far = step.is_large();
    for (int round = 0; round < most_rounds && any(far); ++round) {
      step = Correction(trace, a, c, d);
      trace = trace - select(far, step.size, R(0));
      far = far && step.is_large();
    }
    trace = trace - Correction(trace, a, c, d).size;
    second = R(0.5) * (trace * trace - a);
    inverse = R(1) / at_least(trace * second - d, least_product(trace));
  }
  PLIANT_HD Polar(const Mat3<R>& f, const Mat3<R>& cofactor)
      : Polar(inner(f, f), inner(cofactor, cofactor), dot(f.column[0], cofactor.column[0])) {}

  PLIANT_HD Mat3<R> rotation(const Mat3<R>& f, const Mat3<R>& cofactor) const {
    return (f * plus_diagonal(gram(f) * R(-1), second + square_sum) + cofactor * trace) * inverse;
  }

 private:
  static constexpr int most_rounds = 12;

  /// Halley's correction 2 p p' / (2 p'² - p p'').
  struct Correction {
    R size, second_order, first_order;  // p p'' and 2 p'²

    PLIANT_HD Correction(const R& t, const R& a, const R& c, const R& d) {
      const R square = t * t, gap = square - a;
      const R p = gap * gap - R(8) * (d * t) - R(4) * c;
      const R slope = at_least(R(4) * (t * gap) - R(8) * d, R(8) * least_product(t));
      const R twice = slope + slope;
      second_order = p * (R(8) * square + R(4) * gap);
      first_order = twice * slope;
      size = p * twice / (first_order - second_order);
    }
    /// Of what is left after it, less than a ten-thousandth part is where this is false.
    PLIANT_HD auto is_large() const { return second_order > R(0.01) * first_order; }
  };
  // Below it D, an eighth of p', is lost in rounding.
  PLIANT_HD static R least_product(const R& t) { return R(1e-3) * (t * t * t) + R(1e-12); }
  PLIANT_HD static R at_least(const R& a, const R& least) { return select(a > least, a, least); }
  PLIANT_HD static R root(const R& a) {
    const R positive = a + R(1e-12);  // nothing is divided by zero where F is zero
    return positive * inverse_sqrt(positive);
  }
};

}  // namespace pliant

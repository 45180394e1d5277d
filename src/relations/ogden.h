#pragma once

#include "math/principal.h"
#include "relations/hyperelastic.h"

namespace pliant {

namespace ogden_fields {
inline constexpr LawField param[] = {
    {"shear", "Pa", "shear modulus, Lame's mu"},
    {"lame", "Pa", "Lame's lambda"},
    {"exponent_1", "1", "of the first term; positive: of lengths, negative: of areas"},
    {"exponent_2", "1", "of the second"},
    {"exponent_3", "1", "of the third"},
    {"share_1", "1", "of the shear modulus, that the first term has; all together 1"},
    {"share_2", "1", "the second"},
    {"share_3", "1", "the third"},
    {"damping", "s", "viscous stress over the rate of elastic stress"}};
}  // namespace ogden_fields

/// Sums of powers c^p of three squares of stretches. Below a stretch of a fifth a power goes on as
/// the parabola with its value, slope and curvature there: it stays finite where nothing is left,
/// whatever p.
template <class R>
struct StretchPowers {
  R sum = R(0);  // of c^p
  R value[3];    // p c^(p - 1), its derivative by each c

  PLIANT_HD StretchPowers(const R (&square)[3], const R& p) : power_(p) {
    using std::exp, std::log;
    const R less = p - R(1);
    for (int i = 0; i < 3; ++i) {
      const auto is_large = square[i] > R(least);
      kept_[i] = select(is_large, square[i], R(least));
      missing_[i] = square[i] - kept_[i];
      logarithm_[i] = log(kept_[i]);
      const R lower = exp(less * logarithm_[i]), x = missing_[i] * R(1 / least);
      sum += lower * kept_[i] * (R(1) + p * x * (R(1) + R(0.5) * less * x));
      value[i] = p * lower * (R(1) + less * x);
    }
  }
  /// (value_i - value_j) / (c_i - c_j), also where these are equal. With c = g e^±h a difference of
  /// powers is 2 g^q sinh(q h).
  PLIANT_HD R difference(int i, int j) const {
    using std::exp;
    const R q = power_ - R(1), half(0.5);
    const R h = half * (logarithm_[i] - logarithm_[j]);
    const R of_powers = q * exp((q - R(1)) * half * (logarithm_[i] + logarithm_[j])) *
                        hyperbolic(q * h) / hyperbolic(h);
    // Of the way from one to the other, the share that is not on the parabola.
    const R kept = kept_[i] - kept_[j], way = kept + missing_[i] - missing_[j];
    const auto are_equal = way == R(0);
    const R inside = select(missing_[i] < R(0), R(0), R(1));
    const R share = select(are_equal, inside, kept / select(are_equal, R(1), way));
    const R of_parabola = q * exp((q - R(1)) * log_of_least);
    return power_ * (share * of_powers + (R(1) - share) * of_parabola);
  }

 private:
  static constexpr double least = 0.04;
  static constexpr double log_of_least = -3.2188758248682006;

  // sinh(x) / x.
  PLIANT_HD static R hyperbolic(const R& x) {
    using std::exp;
    const R s = x * x;
    const auto is_small = s < R(0.04);
    const R series =
        R(1) + s * R(1.0 / 6) *
                   (R(1) + s * R(1.0 / 20) * (R(1) + s * R(1.0 / 42) * (R(1) + s * R(1.0 / 72))));
    const R far = select(is_small, R(1), x), growth = exp(far);
    return select(is_small, series, R(0.5) * (growth - R(1) / growth) / far);
  }

  R power_, kept_[3], missing_[3], logarithm_[3];
};

/// A tetrahedron of Ogden's solid with up to three terms, compressible, that can be turned inside
/// out. With the principal stretches s_i, J = det F = s₁ s₂ s₃ and μ_k the shares of μ:
///   energy / V = Σ 2 μ_k / α_k² (Σ_i s_i^α_k - 3 J^(α_k / 3)) + ½ (λ + ⅔ μ) (J - 1)²,
/// where of a negative exponent -q the stretches of areas, J / s_i, are taken, and 3 J^(2q/3).
/// Where the volume is kept that is Ogden's energy; where the shape is kept, that of the volume
/// alone, as means are no less than geometric ones. Below J = 0.1 the power of J goes on as its
/// tangent.
struct Ogden : Hyperelastic<Ogden> {
  static constexpr LawInfo info{.name = "Ogden",
                                .help = "elastic tetrahedron of rubber or tissue, Ogden",
                                .arity = arity,
                                .rest = shape_fields,
                                .parameters = ogden_fields::param,
                                .heavy = true};
  template <class R>
  struct Param {
    R shear, lame, exponent[3], share[3], damping;
  };

  template <class R>
  PLIANT_HD static R density(const Mat3<R>& f, const Param<R>& param) {
    const Shape<R> shape(f, cofactors(f));
    const R change = shape.volume - R(1);
    R sum = R(0.5) * param.lame * change * change;
    PLIANT_KEEP_LOOP
    for (int t = 0; t < 3; ++t) {
      const Term<R> term(param, t);
      const auto powers = term.powers(shape);
      const R total =
          with_gradient(powers.sum, from_axes(shape.axes.axis, powers.value), term.square(shape));
      sum += R(0.5) *
             (term.modulus * (total - R(3) * term.mean(shape)) + term.bulk() * change * change);
    }
    return sum;
  }
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>& cofactor,
                                  const Param<R>& param) {
    const Shape<R> shape(f, cofactor);
    const R zero(0);
    Sym3<R> of_lengths{zero, zero, zero, zero, zero, zero}, of_areas = of_lengths;
    const R change = shape.volume - R(1);
    R pressure = param.lame * change;
    PLIANT_KEEP_LOOP
    for (int t = 0; t < 3; ++t) {
      const Term<R> term(param, t);
      const Sym3<R> w = of_matrix(term.powers(shape), shape.axes.axis, term.square(shape));
      of_lengths = of_lengths + w * select(term.is_of_lengths, term.modulus, zero);
      of_areas = of_areas + w * select(term.is_of_lengths, zero, term.modulus);
      pressure += term.bulk() * change - R(1.5) * term.modulus * term.slope_of_mean(shape);
    }
    return f * of_lengths + cross(cofactor * of_areas, f) + cofactor * pressure;
  }

 private:
  static constexpr double least_volume = 0.1;

  template <class R>
  struct Shape {
    Sym3<R> lengths, areas;     // FᵀF and that of the cofactors
    R volume, kept, logarithm;  // J, max(J, 0.1) and its logarithm
    PrincipalAxes<ValueOf<R>> axes;
    ValueOf<R> area[3];  // squares of the stretches of areas, along the same axes

    PLIANT_HD Shape(const Mat3<R>& f, const Mat3<R>& cofactor)
        : lengths(gram(f)),
          areas(gram(cofactor)),
          volume(dot(f.column[0], cofactor.column[0])),
          kept(select(volume > R(least_volume), volume, R(least_volume))),
          axes(values_of(f)) {
      using std::log;
      logarithm = log(kept);
      for (int i = 0; i < 3; ++i) area[i] = axes.square[(i + 1) % 3] * axes.square[(i + 2) % 3];
    }
  };
  template <class R>
  struct Term {
    using Value = ValueOf<R>;
    decltype(R(0) > R(1)) is_of_lengths;
    Value power;  // half of the exponent, without its sign
    R modulus;    // 4 μ_k / α_k²; none where the exponent is zero
    R of_mean;    // exponent of J

    PLIANT_HD Term(const Param<R>& param, int t) : is_of_lengths(param.exponent[t] > R(0)) {
      const R square = param.exponent[t] * param.exponent[t];
      const auto is_none = square == R(0);
      modulus = select(is_none, R(0), param.shear * param.share[t]) * R(4) /
                select(is_none, R(1), square);
      const Value exponent = value_of(param.exponent[t]);
      power = Value(0.5) * select(is_of_lengths, exponent, -exponent);
      of_mean = R(power) * select(is_of_lengths, R(2.0 / 3), R(4.0 / 3));
    }
    /// ⅔ μ_k.
    PLIANT_HD R bulk() const { return R(2.0 / 3) * modulus * R(power) * R(power); }
    PLIANT_HD R mean(const Shape<R>& shape) const {
      return power_of_volume(shape, of_mean) + slope_of_mean(shape) * (shape.volume - shape.kept);
    }
    PLIANT_HD R slope_of_mean(const Shape<R>& shape) const {
      return of_mean * power_of_volume(shape, of_mean - R(1));
    }
    PLIANT_HD StretchPowers<Value> powers(const Shape<R>& shape) const {
      Value squares[3];
      for (int i = 0; i < 3; ++i)
        squares[i] = select(is_of_lengths, shape.axes.square[i], shape.area[i]);
      return {squares, power};
    }
    PLIANT_HD Sym3<R> square(const Shape<R>& shape) const {
      const Sym3<R>&a = shape.lengths, &b = shape.areas;
      return {select(is_of_lengths, a.xx, b.xx), select(is_of_lengths, a.yy, b.yy),
              select(is_of_lengths, a.zz, b.zz), select(is_of_lengths, a.xy, b.xy),
              select(is_of_lengths, a.yz, b.yz), select(is_of_lengths, a.zx, b.zx)};
    }

   private:
    PLIANT_HD static R power_of_volume(const Shape<R>& shape, const R& exponent) {
      using std::exp;
      return exp(exponent * shape.logarithm);
    }
  };
};

}  // namespace pliant

#pragma once

#include "math/polar.h"
#include "relations/rest_tetrahedron.h"

namespace pliant {

namespace corotated_fibre_fields {
inline constexpr auto rest =
    shape_fields_and({{"fibre_x", "1", "unit vector along the fibres, in that frame"},
                      {"fibre_y", "1", "likewise"},
                      {"fibre_z", "1", "likewise"}});
inline constexpr LawField param[] = {
    {"shear", "Pa", "shear modulus across the fibres"},
    {"lame", "Pa", "Lame's lambda across the fibres"},
    {"coupling", "Pa", "alpha: of the fibres' strain with the change of volume"},
    {"fibre", "Pa", "beta: what the fibres add against being stretched"},
    {"fibre_shear", "Pa", "shear modulus along the fibres less that across"},
    {"damping", "s", "viscous stress over the rate of elastic stress"}};
}  // namespace corotated_fibre_fields

/// A tetrahedron of an elastic solid with fibres along the unit vector a (transversely isotropic).
/// With l = |F a| the stretch of the fibres, t = tr S and γ = Fᵀ(F a / l) less its part along a,
/// the shear between the fibres and what lies across them:
///   energy / V = μ |F - R|² + ½ λ (t - 3)² + α (l - 1) (t - 3) + ½ β (l - 1)² + ½ μ' |γ|².
/// These invariants differ from the strain S - 1 along the fibre in second order only, and unlike
/// it their gradients need no derivative of the rotation. In small deformation it is
///   ½ λ tr²ε + μ tr ε² + α (aεa) tr ε + ½ β (aεa)² + 2 μ' (|εa|² - (aεa)²),
/// linear elasticity with five constants. Damped are Corotated's part and the fibres' stretch.
struct CorotatedFibre {
  static constexpr int arity = 4;
  static constexpr LawInfo info{.name = "CorotatedFibre",
                                .help = "elastic tetrahedron with fibres in one direction",
                                .arity = 4,
                                .rest = corotated_fibre_fields::rest,
                                .parameters = corotated_fibre_fields::param};
  template <class R>
  struct Rest {
    RestTetrahedron<R> shape;
    Vec3<R> fibre;
  };
  template <class R>
  struct Param {
    R shear, lame, coupling, fibre, fibre_shear, damping;
  };

  /// With fibres along the x axis of the world.
  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return rest_along(x, {R(1), R(0), R(0)});
  }
  template <class R>
  PLIANT_HD static Rest<R> rest_along(const Vec3<R> (&x)[4], const Vec3<R>& direction) {
    const Mat3<R> edges = edges_of(x), axes = rest_axes(edges);
    return {rest_tetrahedron(edges),
            {dot(axes.column[0], direction), dot(axes.column[1], direction),
             dot(axes.column[2], direction)}};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {{R(0), R(0), R(0), R(0), R(0), R(0), R(0)}, {R(0), R(0), R(0)}};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Mat3<R> f = times_inverse(edges_of(x), rest.shape);
    const Polar<R> polar(f, cofactors(f));
    const Fibre<R> fibre(f, rest.fibre);
    const R growth = polar.trace - R(3);
    return rest.shape.volume *
           (param.shear * (polar.square_sum - R(2) * polar.trace + R(3)) +
            growth * (R(0.5) * param.lame * growth + param.coupling * fibre.strain) +
            R(0.5) * param.fibre * fibre.strain * fibre.strain +
            R(0.5) * param.fibre_shear * squared_length(fibre.shear));
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const Mat3<R> f = times_inverse(edges_of(x), rest.shape), cofactor = cofactors(f);
    const Sym3<R> square = gram(f);
    const Polar<R> polar(trace(square), inner(cofactor, cofactor),
                         dot(f.column[0], cofactor.column[0]));
    const Fibre<R> fibre(f, rest.fibre);
    const R scale = -rest.shape.volume, growth = polar.trace - R(3);
    const R two_shear = param.shear * (R(2) * scale), lame = param.lame * scale;
    const R coupling = param.coupling * scale, along = param.fibre * scale;
    const R across = param.fibre_shear * scale;
    const R turned = (lame * growth + coupling * fibre.strain - two_shear) * polar.inverse;
    const Mat3<R> velocity = times_inverse(edges_of(v), rest.shape);
    const Sym3<R> rate = gram_rate(f, velocity);
    const R half_damping = R(0.5) * param.damping;
    const Sym3<R> inside = plus_diagonal(
        square * -turned + rate * (half_damping * two_shear),
        two_shear + turned * (polar.second + polar.square_sum) + half_damping * lame * trace(rate));
    // ∂l/∂F = u ⊗ a with u = F a / l, and the gradient of ½ |γ|² is u ⊗ γ + (F γ)' / l ⊗ a, where
    // the prime takes away what is along u.
    const Vec3<R> sheared = f * fibre.shear;
    const R strain_rate = dot(fibre.unit, velocity * rest.fibre);
    const Vec3<R> on_fibre =
        fibre.unit * (coupling * growth + along * (fibre.strain + param.damping * strain_rate) -
                      across * fibre.inverse * dot(fibre.unit, sheared)) +
        sheared * (across * fibre.inverse);
    const Vec3<R> on_shear = fibre.unit * across;
    Mat3<R> stress = f * inside + cofactor * (turned * polar.trace);
    for (int i = 0; i < 3; ++i)
      stress.column[i] += on_fibre * rest.fibre[i] + on_shear * fibre.shear[i];
    push(stress, rest.shape, out);
  }

 private:
  /// Where the fibres are in a deformed tetrahedron; finite also where they have no length.
  template <class R>
  struct Fibre {
    Vec3<R> unit, shear;
    R length, inverse, strain;

    PLIANT_HD Fibre(const Mat3<R>& f, const Vec3<R>& at_rest) {
      const Vec3<R> now = f * at_rest;
      const R square = squared_length(now) + R(1e-12);
      inverse = inverse_sqrt(square);
      length = square * inverse;
      unit = now * inverse;
      strain = length - R(1);
      const Vec3<R> projected{dot(f.column[0], unit), dot(f.column[1], unit),
                              dot(f.column[2], unit)};
      shear = projected - at_rest * dot(at_rest, projected);
    }
  };
};

}  // namespace pliant

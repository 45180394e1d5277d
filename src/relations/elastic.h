#pragma once

#include "relations/corotated.h"

namespace pliant {

/// A tetrahedron of an elastic solid that cannot stay turned inside out: stable Neo-Hookean (Smith,
/// de Goes and Kim 2018, in the form without the logarithm) that stiffens against a change of
/// volume. With F the deformation gradient, e = det F - 1 and Λ = λ + μ:
///   energy V (½ μ (|F|² - 3) - μ e + Λ (½ (1 + c) e² - c w² (√(1 + e²/w²) - 1))),
///   stress P = μ F + (Λ e (1 + c - c / √(1 + e²/w²)) - μ) cof F.
/// To first order about rest this is the linear law of μ and λ. Where the volume has changed by
/// much more than the share w, it resists 1 + c times as much: what is mostly water keeps its
/// volume, and one number for ν near rest does not. It is polyconvex, finite and smooth for every
/// F, and has no rest state with det F < 0.
///
/// The viscous stress is that of Corotated over max(1, |F|² - 2): in a stretched tetrahedron
/// damping then is no stronger than 1.5 times that at rest, for which steps are chosen.
struct Elastic {
  static constexpr int arity = 4;
  static constexpr LawInfo info{.name = "Elastic",
                                .help =
                                    "elastic tetrahedron that recovers from inversion, stable "
                                    "Neo-Hookean",
                                .arity = 4,
                                .rest = shape_fields,
                                .parameters = corotated_fields::param};
  template <class R>
  using Rest = RestTetrahedron<R>;
  template <class R>
  using Param = Corotated::Param<R>;

  /// c and w.
  static constexpr double stiffening = 39, free_change = 0.2;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return rest_tetrahedron(edges_of(x));
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return Corotated::absent<R>();
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Mat3<R> f = times_inverse(edges_of(x), rest);
    const R change = determinant(f) - R(1), part = change * R(1 / free_change);
    const R square = part * part, root = (square + R(1)) * inverse_sqrt(square + R(1));
    const R bulk = R(free_change * free_change) *
                   (R(0.5 * (1 + stiffening)) * square - R(stiffening) * (root - R(1)));
    const R shear = R(0.5) * (inner(f, f) - R(3)) - change;
    return rest.volume * (param.shear * shear + (param.lame + param.shear) * bulk);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const Mat3<R> f = times_inverse(edges_of(x), rest), cofactor = cofactors(f);
    const R shear = param.shear * -rest.volume, lame = param.lame * -rest.volume;
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    const R part = change * R(1 / free_change);
    const R softer = R(stiffening) * inverse_sqrt(part * part + R(1));
    const R pressure = (lame + shear) * change * (R(1 + stiffening) - softer) - shear;
    const Sym3<R> rate = gram_rate(f, times_inverse(edges_of(v), rest));
    const R stretched = inner(f, f) - R(2);
    const R half_damping = R(0.5) * param.damping / select(stretched > R(1), stretched, R(1));
    const Sym3<R> inside = plus_diagonal(rate * (half_damping * (shear + shear)),
                                         shear + half_damping * lame * trace(rate));
    push(f * inside + cofactor * pressure, rest, out);
  }
};

}  // namespace pliant

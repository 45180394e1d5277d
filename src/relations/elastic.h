#pragma once

#include "relations/corotated.h"
#include "relations/viscosity.h"

namespace pliant {

/// c and w of Elastic.
inline constexpr double elastic_stiffening = 39, elastic_free_change = 0.2;

/// The energy density of Elastic, J/m³.
template <class R>
PLIANT_HD R elastic_energy(const Mat3<R>& f, const R& shear, const R& lame) {
  constexpr double stiffening = elastic_stiffening, free_change = elastic_free_change;
  const R change = determinant(f) - R(1), part = change * R(1 / free_change);
  const R square = part * part, root = (square + R(1)) * inverse_sqrt(square + R(1));
  const R bulk = R(free_change * free_change) *
                 (R(0.5 * (1 + stiffening)) * square - R(stiffening) * (root - R(1)));
  const R distortion = R(0.5) * (inner(f, f) - R(3)) - change;
  return shear * distortion + (lame + shear) * bulk;
}

/// Its stress P with the viscous one, where F changes at a rate.
template <class R>
PLIANT_HD Mat3<R> elastic_stress(const Mat3<R>& f, const Mat3<R>& f_rate, const R& shear,
                                 const R& lame, const R& damping) {
  constexpr double stiffening = elastic_stiffening, free_change = elastic_free_change;
  const Mat3<R> cofactor = cofactors(f);
  const R change = dot(f.column[0], cofactor.column[0]) - R(1);
  const R part = change * R(1 / free_change);
  const R softer = R(stiffening) * inverse_sqrt(part * part + R(1));
  const R pressure = (lame + shear) * change * (R(1 + stiffening) - softer) - shear;
  return f * with_viscosity(f, f_rate, shear, lame, damping, shear) + cofactor * pressure;
}

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
/// NeoHookean is this with c = 0.
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

  static constexpr double stiffening = elastic_stiffening, free_change = elastic_free_change;

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
    return rest.volume * elastic_energy(times_inverse(edges_of(x), rest), param.shear, param.lame);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const R shear = param.shear * -rest.volume, lame = param.lame * -rest.volume;
    push(elastic_stress(times_inverse(edges_of(x), rest), times_inverse(edges_of(v), rest), shear,
                        lame, param.damping),
         rest, out);
  }
  /// Without viscosity, as hyperelastic.h has it.
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>& cofactor,
                                  const Param<R>& param) {
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    const R part = change * R(1 / free_change);
    const R softer = R(stiffening) * inverse_sqrt(part * part + R(1));
    const R pressure =
        (param.lame + param.shear) * change * (R(1 + stiffening) - softer) - param.shear;
    return f * param.shear + cofactor * pressure;
  }
  /// Along one vertex the volume changes linearly: μ |g|² + p' c cᵀ with c = cof F g. All are
  /// positive definite, whatever the shape.
  template <class R>
  PLIANT_HD static Sym3<R> block(const Mat3<R>& f, const Mat3<R>& cofactor, const Vec3<R>& g,
                                 const Param<R>& param) {
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    const R part = change * R(1 / free_change), root = inverse_sqrt(part * part + R(1));
    const R growing =
        (param.lame + param.shear) * (R(1 + stiffening) - R(stiffening) * (root * root * root));
    return plus_diagonal(outer(cofactor * g, growing), param.shear * squared_length(g));
  }
  template <class R>
  PLIANT_HD static void diagonal_blocks(const Vec3<R> (&x)[4], const Rest<R>& rest,
                                        const Param<R>& param, Sym3<R> (&blocks)[4]) {
    const Mat3<R> f = times_inverse(edges_of(x), rest), cofactor = cofactors(f);
    const Param<R> own{param.shear * rest.volume, param.lame * rest.volume, param.damping};
    PLIANT_UNROLL
    for (int i = 0; i < 4; ++i) blocks[i] = block(f, cofactor, shape_gradient(rest, i), own);
  }
};

}  // namespace pliant

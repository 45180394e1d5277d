#pragma once

#include "math/polar.h"
#include "relations/rest_tetrahedron.h"

namespace pliant {

namespace corotated_fields {
inline constexpr LawField param[] = {
    {"shear", "Pa", "shear modulus, Lame's mu"},
    {"lame", "Pa", "Lame's lambda"},
    {"damping", "s", "viscous stress over the rate of elastic stress"}};
}  // namespace corotated_fields

/// A tetrahedron of an elastic solid, by linear finite elements in the frame that turns with it
/// (CPM3, which E06 announces). With F = R S the deformation gradient in its polar decomposition:
///   energy V (μ |F - R|² + ½ λ tr²(S - 1)),
///   stress P = 2 μ (F - R) + λ tr(S - 1) R,  forces f_i = -V P ∇N_i,
/// which is P times the rest areas of the sub-faces between i and the other vertices (CPM2's). The
/// viscous stress is τ times the rate of the second Piola-Kirchhoff stress 2 μ E + λ tr(E), with
/// Green's strain E: it leaves a rigid motion alone and turns nothing.
struct Corotated {
  static constexpr int arity = 4;
  static constexpr LawInfo info{.name = "Corotated",
                                .help = "elastic tetrahedron, corotated linear finite element",
                                .arity = 4,
                                .rest = shape_fields,
                                .parameters = corotated_fields::param};
  template <class R>
  using Rest = RestTetrahedron<R>;
  template <class R>
  struct Param {
    R shear, lame, damping;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return rest_tetrahedron(edges_of(x));
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0), R(0), R(0), R(0), R(0), R(0), R(0)};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Mat3<R> f = times_inverse(edges_of(x), rest);
    const Polar<R> polar(f, cofactors(f));
    const R growth = polar.trace - R(3);
    return rest.volume * (param.shear * (polar.square_sum - R(2) * polar.trace + R(3)) +
                          R(0.5) * param.lame * growth * growth);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const Mat3<R> f = times_inverse(edges_of(x), rest), cofactor = cofactors(f);
    const Sym3<R> square = gram(f);
    const Polar<R> polar(trace(square), inner(cofactor, cofactor),
                         dot(f.column[0], cofactor.column[0]));
    const R two_shear = param.shear * (R(-2) * rest.volume), lame = param.lame * -rest.volume;
    // 2μ F + (λ tr(S - 1) - 2μ) R, with R written out as in math/polar.h.
    const R turned = (lame * (polar.trace - R(3)) - two_shear) * polar.inverse;
    const Sym3<R> rate = gram_rate(f, times_inverse(edges_of(v), rest));
    const R half_damping = R(0.5) * param.damping;
    const Sym3<R> inside = plus_diagonal(
        square * -turned + rate * (half_damping * two_shear),
        two_shear + turned * (polar.second + polar.square_sum) + half_damping * lame * trace(rate));
    push(f * inside + cofactor * (turned * polar.trace), rest, out);
  }
};

}  // namespace pliant

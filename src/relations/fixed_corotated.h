#pragma once

#include "relations/hyperelastic.h"

namespace pliant {

/// A tetrahedron of a solid by fixed corotated elasticity (Stomakhin, Howes, Schroeder and Teran
/// 2012): Corotated with the change of volume itself in the place of the strain's trace. With F =
/// R S and J = det F:
///   energy / V = μ |F - R|² + ½ λ (J - 1)²,  stress P = 2 μ (F - R) + λ (J - 1) cof F.
/// It resists being pressed flat, where Corotated hardly does.
struct FixedCorotated : Hyperelastic<FixedCorotated> {
  static constexpr LawInfo info{
      .name = "FixedCorotated",
      .help = "elastic tetrahedron, corotated, stiff against a change of volume",
      .arity = arity,
      .rest = shape_fields,
      .parameters = corotated_fields::param};
  template <class R>
  using Param = Corotated::Param<R>;

  template <class R>
  PLIANT_HD static R density(const Mat3<R>& f, const Param<R>& param) {
    const Mat3<R> cofactor = cofactors(f);
    const Polar<R> polar(f, cofactor);
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    return param.shear * (polar.square_sum - R(2) * polar.trace + R(3)) +
           R(0.5) * param.lame * change * change;
  }
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>& cofactor,
                                  const Param<R>& param) {
    const Polar<R> polar(f, cofactor);
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    return (f - polar.rotation(f, cofactor)) * (param.shear + param.shear) +
           cofactor * (param.lame * change);
  }
};

}  // namespace pliant

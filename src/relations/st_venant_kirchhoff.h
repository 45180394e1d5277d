#pragma once

#include "relations/hyperelastic.h"

namespace pliant {

/// A tetrahedron whose second Piola-Kirchhoff stress is linear in Green's strain E = ½ (FᵀF - 1):
///   energy / V = μ E:E + ½ λ tr²E,  stress P = F (2 μ E + λ tr E).
/// For large rotations and small strains. Pressed along an axis it gives way from 1/√3 = 58 % of
/// its length on, and inside out it is at rest again.
struct StVenantKirchhoff : Hyperelastic<StVenantKirchhoff> {
  static constexpr LawInfo info{.name = "StVenantKirchhoff",
                                .help = "elastic tetrahedron, stress linear in Green's strain",
                                .arity = arity,
                                .rest = shape_fields,
                                .parameters = corotated_fields::param};
  template <class R>
  using Param = Corotated::Param<R>;

  template <class R>
  PLIANT_HD static R density(const Mat3<R>& f, const Param<R>& param) {
    const Sym3<R> strain = plus_diagonal(gram(f), R(-1)) * R(0.5);
    const R growth = trace(strain);
    return param.shear * inner(strain, strain) + R(0.5) * param.lame * growth * growth;
  }
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>&, const Param<R>& param) {
    const Sym3<R> square = gram(f);
    const R pressure = R(0.5) * param.lame * (trace(square) - R(3)) - param.shear;
    return f * plus_diagonal(square * param.shear, pressure);
  }
};

}  // namespace pliant

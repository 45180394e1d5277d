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
  /// g S g + μ |g|² F Fᵀ + (λ + μ) F g gᵀ Fᵀ, with S the second Piola-Kirchhoff stress.
  template <class R>
  PLIANT_HD static Sym3<R> block(const Mat3<R>& f, const Mat3<R>&, const Vec3<R>& g,
                                 const Param<R>& param) {
    const R square = squared_length(g), scale = param.shear * square;
    const Vec3<R> carried = f * g;
    const R growth = R(0.5) * param.lame * (inner(f, f) - R(3)) - param.shear;
    return plus_diagonal(outer(f.column[0], scale) + outer(f.column[1], scale) +
                             outer(f.column[2], scale) + outer(carried, param.lame + param.shear),
                         param.shear * squared_length(carried) + growth * square);
  }
};

}  // namespace pliant

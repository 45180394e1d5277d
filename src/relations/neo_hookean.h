#pragma once

#include "relations/hyperelastic.h"

namespace pliant {

/// A tetrahedron of a Neo-Hookean solid in its stable form (Smith, de Goes and Kim 2018, without
/// the logarithm). With e = det F - 1:
///   energy / V = ½ μ (|F|² - 3) + ½ (λ + μ) (e - μ / (λ + μ))², but for a constant,
///   stress P = μ F + ((λ + μ) e - μ) cof F.
/// The volume at which the second term is zero is set off so that rest is free of stress. It is
/// polyconvex, and finite and smooth for every F.
struct NeoHookean : Hyperelastic<NeoHookean> {
  static constexpr LawInfo info{.name = "NeoHookean",
                                .help = "elastic tetrahedron, stable Neo-Hookean",
                                .arity = arity,
                                .rest = shape_fields,
                                .parameters = corotated_fields::param};
  template <class R>
  using Param = Corotated::Param<R>;

  template <class R>
  PLIANT_HD static R density(const Mat3<R>& f, const Param<R>& param) {
    const R change = determinant(f) - R(1);
    return param.shear * (R(0.5) * (inner(f, f) - R(3)) - change) +
           R(0.5) * (param.lame + param.shear) * change * change;
  }
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>& cofactor,
                                  const Param<R>& param) {
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    return f * param.shear + cofactor * ((param.lame + param.shear) * change - param.shear);
  }
  template <class R>
  PLIANT_HD static Sym3<R> block(const Mat3<R>&, const Mat3<R>& cofactor, const Vec3<R>& g,
                                 const Param<R>& param) {
    return plus_diagonal(outer(cofactor * g, param.lame + param.shear),
                         param.shear * squared_length(g));
  }
};

}  // namespace pliant

#pragma once

#include "relations/hyperelastic.h"

namespace pliant {

namespace mooney_rivlin_fields {
inline constexpr LawField param[] = {
    {"shear", "Pa", "shear modulus, Lame's mu"},
    {"lame", "Pa", "Lame's lambda"},
    {"ratio", "1", "C01 / C10: how much stiffer areas make it, over how much lengths do"},
    {"damping", "s", "viscous stress over the rate of elastic stress"}};
}  // namespace mooney_rivlin_fields

/// A tetrahedron of a Mooney-Rivlin solid that is compressible and can be turned inside out. With e
/// = det F - 1, and C10 + C01 = ½ μ:
///   energy / V = C10 (|F|² - 3) + C01 (|cof F|² - 3) - (2 C10 + 4 C01) e + ½ (λ + 2 C10) e²,
///   stress P = 2 C10 F + 2 C01 (cof F ⨯ F) + ((λ + 2 C10) e - 2 C10 - 4 C01) cof F,
/// with the tensor cross product of mat3.h. |F|² and |cof F|² are the invariants I1 and I2 of FᵀF,
/// so that where the volume is kept this is Mooney's energy. The term in e makes rest free of
/// stress; it is polyconvex, a polynomial of F, and NeoHookean where the ratio is zero.
struct MooneyRivlin : Hyperelastic<MooneyRivlin> {
  static constexpr LawInfo info{.name = "MooneyRivlin",
                                .help = "elastic tetrahedron of rubber, Mooney-Rivlin",
                                .arity = arity,
                                .rest = shape_fields,
                                .parameters = mooney_rivlin_fields::param};
  template <class R>
  struct Param {
    R shear, lame, ratio, damping;
  };

  template <class R>
  PLIANT_HD static R density(const Mat3<R>& f, const Param<R>& param) {
    const Constants<R> c(param);
    const Mat3<R> cofactor = cofactors(f);
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    return R(0.5) *
               (c.lengths * (inner(f, f) - R(3)) + c.areas * (inner(cofactor, cofactor) - R(3)) +
                (param.lame + c.lengths) * change * change) -
           (c.lengths + c.areas + c.areas) * change;
  }
  template <class R>
  PLIANT_HD static Mat3<R> stress(const Mat3<R>& f, const Mat3<R>& cofactor,
                                  const Param<R>& param) {
    const Constants<R> c(param);
    const R change = dot(f.column[0], cofactor.column[0]) - R(1);
    return f * c.lengths + cross(cofactor, f) * c.areas +
           cofactor * ((param.lame + c.lengths) * change - (c.lengths + c.areas + c.areas));
  }
  template <class R>
  PLIANT_HD static Sym3<R> block(const Mat3<R>& f, const Mat3<R>& cofactor, const Vec3<R>& g,
                                 const Param<R>& param) {
    const Constants<R> c(param);
    // The cofactors change by u ⨯ each of these.
    const Vec3<R> areas[3] = {f.column[2] * g.y - f.column[1] * g.z,
                              f.column[0] * g.z - f.column[2] * g.x,
                              f.column[1] * g.x - f.column[0] * g.y};
    Sym3<R> sum = outer(cofactor * g, param.lame + c.lengths);
    R size = c.lengths * squared_length(g);
    for (const Vec3<R>& a : areas) {
      sum = sum + outer(a, -c.areas);
      size += c.areas * squared_length(a);
    }
    return plus_diagonal(sum, size);
  }

 private:
  template <class R>
  struct Constants {
    R lengths, areas;  // 2 C10 and 2 C01

    PLIANT_HD explicit Constants(const Param<R>& param)
        : lengths(param.shear / (R(1) + param.ratio)), areas(lengths * param.ratio) {}
  };
};

}  // namespace pliant

#pragma once

#include "relations/corotated.h"
#include "relations/viscosity.h"

namespace pliant {

/// What the laws of hyperelastic tetrahedra have in common. A law names the energy by rest volume
/// and its derivative by F, with C its struct Param:
///   density(F, param)           J/m³
///   stress(F, cof F, param)     Pa, first Piola-Kirchhoff
/// Param begins with the Lamé constants `shear` and `lame` of small strains, in Pa, and ends with
/// `damping`; what is between has no unit. So both functions are linear in the first two, and get
/// them times the volume: of what is absent they are zero. The viscous stress is that of Elastic.
///
/// A law whose diagonal blocks are short in closed form names the second derivative of its energy
/// where F changes by u ⊗ g, as a matrix that u is multiplied by from both sides, linear likewise:
///   block(F, cof F, g, param)   Pa/m²
template <class Law>
struct Hyperelastic {
  static constexpr int arity = 4;
  template <class R>
  using Rest = RestTetrahedron<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return rest_tetrahedron(edges_of(x));
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return Corotated::absent<R>();
  }
  template <class R, class Param>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param& param) {
    return Law::density(times_inverse(edges_of(x), rest), times(param, rest.volume));
  }
  template <class R, class Param>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param& param, Vec3<R> (&out)[4]) {
    const Param own = times(param, -rest.volume);
    const Mat3<R> f = times_inverse(edges_of(x), rest);
    const Sym3<R> viscous =
        with_viscosity(f, times_inverse(edges_of(v), rest), own.shear, own.lame, own.damping, R(0));
    push(Law::stress(f, cofactors(f), own) + f * viscous, rest, out);
  }

  // Law itself is not complete yet where clang 14 looks for its block.
  template <class R, class Param, class L = Law>
  requires requires(const Mat3<R>& f, const Vec3<R>& g, const Param& p) { L::block(f, f, g, p); }
  PLIANT_HD static void diagonal_blocks(const Vec3<R> (&x)[4], const Rest<R>& rest,
                                        const Param& param, Sym3<R> (&blocks)[4]) {
    const Mat3<R> f = times_inverse(edges_of(x), rest), cofactor = cofactors(f);
    const Param own = times(param, rest.volume);
    PLIANT_UNROLL
    for (int i = 0; i < 4; ++i) blocks[i] = L::block(f, cofactor, shape_gradient(rest, i), own);
  }

 private:
  template <class R, class Param>
  PLIANT_HD static Param times(Param param, const R& volume) {
    param.shear = param.shear * volume;
    param.lame = param.lame * volume;
    return param;
  }
};

}  // namespace pliant

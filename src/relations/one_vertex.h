#pragma once

#include <type_traits>

#include "relations/diagonal_blocks.h"
#include "relations/rest_tetrahedron.h"
#include "relations/viscosity.h"

// What a relation does to one of its vertices alone: the force on it, and its block -∂f/∂x. Who
// moves one vertex after the other needs no more, and asks for it once a vertex of each relation.

namespace pliant {

/// Velocities of a large step: (x - before) times `rate`, 1/s.
template <class Law, class R>
struct OneVertex {
  Vec3<R> x[Law::arity], before[Law::arity];
  R rate;  // 0: nothing is damped
  typename Law::template Rest<R> rest;
  typename Law::template Param<R> param;
};

template <class R>
struct Reaction {
  Vec3<R> force;  // N
  Sym3<R> block;  // N/m, what damping adds included
};

/// Whether a law knows no more of its tetrahedron at rest than its shape, and so cares for the
/// order of the vertices only as far as it tells inside from outside. Then any vertex can be the
/// last one.
template <class Law>
inline constexpr bool corners_alike = [] {
  if constexpr (Law::arity == 4)
    return std::is_same_v<typename Law::template Rest<double>, RestTetrahedron<double>> &&
           Law::info.given().size() == Law::info.parameters.size();
  else
    return false;
}();

/// The even permutation that puts a corner last: which corner then is where.
inline constexpr int last_corner[4][4] = {{3, 2, 1, 0}, {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}};

/// The shape at rest with the corners in that order.
inline RestTetrahedron<double> with_last(const RestTetrahedron<double>& rest, int corner) {
  if (rest.volume == 0 || corner == 3) return rest;
  // The corners in the frame at rest: the inverse of the upper triangular inverse.
  const double x = 1 / rest.xx, y = 1 / rest.yy, z = 1 / rest.zz;
  const double by = -rest.xy * x * y, cy = -rest.yz * y * z;
  const Vec3d corners[4] = {
      {0, 0, 0}, {x, 0, 0}, {by, y, 0}, {-(rest.xy * cy + rest.xz * z) * x, cy, z}};
  Vec3d turned[4];
  for (int i = 0; i < 4; ++i) turned[i] = corners[last_corner[corner][i]];
  RestTetrahedron<double> out = rest_tetrahedron(edges_of(turned));
  out.volume = rest.volume;
  return out;
}

/// A law that is asked about its last vertex in closed form: the stress P for a deformation
/// gradient F and its cofactors, and the second derivative of the energy where F changes by u ⊗ g,
/// as in relations/hyperelastic.h.
template <class Law>
concept KnowsItsLast = corners_alike<Law> &&
    requires(const Mat3<double>& f, const Vec3<double>& g,
             const typename Law::template Param<double>& param) {
  Law::stress(f, f, param);
  Law::block(f, f, g, param);
};

/// Of the last vertex. Its shape function has a gradient along the frame's z alone.
template <class Law, class R>
requires KnowsItsLast<Law> PLIANT_HD Reaction<R> last_reaction(const OneVertex<Law, R>& at,
                                                               bool damped) {
  auto own = at.param;
  own.shear = own.shear * at.rest.volume;
  own.lame = own.lame * at.rest.volume;
  const Mat3<R> f = times_inverse(edges_of(at.x), at.rest), cofactor = cofactors(f);
  const Vec3<R> g{R(0), R(0), at.rest.zz};
  Reaction<R> out{Law::stress(f, cofactor, own).column[2] * -at.rest.zz,
                  Law::block(f, cofactor, g, own)};
  if (damped) {
    const Mat3<R> rate = (f - times_inverse(edges_of(at.before), at.rest)) * at.rate;
    const Sym3<R> viscous = with_viscosity(f, rate, own.shear, own.lame, own.damping, R(0));
    const R square = at.rest.zz * at.rest.zz;
    out.force -= f * Vec3<R>{viscous.zx, viscous.yz, viscous.zz} * at.rest.zz;
    // The strain's rate changes by Fᵀ(u ⊗ g) times this, but for what is of second order.
    const R stretched = inner(f, f) - R(2);
    const R k = own.damping * at.rate * square / select(stretched > R(1), stretched, R(1));
    const R shear = k * own.shear;
    out.block = out.block + outer(f.column[0], shear) + outer(f.column[1], shear) +
                outer(f.column[2], R(2) * shear + k * own.lame);
    out.block = plus_diagonal(out.block, viscous.zz * square);
  }
  return out;
}

/// Of any vertex of any law, by dual numbers. `corner` is its number, which may differ from lane to
/// lane of a pack.
template <class Law, class R>
PLIANT_HD Reaction<R> reaction_at(const OneVertex<Law, R>& at, const R& corner) {
  using D = Dual<R, 3>;
  typename Law::template Rest<D> rest;
  typename Law::template Param<D> param;
  for (std::size_t i = 0; i < rest_count<Law>; ++i)
    reinterpret_cast<D*>(&rest)[i] = D(reinterpret_cast<const R*>(&at.rest)[i]);
  for (std::size_t i = 0; i < param_count<Law>; ++i)
    reinterpret_cast<D*>(&param)[i] = D(reinterpret_cast<const R*>(&at.param)[i]);
  Vec3<D> x[Law::arity], v[Law::arity], f[Law::arity];
  PLIANT_UNROLL
  for (int i = 0; i < Law::arity; ++i) {
    const R mine = select(corner == R(i), R(1), R(0));
    for (int k = 0; k < 3; ++k) {
      x[i][k] = D(at.x[i][k]);
      x[i][k].derivative[k] = mine;
      v[i][k] = D((at.x[i][k] - at.before[i][k]) * at.rate);
      v[i][k].derivative[k] = mine * at.rate;
    }
  }
  Law::force(x, v, rest, param, f);
  Vec3<D> own = f[0];
  PLIANT_UNROLL
  for (int i = 1; i < pushed_count<Law>; ++i)
    for (int k = 0; k < 3; ++k) own[k] = select(corner == R(i), f[i][k], own[k]);
  const auto mean = [&](int j, int k) {
    return R(-0.5) * (own[j].derivative[k] + own[k].derivative[j]);
  };
  return {{own.x.value, own.y.value, own.z.value},
          {mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(1, 2), mean(2, 0)}};
}

}  // namespace pliant

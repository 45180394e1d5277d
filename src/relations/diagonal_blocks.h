#pragma once

#include "math/dual.h"
#include "math/mat3.h"
#include "relations/law.h"

// The diagonal blocks of a relation's stiffness: how the elastic force on each vertex it pushes
// grows against that vertex being moved, -∂f_i/∂x_i, in N/m. Solvers that move one vertex at a time
// and preconditioners need these; where they must be definite, math/definite.h makes them so.

namespace pliant {

template <class Law, class R>
using BlocksOf = Sym3<R>[static_cast<std::size_t>(pushed_count<Law>)];

/// A law may have them in closed form, as diagonal_blocks(x, rest, param, blocks).
template <class Law>
concept KnowsItsBlocks = requires(const Vec3<double> (&x)[Law::arity],
                                  const typename Law::template Rest<double>& rest,
                                  const typename Law::template Param<double>& param,
                                  BlocksOf<Law, double>& blocks) {
  Law::diagonal_blocks(x, rest, param, blocks);
};

/// Of any law, by dual numbers; of one without an energy the symmetric part. `of_velocities`: those
/// of its damping, N s/m, at rest.
template <class Law, bool of_velocities = false, class R>
PLIANT_HD void blocks_by_duals(const Vec3<R> (&x)[Law::arity],
                               const typename Law::template Rest<R>& rest,
                               const typename Law::template Param<R>& param,
                               BlocksOf<Law, R>& blocks) {
  using D = Dual<R, 3>;
  typename Law::template Rest<D> rest_dual;
  typename Law::template Param<D> param_dual;
  for (std::size_t i = 0; i < rest_count<Law>; ++i)
    reinterpret_cast<D*>(&rest_dual)[i] = D(reinterpret_cast<const R*>(&rest)[i]);
  for (std::size_t i = 0; i < param_count<Law>; ++i)
    reinterpret_cast<D*>(&param_dual)[i] = D(reinterpret_cast<const R*>(&param)[i]);
  PLIANT_KEEP_LOOP
  for (int i = 0; i < pushed_count<Law>; ++i) {
    Vec3<D> place[Law::arity], velocity[Law::arity], f[Law::arity];
    for (int v = 0; v < Law::arity; ++v)
      for (int k = 0; k < 3; ++k) {
        place[v][k] = D(x[v][k]);
        velocity[v][k] = D(R(0));
      }
    for (int k = 0; k < 3; ++k)
      (of_velocities ? velocity : place)[i][k] = D::variable(of_velocities ? R(0) : x[i][k], k);
    Law::force(place, velocity, rest_dual, param_dual, f);
    const auto mean = [&](int j, int k) {
      return R(-0.5) * (f[i][j].derivative[k] + f[i][k].derivative[j]);
    };
    blocks[i] = {mean(0, 0), mean(1, 1), mean(2, 2), mean(0, 1), mean(1, 2), mean(2, 0)};
  }
}

template <class Law, class R>
PLIANT_HD void diagonal_blocks(const Vec3<R> (&x)[Law::arity],
                               const typename Law::template Rest<R>& rest,
                               const typename Law::template Param<R>& param,
                               BlocksOf<Law, R>& blocks) {
  if constexpr (KnowsItsBlocks<Law>)
    Law::diagonal_blocks(x, rest, param, blocks);
  else
    blocks_by_duals<Law>(x, rest, param, blocks);
}

/// Of what damps, N s/m, at rest.
template <class Law, class R>
PLIANT_HD void damping_blocks(const Vec3<R> (&x)[Law::arity],
                              const typename Law::template Rest<R>& rest,
                              const typename Law::template Param<R>& param,
                              BlocksOf<Law, R>& blocks) {
  blocks_by_duals<Law, true>(x, rest, param, blocks);
}

}  // namespace pliant

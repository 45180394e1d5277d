#pragma once

#include "relations/diagonal_blocks.h"

// The whole stiffness of a relation: how the force on each vertex that it pushes falls as any of
// its vertices goes, N/m. Who factorises needs it.

namespace pliant {

/// By dual numbers, as the diagonal blocks are; what damps counts `share` (1/s) times, at rest.
/// `out` gets 9 numbers, row-major, for each pushed vertex and within that for each vertex.
template <class Law, class R>
PLIANT_HD void element_stiffness(const Vec3<R> (&x)[Law::arity],
                                 const typename Law::template Rest<R>& rest,
                                 const typename Law::template Param<R>& param, const R& share,
                                 R* out) {
  using D = Dual<R, 3>;
  typename Law::template Rest<D> rest_dual;
  typename Law::template Param<D> param_dual;
  for (std::size_t i = 0; i < rest_count<Law>; ++i)
    reinterpret_cast<D*>(&rest_dual)[i] = D(reinterpret_cast<const R*>(&rest)[i]);
  for (std::size_t i = 0; i < param_count<Law>; ++i)
    reinterpret_cast<D*>(&param_dual)[i] = D(reinterpret_cast<const R*>(&param)[i]);
  PLIANT_KEEP_LOOP
  for (int moved = 0; moved < Law::arity; ++moved) {
    Vec3<D> place[Law::arity], velocity[Law::arity], f[Law::arity];
    for (int v = 0; v < Law::arity; ++v)
      for (int k = 0; k < 3; ++k) {
        place[v][k] = D(x[v][k]);
        velocity[v][k] = D(R(0));
      }
    for (int k = 0; k < 3; ++k) {
      place[moved][k].derivative[k] = R(1);
      velocity[moved][k].derivative[k] = share;
    }
    Law::force(place, velocity, rest_dual, param_dual, f);
    for (int pushed = 0; pushed < pushed_count<Law>; ++pushed) {
      R* const block = out + 9 * (pushed * Law::arity + moved);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) block[3 * i + j] = -f[pushed][i].derivative[j];
    }
  }
}

}  // namespace pliant

#pragma once

#include <algorithm>

#include "backend/cpu/kernels.h"
#include "relations/law.h"

namespace pliant::cpu {

/// L13 (3.12) with its signs mended: a spring longer than `longest` times its rest length draws
/// its ends together, the lighter one more, so that the centre of mass stays. The corrections are
/// found for all springs from the same positions and then added up. Many springs may pull at one
/// vertex, so each takes only a share of its excess: one over half the number of springs there.
/// A pair of vertices by itself is corrected exactly as printed. Velocities change along with the
/// positions, as in Verlet's method, or what stretches a spring would go on accelerating its ends.
template <class Law, class R>
PLIANT_HD void limit_spring(const R* particles, const At (&ends)[2],
                            const typename Law::template Rest<R>& rest, Limit<R>& limit) {
  const R* p[2] = {particles + 2 * std::size_t(ends[0]), particles + 2 * std::size_t(ends[1])};
  const Vec3<R> x[2] = {{p[0][0], p[0][1], p[0][2]}, {p[1][0], p[1][1], p[1][2]}};
  const R stretch = Law::stretch(x, rest);
  if (!(stretch > limit.longest)) return;
  if (!limit.used) {
    limit.used = true;
    std::fill_n(limit.corrections, 4 * limit.rows, R(0));
  }
  const R weights = p[0][3] * p[0][7] + p[1][3] * p[1][7];  // inverse mass times share
  if (!(weights > R(0))) return;
  const R excess = R(1) - limit.longest / stretch;  // of the present length
  const Vec3<R> pull = (x[1] - x[0]) * (excess / weights);
  for (int i = 0; i < 2; ++i) {
    const Vec3<R> move = pull * (i == 0 ? p[0][3] : -p[1][3]);
    R* row = limit.corrections + ends[i];
    row[0] += move.x;
    row[1] += move.y;
    row[2] += move.z;
  }
}

}  // namespace pliant::cpu

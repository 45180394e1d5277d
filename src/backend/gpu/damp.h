#pragma once

#include "backend/gpu/reading.h"

namespace pliant::gpu {

/// A stage of a pass of damping (integrators/chebyshev.h), after SumForces. The first finds the
/// forces without damping and has no gain. Integrators that carry the last displacement on have
/// their velocity in it.
template <class R>
struct DampRows {
  Args<R> a;
  WorkSizes sizes;
  Four<R>* forces;                   // of rows: complete for inner ones
  Four<R>*undamped, *before, *last;  // of rows: forces, velocities
  R back, gain;                      // gain in s
  bool is_first, is_last;
  bool keeps_move, follows;  // of the integrator, see CpuState::damp

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    CollectForces<R>{a, sizes, forces}(block);
    block.sync();
    const MovingOrigin& moving = a.origins[block.copy];
    if (moving.stopped) return;
    const Patch& patch = a.patches[block.index];
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    const R h = static_cast<R>(a.dynamics[block.copy].h);
    const bool by_move = keeps_move && !moving.first;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      const std::size_t row = first + i;
      Four<R>& v = a.particles[row].move;
      if (is_first) {
        undamped[row] = forces[row];
        before[row] = v;
        if (by_move) v = as_velocity(a.kept[0][row], h, v.w);
        last[row] = v;
        return;
      }
      const R by_mass = gain * a.particles[row].place.w;
      if (by_mass > R(0)) {
        const Four<R> f = forces[row], f0 = undamped[row], v0 = last[row], v1 = v;
        v = {v1.x + back * (v0.x - v1.x) + by_mass * (f.x - f0.x),
             v1.y + back * (v0.y - v1.y) + by_mass * (f.y - f0.y),
             v1.z + back * (v0.z - v1.z) + by_mass * (f.z - f0.z), v1.w};
        last[row] = v1;
      }
      if (!is_last) return;
      const Four<R> now = v, b = before[row];
      const Four<R> old = by_move ? as_velocity(a.kept[0][row], h, v.w) : b;
      if (follows) {
        Four<R>& x = a.particles[row].place;
        const R half = R(0.5) * h;
        x = {x.x + half * (now.x - old.x), x.y + half * (now.y - old.y),
             x.z + half * (now.z - old.z), x.w};
      }
      if (!by_move) return;
      // The estimate changes by as much.
      Four<R>& move = a.kept[0][row];
      move = {now.x * h, now.y * h, now.z * h, move.w};
      v = {now.x + (b.x - old.x), now.y + (b.y - old.y), now.z + (b.z - old.z), v.w};
    });
  }

 private:
  PLIANT_HD static Four<R> as_velocity(const Four<R>& move, R h, R w) {
    return {move.x / h, move.y / h, move.z / h, w};
  }
};

}  // namespace pliant::gpu

#pragma once

#include "backend/gpu/views.h"

// What contact between bodies does to a few rows, between two launches; see
// CompiledState::push and hold_back. In double precision, as on the host.

namespace pliant::gpu {

/// A vector for a row of the only copy: a force, or a way.
struct RowVector {
  Vec3d value;
  std::uint32_t row;
};

inline constexpr std::uint32_t pushes_each = 256;  // of a block

template <class R>
PLIANT_HD Four<R> added(const Four<R>& to, const Vec3d& way) {
  return {static_cast<R>(double(to.x) + way.x), static_cast<R>(double(to.y) + way.y),
          static_cast<R>(double(to.z) + way.z), to.w};
}

/// Calls f(vector) for those of a block.
template <class Block, class F>
PLIANT_HD void for_vectors(Block& block, const RowVector* vectors, std::uint32_t count,
                           const F& f) {
  const std::uint32_t first = block.index * pushes_each, left = count - first;
  block.each(left < pushes_each ? left : pushes_each,
             [&](std::uint32_t i) { f(vectors[first + i]); });
}

/// What forces of the next step add to velocities, as it begins.
template <class R>
struct PushRows {
  Args<R> a;
  const RowVector* forces;
  std::uint32_t count;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const MovingOrigin& moving = a.origins[0];
    if (moving.stopped) return;
    const double h = a.dynamics[0].h;
    const bool halved = moving.first && a.method.begins_halved;
    const bool as_move = a.method.keeps_move && !halved;
    for_vectors(block, forces, count, [&](const RowVector& force) {
      Particle<R>& p = a.particles[force.row];
      const Vec3d gain = force.value * (double(p.place.w) * (halved ? 0.5 * h : h));
      if (as_move)
        a.kept[0][force.row] = added(a.kept[0][force.row], gain * h);
      else
        p.move = added(p.move, gain);
    });
  }
};

/// Rows that went too far are put back, and lose the velocity that brought them there.
template <class R>
struct HoldRows {
  Args<R> a;
  const RowVector* ways;
  std::uint32_t count;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const double per_second = 1 / a.dynamics[0].h;
    for_vectors(block, ways, count, [&](const RowVector& way) {
      Particle<R>& p = a.particles[way.row];
      p.place = added(p.place, way.value);
      p.move = added(p.move, way.value * per_second);
      if (a.method.keeps_move) a.kept[0][way.row] = added(a.kept[0][way.row], way.value);
    });
  }
};

}  // namespace pliant::gpu

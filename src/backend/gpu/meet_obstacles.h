#pragma once

#include "backend/gpu/patch_work.h"
#include "backend/gpu/seen_obstacles.h"
#include "backend/gpu/select.h"
#include "contact/responses.h"

// Obstacles other than a smooth floor, in launches of their own between those of a step: the loops
// that move rows know nothing of them. A body that has such obstacles does not stay in shared
// memory from step to step.

namespace pliant::gpu {

/// Velocities as a step begins, which tell how fast a row comes. Integrators of several stages keep
/// them anyway.
template <class R>
struct RememberSpeeds {
  Args<R> a;
  std::uint32_t step;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_moving_patches(block, a, [&](std::uint32_t number) { remember(block, a.patches[number]); });
  }

 private:
  template <class Block>
  PLIANT_HD void remember(Block& block, const Patch& patch) const {
    const MovingOrigin& moving = a.origins[block.copy];
    if (moving.stopped || a.dynamics[block.copy].obstacles == 0) return;
    const bool by_move = a.method.keeps_move && !(moving.first && step == 0);
    const R per_second = static_cast<R>(1 / a.dynamics[block.copy].h);
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      const Four<R> v = by_move ? a.kept[0][first + i] : a.particles[first + i].move;
      const R factor = by_move ? per_second : R(1);
      a.before[first + i] = {v.x * factor, v.y * factor, v.z * factor, R(0)};
    });
  }
};

/// Rows meet them at the end of a step.
template <class R>
struct MeetObstacles {
  Args<R> a;
  std::uint32_t step;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    for_moving_patches(block, a, [&](std::uint32_t number) { meet(block, a.patches[number]); });
  }

 private:
  template <class Block>
  PLIANT_HD void meet(Block& block, const Patch& patch) const {
    const PlainDynamics& d = a.dynamics[block.copy];
    if (a.origins[block.copy].stopped || d.obstacles == 0) return;
    const SeenObstacles<R> obstacles = obstacles_after(a, block.copy, step);
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    const Four<R>* before = (a.method.stages > 1 ? a.kept[1] : a.before) + first;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      Particle<R>& p = a.particles[first + i];
      const bool free = p.place.w > R(0);
      const R inset = p.move.w;
      Motion<R> m{{p.place.x, p.place.y, p.place.z}, {p.move.x, p.move.y, p.move.z}, {}};
      contact::Stride<R, R> stride{{before[i].x, before[i].y, before[i].z},
                                   static_cast<R>(d.h),
                                   static_cast<R>(a.method.follows),
                                   m.x};
      if (a.method.stages > 1) {
        const Four<R>& start = a.kept[0][first + i];
        stride.start = {start.x, start.y, start.z};
      }
      if (a.method.keeps_move) {
        Four<R>& kept = a.kept[0][first + i];
        m.kept[0] = {kept.x, kept.y, kept.z};
        for (const contact::SeenObstacle<R>& o : obstacles)
          contact::meet<true>(o, free, inset, stride, m);
        kept = {m.kept[0].x, m.kept[0].y, m.kept[0].z, R(0)};
      } else {
        for (const contact::SeenObstacle<R>& o : obstacles)
          contact::meet<false>(o, free, inset, stride, m);
      }
      p.place = {m.x.x, m.x.y, m.x.z, p.place.w};
      p.move = {m.v.x, m.v.y, m.v.z, p.move.w};
    });
  }
};

}  // namespace pliant::gpu

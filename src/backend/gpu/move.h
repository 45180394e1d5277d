#pragma once

#include <tuple>

#include "backend/gpu/views.h"
#include "contact/obstacles.h"
#include "integrators/integrators.h"

// How one vertex moves in a stage of an integrator.

namespace pliant::gpu {

/// False when the vertex has run away or is not finite. A pinned vertex stays where it is.
template <class I, int stage, class R>
PLIANT_HD bool move_by(const Motive<R>& motive, Particle<R>& p, Four<R>* const (&kept)[4],
                       std::uint32_t row, const Vec3<R>& force) {
  Motion<R> m;
  m.x = {p.place.x, p.place.y, p.place.z};
  m.v = {p.move.x, p.move.y, p.move.z};
  PLIANT_UNROLL
  for (int i = 0; i < I::kept; ++i) {
    const Four<R> k = kept[i][row];
    m.kept[i] = {k.x, k.y, k.z};
  }
  const Vec3<R> before = m.x;
  const bool free = p.place.w > R(0);
  const Vec3<R> a =
      free ? force * p.place.w + motive.gravity - m.v * motive.damping : Vec3<R>{R(0), R(0), R(0)};
  I::template advance<stage>(m, a, motive.h, motive.first);
  bool good = true;
  if constexpr (stage + 1 == I::stages) {
    const contact::FloorPlane<R> floor{motive.floor_normal, motive.floor_offset,
                                       motive.floor_speed};
    contact::keep_above<I::keeps_move>(floor, free, p.move.w, motive.h, m);
    good = squared_length(m.x - before) < motive.runaway;
  }
  p.place = {m.x.x, m.x.y, m.x.z, p.place.w};
  p.move = {m.v.x, m.v.y, m.v.z, p.move.w};
  PLIANT_UNROLL
  for (int i = 0; i < I::kept; ++i) kept[i][row] = {m.kept[i].x, m.kept[i].y, m.kept[i].z, R(0)};
  return good;
}

template <class I, class R>
PLIANT_HD bool move_in_stage(std::uint32_t stage, const Motive<R>& motive, Particle<R>& p,
                             Four<R>* const (&kept)[4], std::uint32_t row, const Vec3<R>& force) {
  if constexpr (I::stages > 3)
    if (stage == 3) return move_by<I, 3>(motive, p, kept, row, force);
  if constexpr (I::stages > 2)
    if (stage == 2) return move_by<I, 2>(motive, p, kept, row, force);
  if constexpr (I::stages > 1)
    if (stage == 1) return move_by<I, 1>(motive, p, kept, row, force);
  return move_by<I, 0>(motive, p, kept, row, force);
}

template <std::size_t begin, std::size_t end, class R, class... I>
PLIANT_HD bool move_as(std::uint32_t integrator, std::uint32_t stage, const Motive<R>& motive,
                       Particle<R>& p, Four<R>* const (&kept)[4], std::uint32_t row,
                       const Vec3<R>& force, IntegratorList<I...> list) {
  constexpr std::size_t middle = (begin + end) / 2;
  if constexpr (end - begin == 1)
    return move_in_stage<std::tuple_element_t<begin, std::tuple<I...>>>(stage, motive, p, kept, row,
                                                                        force);
  else if (integrator < middle)
    return move_as<begin, middle>(integrator, stage, motive, p, kept, row, force, list);
  else
    return move_as<middle, end>(integrator, stage, motive, p, kept, row, force, list);
}

template <class R>
PLIANT_HD bool move_particle(std::uint32_t integrator, std::uint32_t stage, const Motive<R>& motive,
                             Particle<R>& p, Four<R>* const (&kept)[4], std::uint32_t row,
                             const Vec3<R>& force) {
  return move_as<0, Integrators::size>(integrator, stage, motive, p, kept, row, force,
                                       Integrators());
}

}  // namespace pliant::gpu

#pragma once

#include "backend/gpu/programs.h"
#include "backend/gpu/seen_obstacles.h"
#include "constraints/total_volume.h"

// Volume constraints (constraints/total_volume.h) between launches of forces: a thread takes a
// vertex of the surface, a block so many of them, and what a block adds up goes to its place in the
// device's memory, from where all blocks add it up in the same order.

namespace pliant::gpu {

inline constexpr std::uint32_t slots_of_block = 256;

/// The surface of a volume constraint; `slot` is the number of a vertex of it.
template <class R>
struct SurfaceView {
  const std::uint32_t* rows;           // [slot]
  const std::uint32_t *begin, *walks;  // of each slot's walk, and the end; rows
  std::uint32_t slots, blocks;
  VolumeCorrection form;
  const VolumeGoal* goal;
  const Four<R>* inverse_masses;  // [slot], by direction
  Four<R>*before, *gradient;      // [copy][slot]
  VolumeSums* sums;               // [copy][block]

  PLIANT_HD std::uint32_t slots_in(std::uint32_t block) const {
    const std::uint32_t left = slots - block * slots_of_block;
    return left < slots_of_block ? left : slots_of_block;
  }
};

template <class R>
PLIANT_HD Vec3<R> vector_in(const Four<R>& four) {
  return {four.x, four.y, four.z};
}

/// Adds up what slots_of_block threads have put into `sums`, which ends in the first of them.
template <class Block>
PLIANT_HD void add_up(Block& block, VolumeSums* sums) {
  block.sync();
  for (std::uint32_t half = slots_of_block / 2; half > 0; half /= 2) {
    block.each(half, [&](std::uint32_t i) {
      sums[i].compliance += sums[i + half].compliance;
      sums[i].three_volumes += sums[i + half].three_volumes;
      sums[i].moved += sums[i + half].moved;
    });
    block.sync();
  }
}

/// Before a step: keeps where the vertices are, and finds the gradient of the volume there.
template <class R>
struct FindGradient {
  Args<R> a;
  SurfaceView<R> surface;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if (!surface.goal->active || a.origins[block.copy].stopped) return;
    auto* sums = reinterpret_cast<VolumeSums*>(block.shared());
    const Particle<R>* particles = a.particles + std::size_t(block.copy) * a.rows;
    const auto place = [&](std::uint32_t row) { return vector_in(particles[row].place); };
    const Vec3<R> point = place(surface.rows[0]);
    const std::uint32_t first = block.index * slots_of_block, count = surface.slots_in(block.index);
    block.each(slots_of_block, [&](std::uint32_t i) {
      sums[i] = {};
      if (i >= count) return;
      const std::uint32_t slot = first + i;
      const Vec3<R> x = place(surface.rows[slot]);
      const std::uint32_t* walk = surface.walks + surface.begin[slot];
      const std::uint32_t* end = surface.walks + surface.begin[slot + 1];
      Vec3<R> b{R(0), R(0), R(0)}, last = place(*walk) - x;
      while (++walk < end) {
        const Vec3<R> next = place(*walk) - x;
        add_triangle(b, last, next);
        last = next;
      }
      b *= R(1.0 / 6);
      const std::size_t at = std::size_t(block.copy) * surface.slots + slot;
      surface.before[at] = {x.x, x.y, x.z, R(0)};
      surface.gradient[at] = {b.x, b.y, b.z, R(0)};
      sums[i].compliance = double(dot(b, by_direction(b, vector_in(surface.inverse_masses[slot]))));
      sums[i].three_volumes = double(dot(b, x - point));
    });
    add_up(block, sums);
    block.each(1, [&](std::uint32_t) {
      surface.sums[block.copy * surface.blocks + block.index] = sums[0];
    });
  }
};

/// After it: how far they have moved along the gradient.
template <class R>
struct FindMoved {
  Args<R> a;
  SurfaceView<R> surface;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if (!surface.goal->active || a.origins[block.copy].stopped) return;
    auto* sums = reinterpret_cast<VolumeSums*>(block.shared());
    const Particle<R>* particles = a.particles + std::size_t(block.copy) * a.rows;
    const std::uint32_t first = block.index * slots_of_block, count = surface.slots_in(block.index);
    block.each(slots_of_block, [&](std::uint32_t i) {
      sums[i] = {};
      if (i >= count) return;
      const std::size_t at = std::size_t(block.copy) * surface.slots + first + i;
      const Vec3<R> x = vector_in(particles[surface.rows[first + i]].place);
      sums[i].moved =
          double(dot(vector_in(surface.gradient[at]), x - vector_in(surface.before[at])));
    });
    add_up(block, sums);
    block.each(1, [&](std::uint32_t) {
      surface.sums[block.copy * surface.blocks + block.index].moved = sums[0].moved;
    });
  }
};

/// Moves the surface.
template <class R>
struct CorrectSurface {
  Args<R> a;
  SurfaceView<R> surface;
  std::uint32_t step;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const MovingOrigin& moving = a.origins[block.copy];
    if (!surface.goal->active || moving.stopped) return;
    auto* sums = reinterpret_cast<VolumeSums*>(block.shared());
    const VolumeSums* parts = surface.sums + block.copy * surface.blocks;
    block.each(slots_of_block, [&](std::uint32_t i) {
      VolumeSums sum{};
      for (std::uint32_t part = i; part < surface.blocks; part += slots_of_block) {
        sum.compliance += parts[part].compliance;
        sum.three_volumes += parts[part].three_volumes;
        sum.moved += parts[part].moved;
      }
      sums[i] = sum;
    });
    add_up(block, sums);
    const VolumeFactors<double> factors = volume_factors(sums[0], *surface.goal, surface.form);
    const PlainDynamics& d = a.dynamics[block.copy];
    const Motive<R> motive = Stages<R>(a, moving, d)(step, a.method.stages - 1).motive;
    const Surroundings around{{motive.floor_normal, motive.floor_offset, motive.floor_speed},
                              obstacles_after(a, block.copy, step)};
    const std::uint32_t first = block.index * slots_of_block;
    block.each(surface.slots_in(block.index), [&](std::uint32_t i) {
      const bool good =
          move(block.copy, first + i, {static_cast<R>(factors.shift), static_cast<R>(factors.push)},
               motive, around);
      if (!good) a.diverged[block.copy] = 1;
    });
  }

 private:
  struct Surroundings {
    contact::FloorPlane<R> floor;
    SeenObstacles<R> others;
  };
  /// False when the vertex has run away or is not finite.
  PLIANT_HD bool move(std::uint32_t copy, std::uint32_t slot, const VolumeFactors<R>& factors,
                      const Motive<R>& motive, const Surroundings& around) const {
    const std::size_t row = std::size_t(copy) * a.rows + surface.rows[slot];
    const Vec3<R> w = vector_in(surface.inverse_masses[slot]);
    const Vec3<R> weighted =
        by_direction(vector_in(surface.gradient[std::size_t(copy) * surface.slots + slot]), w);
    Particle<R>& p = a.particles[row];
    Motion<R> m{vector_in(p.place), vector_in(p.move), {}};
    Vec3<R> shift;
    if (a.method.keeps_move) {
      Four<R>& kept = a.kept[0][row];
      m.kept[0] = vector_in(kept);
      shift = correct_motion<true>(m, w, p.move.w, weighted, factors, motive.h, around.floor,
                                   around.others);
      kept = {m.kept[0].x, m.kept[0].y, m.kept[0].z, R(0)};
    } else {
      shift = correct_motion<false>(m, w, p.move.w, weighted, factors, motive.h, around.floor,
                                    around.others);
    }
    p.place = {m.x.x, m.x.y, m.x.z, p.place.w};
    p.move = {m.v.x, m.v.y, m.v.z, p.move.w};
    return squared_length(shift) < motive.runaway;
  }
};

}  // namespace pliant::gpu

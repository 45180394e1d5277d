#pragma once

#include "backend/gpu/patch_work.h"

// The moving origin of a copy (MovingOrigin): between two launches one block looks where the body
// is and how fast; as the next launch begins rows lose what the origin has gained.

namespace pliant::gpu {

/// Vertices that tell where the body is, at most.
inline constexpr std::uint32_t max_samples = 256;

template <class R>
PLIANT_HD Particle<R> shifted(Particle<R> p, const MovingOrigin& moving) {
  const Vec3<R> dx = as<R>(moving.shift), dv = as<R>(moving.velocity_shift);
  p.place = {p.place.x - dx.x, p.place.y - dx.y, p.place.z - dx.z, p.place.w};
  p.move = {p.move.x - dv.x, p.move.y - dv.y, p.move.z - dv.z, p.move.w};
  return p;
}

template <class R>
PLIANT_HD Four<R> shifted_move(Four<R> kept, const MovingOrigin& moving, double h) {
  const Vec3<R> dv = as<R>(moving.velocity_shift);
  const R step = static_cast<R>(h);
  return {kept.x - step * dv.x, kept.y - step * dv.y, kept.z - step * dv.z, kept.w};
}

/// Takes up what the last launch has done, and looks where the body is: an origin that moves along
/// keeps the numbers small.
template <class R>
struct LookWhere {
  Args<R> a;
  std::uint32_t elapsed;  // steps of the last launch
  bool follow;            // where the integrator starts anew, and
  bool everywhere;        // of all copies
  double far;             // m: how far the body may be from the origin
  double ahead;           // s until the next look
  bool settle;            // an origin that is slow again stands still, so that nodes may sleep

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    MovingOrigin& moving = a.origins[block.copy];
    // Sums of positions, then of velocities, in the places of the first of those added up.
    auto* sums = reinterpret_cast<Vec3d*>(block.shared());
    if (follow) {
      block.each(max_samples, [&](std::uint32_t i) {
        const Particle<R> p = i < a.sample_count
                                  ? a.particles[std::size_t(block.copy) * a.rows + a.samples[i]]
                                  : Particle<R>{};
        sums[i] = {double(p.place.x), double(p.place.y), double(p.place.z)};
        sums[max_samples + i] = {double(p.move.x), double(p.move.y), double(p.move.z)};
      });
      block.sync();
      for (std::uint32_t half = max_samples / 2; half > 0; half /= 2) {
        block.each(2 * half, [&](std::uint32_t i) {
          const std::uint32_t at = i < half ? i : max_samples + i - half;
          sums[at] += sums[at + half];
        });
        block.sync();
      }
    }
    block.each(1, [&](std::uint32_t) {
      moving.since += elapsed;
      moving.tag += elapsed * a.method.stages;
      if (elapsed > 0) moving.first = 0;
      moving.shift = moving.velocity_shift = {};
      if (a.diverged[block.copy]) moving.stopped = 1;
      if (!follow || moving.stopped || !(everywhere || moving.first)) return;
      // What sleeps does not move along.
      if (settle && *a.selected.awake_count < a.selected.patches) return;
      moving.origin = moving.origin_now(a.dynamics[block.copy].h);
      moving.since = 0;
      const Vec3d x = sums[0] * (1.0 / a.sample_count);
      const Vec3d v = sums[max_samples] * (1.0 / a.sample_count);
      const bool fast = length(v) * ahead > far;
      const bool settles =
          settle && !fast && moving.drift != Vec3d{} && !(length(moving.drift) * ahead > far);
      if (!fast && !settles && !(length(x) > far)) return;
      // What the rows lose and the moving gets is the same to the last bit.
      const Vec3<R> dx = as<R>(x);
      const Vec3<R> dv = fast ? as<R>(v) : settles ? as<R>(-moving.drift) : Vec3<R>{};
      moving.shift = {double(dx.x), double(dx.y), double(dx.z)};
      moving.velocity_shift = {double(dv.x), double(dv.y), double(dv.z)};
      moving.origin += moving.shift;
      moving.drift += moving.velocity_shift;
    });
  }
  PLIANT_HD void begin(const Launch& launch) {
    elapsed = launch.steps;
    follow = follow && launch.follow;
    everywhere = launch.everywhere;
  }
};

/// What ResidentSteps does as it loads, for rows in the device's memory.
template <class R>
struct ShiftRows {
  Args<R> a;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const MovingOrigin& moving = a.origins[block.copy];
    if (moving.shift == Vec3d{} && moving.velocity_shift == Vec3d{}) return;
    const Patch& patch = a.patches[block.index];
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      a.particles[first + i] = shifted(a.particles[first + i], moving);
      if (a.method.keeps_move)
        a.kept[0][first + i] = shifted_move(a.kept[0][first + i], moving, a.dynamics[block.copy].h);
    });
  }
  PLIANT_HD void begin(const Launch&) {}
};

}  // namespace pliant::gpu

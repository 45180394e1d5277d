#pragma once

#include "integrators/integrators.h"
#include "math/real.h"

namespace pliant {

/// The half space normal·x >= offset, whose boundary moves with `speed` along its normal. A zero
/// normal and offset: none.
template <class R>
struct FloorPlane {
  Vec3<R> normal;
  R offset;  // m
  R speed;   // m/s
  R bounce;  // which part of the velocity into it comes back
};

/// Puts a vertex that has passed the floor back onto it along the normal and takes away the part of
/// its velocity that points into it, or reflects some of it: no friction (L13 chapter 6). Where the
/// integrator carries the last displacement instead of the velocity (`keeps_move`), the same
/// happens to that.
template <bool keeps_move, class R, class Mask>
PLIANT_HD void keep_above(const FloorPlane<R>& floor, const Mask& free, R h, Motion<R>& m) {
  const R zero(0);
  const R depth = floor.offset - dot(floor.normal, m.x);
  const auto below = free && depth > zero;
  const R push = select(below, depth, zero);
  m.x += floor.normal * push;
  const auto stop = [&](Vec3<R>& motion, const R& of_floor) {
    const R inward = of_floor - dot(floor.normal, motion);
    const R back = inward * (R(1) + floor.bounce);
    motion += floor.normal * select(below && inward > zero, back, zero);
  };
  stop(m.v, floor.speed);
  if constexpr (keeps_move) stop(m.kept[0], floor.speed * h);
}

}  // namespace pliant

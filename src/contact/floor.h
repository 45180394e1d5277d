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
};

/// Puts a vertex that has passed the floor back onto it along the normal and takes away the part of
/// its velocity that points into it: no friction, no bounce (L13 chapter 6). `keeps_move`: the
/// integrator carries the last displacement, which must agree with the velocity.
template <class R, class Mask>
PLIANT_HD void keep_above(const FloorPlane<R>& floor, const Mask& free, Motion<R>& m,
                          bool keeps_move) {
  const R zero(0);
  const R depth = floor.offset - dot(floor.normal, m.x);
  const auto below = free && depth > zero;
  const R push = select(below, depth, zero);
  const R inward = floor.speed - dot(floor.normal, m.v);
  const R stop = select(below && inward > zero, inward, zero);
  m.x += floor.normal * push;
  m.v += floor.normal * stop;
  if (keeps_move) m.kept[0] += floor.normal * push;
}

}  // namespace pliant

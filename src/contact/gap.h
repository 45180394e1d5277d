#pragma once

#include <pliant/vec3.h>

#include "math/real.h"

namespace pliant::contact {

/// Where a point is with regard to a surface.
template <class R>
struct Gap {
  R distance;      // m, below zero inside
  Vec3<R> normal;  // unit, out of the surface at its nearest point
};

/// m: nothing is so far off, and its square is a number.
template <class R>
PLIANT_HD R far_away() {
  return R(1e18);
}

}  // namespace pliant::contact

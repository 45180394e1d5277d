#pragma once

#include "backend/gpu/views.h"
#include "contact/obstacles.h"

namespace pliant::gpu {

/// The obstacles of a copy as they are seen at the end of a step, to be gone through in order.
template <class R>
struct SeenObstacles {
  const contact::PlainObstacle *first, *last;
  Vec3d origin, drift;
  double h;
  std::uint32_t step;  // of the launch

  struct Iterator {
    const SeenObstacles& all;
    const contact::PlainObstacle* at;

    PLIANT_HD contact::SeenObstacle<R> operator*() const {
      // Counted in steps, so that it does not matter how these are divided up.
      const double later = static_cast<double>(at->steps + all.step + 1) * all.h - at->since;
      return contact::seen_from<R>(*at, later, all.origin, all.drift);
    }
    PLIANT_HD Iterator& operator++() {
      ++at;
      return *this;
    }
    PLIANT_HD bool operator!=(const Iterator& other) const { return at != other.at; }
  };
  PLIANT_HD Iterator begin() const { return {*this, first}; }
  PLIANT_HD Iterator end() const { return {*this, last}; }
};

template <class R>
PLIANT_HD SeenObstacles<R> obstacles_after(const Args<R>& a, std::uint32_t copy,
                                           std::uint32_t step) {
  const PlainDynamics& d = a.dynamics[copy];
  const MovingOrigin& moving = a.origins[copy];
  const contact::PlainObstacle* first = a.obstacles + d.first_obstacle;
  return {first,
          first + d.obstacles,
          moving.origin + moving.drift * ((moving.since + step + 1) * d.h),
          moving.drift,
          d.h,
          step};
}

}  // namespace pliant::gpu

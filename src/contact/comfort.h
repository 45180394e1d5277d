#pragma once

#include "math/real.h"

// How short steps are for what touches.

namespace pliant::contact {

/// Steps are as short as keeps (step)² stiffness / mass below this: with the body's own, which is 1
/// at a safe step, well below the 4 that are stable.
inline constexpr double most_stiffness = 0.5;
/// Which part of its distance a pair may go in a step before that is divided.
inline constexpr double comfortable_way = 0.3;
/// (step)² stiffness / mass of what comes into the skin or leaves it, where nothing damps it; where
/// damping takes more than is gained, (this many times its ratio)².
inline constexpr double most_crossing = 1.0 / 256, damped_crossing = 3;
/// Part of the energy of what presses beside it that what crosses may have without being looked at.
inline constexpr double little_energy = 0.04;

/// What contact does at a moment.
struct Haste {
  double stiffest = 0;  // 1/s²: a bound on the largest eigenvalue of what pushes
  double fastest = 0;   // 1/s: which part of its distance a pair goes
  double crossing = 0;  // 1/s², of pairs that cross the edge of the skin
};

/// `damping`: over the critical one.
PLIANT_HD bool is_too_long(double step, const Haste& now, double damping) {
  const double damped = damped_crossing * damping * damped_crossing * damping;
  const double comfortable = damped > most_crossing ? damped : most_crossing;
  return now.stiffest * step * step > most_stiffness || now.fastest * step > comfortable_way ||
         now.crossing * step * step > comfortable;
}

}  // namespace pliant::contact

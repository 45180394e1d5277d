#pragma once

#include <pliant/model.h>

#include "integrators/integrators.h"

// Springs to fixed places, for the few vertices that have them. A step begins with the kick that
// they give in it, v += h a(x, v); then it goes on as without them. So the loops over all vertices
// know nothing of them. Integrators that begin with half a kick get half of this one, too. Places
// are compared in double precision: it does not matter how far the body is from the origin of its
// numbers, or how fast that moves.

namespace pliant::backend {

/// One pull for each vertex that has any, by vertex: springs side by side are one spring.
std::vector<Pull> merged(std::span<const Pull> pulls);

/// m/s²
PLIANT_HD Vec3d acceleration(const Pull& pull, const Vec3d& x, const Vec3d& v,
                             double inverse_mass) {
  return ((pull.target - x) * pull.stiffness - v * pull.damping) * inverse_mass;
}

/// The start of a step, in the frame of a body's numbers.
struct PulledStep {
  Vec3d origin, drift;  // m, m/s
  double h;             // s
  bool keeps_move;      // the last displacement is carried on instead of the velocity
  bool halved;          // the first step of an integrator that begins with half a kick
  double ahead;         // s: damping is that of the velocity after so much of the kick, which is
                        // zero where the vertex hangs still
};

PLIANT_HD PulledStep pulled_step(const Vec3d& origin, const Vec3d& drift, double h,
                                 const IntegratorTraits& method, bool first) {
  return {
      origin, drift, h, method.keeps_move, first && method.begins_halved, h * method.still_part};
}

template <class R>
PLIANT_HD void kick(const Pull& pull, const PulledStep& step, R inverse_mass, Motion<R>& m) {
  const Vec3d x = step.origin + Vec3d{double(m.x.x), double(m.x.y), double(m.x.z)};
  const Vec3d v = step.drift + Vec3d{double(m.v.x), double(m.v.y), double(m.v.z)};
  const double w = double(inverse_mass), h = step.halved ? 0.5 * step.h : step.h;
  const Vec3d gain = acceleration(pull, x, v, w) * (h / (1 + step.ahead * pull.damping * w));
  const bool as_move = step.keeps_move && !step.halved;
  for (int i = 0; i < 3; ++i) {
    if (as_move)
      m.kept[0][i] = static_cast<R>(double(m.kept[0][i]) + gain[i] * step.h);
    else
      m.v[i] = static_cast<R>(double(m.v[i]) + gain[i]);
  }
}

}  // namespace pliant::backend

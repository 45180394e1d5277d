#pragma once

#include <pliant/vec3.h>

#include <cstddef>

// The explicit integrators, for one vertex at a time and any number type. A step has one or more
// stages; in each the forces are found for (x, v), then advance() moves them on. `kept` is what a
// vertex carries from stage to stage, or from step to step.

namespace pliant {

template <class R>
struct Motion {
  Vec3<R> x, v;  // m, m/s
  Vec3<R> kept[4];
};

/// x += h v, v += h a with the old velocity (L13 3.15).
struct Euler {
  static constexpr int stages = 1, kept = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    m.x += m.v * h;
    m.v += a * h;
  }
};

/// The old position and the new velocity (L13 3.18): symplectic.
struct EulerCromer {
  static constexpr int stages = 1, kept = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    m.v += a * h;
    m.x += m.v * h;
  }
};

/// Velocities half a step before the positions; the first step makes half a kick.
struct LeapFrog {
  static constexpr int stages = 1, kept = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool first) {
    m.v += a * (first ? R(0.5) * h : h);
    m.x += m.v * h;
  }
};

/// L13 (3.17), x' = 2x - x⁻ + h² a, with the last displacement d = x - x⁻ in place of x⁻, which
/// loses fewer digits. The velocity is that at the new time, d'/h + h a / 2.
struct Verlet {
  static constexpr int stages = 1, kept = 1;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool first) {
    Vec3<R>& d = m.kept[0];
    if (first) d = m.v * h - a * (R(0.5) * h * h);
    d += a * (h * h);
    m.x += d;
    m.v = d * (R(1) / h) + a * (R(0.5) * h);
  }
};

/// Forces from the middle of the step (L13 3.16).
struct Midpoint {
  static constexpr int stages = 2, kept = 2;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    if constexpr (stage == 0) {
      m.kept[0] = m.x;
      m.kept[1] = m.v;
      m.x += m.v * (R(0.5) * h);
      m.v += a * (R(0.5) * h);
    } else {
      m.x = m.kept[0] + m.v * h;
      m.v = m.kept[1] + a * h;
    }
  }
};

/// The classical method of order four. kept: x and v at the start, sums of the slopes.
struct RungeKutta4 {
  static constexpr int stages = 4, kept = 4;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    if constexpr (stage == 0) {
      m.kept[0] = m.x;
      m.kept[1] = m.v;
      m.kept[2] = m.v;
      m.kept[3] = a;
    } else {
      const R weight(stage == 3 ? 1 : 2);
      m.kept[2] += m.v * weight;
      m.kept[3] += a * weight;
    }
    if constexpr (stage == 3) {
      m.x = m.kept[0] + m.kept[2] * (h * R(1.0 / 6));
      m.v = m.kept[1] + m.kept[3] * (h * R(1.0 / 6));
    } else {
      const R part = stage == 2 ? h : R(0.5) * h;
      m.x = m.kept[0] + m.v * part;
      m.v = m.kept[1] + a * part;
    }
  }
};

/// In the order of enum class Integrator.
template <class... I>
struct IntegratorList {
  static constexpr std::size_t size = sizeof...(I);
};
using Integrators = IntegratorList<Euler, Midpoint, Verlet, EulerCromer, LeapFrog, RungeKutta4>;

}  // namespace pliant

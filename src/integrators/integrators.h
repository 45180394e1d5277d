#pragma once

#include <pliant/integrators.h>
#include <pliant/vec3.h>

#include <cstddef>
#include <cstdint>

// The explicit integrators, for one vertex at a time and any number type. A step has one or more
// stages; in each the forces are found for (x, v), then advance() moves them on. `kept` is what a
// vertex carries from stage to stage, or from step to step. What others have to know of an
// integrator are its traits; nobody asks which one it is.

namespace pliant {

template <class R>
struct Motion {
  Vec3<R> x, v;  // m, m/s
  Vec3<R> kept[4];
};

/// The traits of an integrator, of which each says what is different.
struct UsualTraits {
  static constexpr int stages = 1;           // evaluations of the forces in a step
  static constexpr int kept = 0;             // vectors a vertex carries besides x and v
  static constexpr int half_stages = 0;      // so many, the first ones, leave positions in mid-step
  static constexpr bool keeps_move = false;  // kept[0] is the last displacement: goes on from
                                             // step to step in place of the velocity
  static constexpr bool begins_halved = false;  // the first step makes half a kick
  static constexpr double lag = 0;              // of a step: velocities are behind positions
  /// Which part of a kick leads to the velocity that is zero where a vertex hangs still. Other
  /// forces have their share in velocities between kicks.
  static constexpr double still_part = 0.5;
  /// How far positions go along where a force changes the velocity in a step, over h times that.
  static constexpr double follows = 1;
};

/// x += h v, v += h a with the old velocity (L13 3.15).
struct Euler : UsualTraits {
  static constexpr double still_part = 1, follows = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    m.x += m.v * h;
    m.v += a * h;
  }
};

/// The old position and the new velocity (L13 3.18): symplectic.
struct EulerCromer : UsualTraits {
  static constexpr double still_part = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool /*first*/) {
    m.v += a * h;
    m.x += m.v * h;
  }
};

/// Velocities half a step before the positions; the first step makes half a kick.
struct LeapFrog : UsualTraits {
  static constexpr bool begins_halved = true;
  static constexpr double lag = 0.5, still_part = 0;
  template <int stage, class R>
  PLIANT_HD static void advance(Motion<R>& m, const Vec3<R>& a, R h, bool first) {
    m.v += a * (first ? R(0.5) * h : h);
    m.x += m.v * h;
  }
};

/// L13 (3.17), x' = 2x - x⁻ + h² a, with the last displacement d = x - x⁻ in place of x⁻, which
/// loses fewer digits. The velocity is that at the new time, d'/h + h a / 2.
struct Verlet : UsualTraits {
  static constexpr int kept = 1;
  static constexpr bool keeps_move = true, begins_halved = true;
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
struct Midpoint : UsualTraits {
  static constexpr int stages = 2, kept = 2, half_stages = 1;
  static constexpr double follows = 0.5;
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
struct RungeKutta4 : UsualTraits {
  static constexpr int stages = 4, kept = 4, half_stages = 2;
  static constexpr double follows = 0.5;
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
template <class, class... I>
using ListWithoutFirst = IntegratorList<I...>;
#define PLIANT_TYPE(name, Type, help) , Type
using Integrators = ListWithoutFirst<void PLIANT_INTEGRATORS(PLIANT_TYPE)>;
#undef PLIANT_TYPE

/// The traits of one that is known at run time, also for a card.
struct IntegratorTraits {
  std::uint32_t stages, kept, half_stages;
  bool keeps_move, begins_halved;
  double lag, still_part, follows;

  /// Which part of a step has passed where a stage leaves positions.
  PLIANT_HD double part_after(std::uint32_t stage) const { return stage < half_stages ? 0.5 : 1; }
};

template <class... I>
IntegratorTraits traits_of(Integrator i, IntegratorList<I...>) {
  static constexpr IntegratorTraits all[] = {{I::stages, I::kept, I::half_stages, I::keeps_move,
                                              I::begins_halved, I::lag, I::still_part,
                                              I::follows}...};
  return all[static_cast<std::size_t>(i)];
}
inline IntegratorTraits traits_of(Integrator i) {
  return traits_of(i, Integrators());
}

}  // namespace pliant

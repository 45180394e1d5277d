#pragma once

#include "relations/law.h"

namespace pliant {

namespace gas_fields {
inline constexpr LawField rest[] = {{"presence", "1", "1, or 0 where it is removed"}};
inline constexpr LawField param[] = {{"pressure", "Pa", "of the gas inside, above that outside"}};
}  // namespace gas_fields

/// The gas in a closed surface presses on each triangle along its outward normal (S07 2.5.3): a
/// third of pressure times area on each vertex. Whoever sets the pressure may let it follow
/// P = n R T / V.
///
/// The energy, -pressure times the signed volume between the triangle and the origin, has these
/// forces as its gradient only when summed over the surface, and only then is it the same wherever
/// the origin lies.
struct GasPressure {
  static constexpr int arity = 3;
  static constexpr LawInfo info{.name = "GasPressure",
                                .help = "gas inside a closed surface presses on its triangles",
                                .arity = 3,
                                .rest = gas_fields::rest,
                                .parameters = gas_fields::param,
                                .has_energy = false,
                                .conserves_linear_momentum = false,
                                .conserves_angular_momentum = false,
                                .force_free_at_rest = false,
                                .conservative_when_closed = true};
  template <class R>
  struct Rest {
    R presence;
  };
  template <class R>
  struct Param {
    R pressure;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&)[3]) {
    return {R(1)};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[3], const Rest<R>& rest, const Param<R>& param) {
    return rest.presence * param.pressure * dot(x[0], cross(x[1], x[2])) * R(-1.0 / 6);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[3], const Vec3<R> (&)[3], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[3]) {
    const Vec3<R> two_areas = cross(x[1] - x[0], x[2] - x[0]);
    f[0] = f[1] = f[2] = two_areas * (rest.presence * param.pressure * R(1.0 / 6));
  }
};

}  // namespace pliant

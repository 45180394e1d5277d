#pragma once

#include "relations/corotated_fibre.h"

namespace pliant {

namespace muscle_fibre_fields {
inline constexpr LawField param[] = {
    {"stiffness", "Pa", "of the fibres against being stretched"},
    {"tension", "Pa", "of fully active fibres that are as long as at rest"},
    {"damping", "s", "viscous stress over the rate of elastic stress"},
    {"activation_0", "1", "of the first vertex", "activation", 0},
    {"activation_1", "1", "of the second vertex", "activation", 1},
    {"activation_2", "1", "of the third vertex", "activation", 2},
    {"activation_3", "1", "of the fourth vertex", "activation", 3}};
}  // namespace muscle_fibre_fields

/// Fibres in a tetrahedron, beside any solid, that resist being stretched and pull where they are
/// active. With l their length over that at rest, a the mean activation of the vertices and s =
/// 2 (l - 1):
///   energy / V = ½ k max(0, l - 1)² + ½ T a s / √(1 + s²),
///   force by area at rest, along the fibres: k max(0, l - 1) + T a (1 + s²)^-3/2 + k τ dl/dt.
/// So an active fibre pulls with T at its length at rest, and with a third of it at half and one
/// and a half of that, which is about what a muscle does (Hill 1953; Gordon, Huxley and Julian
/// 1966).
struct MuscleFibre {
  static constexpr int arity = 4;
  static constexpr LawInfo info{
      .name = "MuscleFibre",
      .help = "fibres in a tetrahedron, which contract by the mean activation of its vertices",
      .arity = 4,
      .rest = corotated_fibre_fields::rest,
      .parameters = muscle_fibre_fields::param};
  template <class R>
  using Rest = CorotatedFibre::Rest<R>;
  template <class R>
  struct Param {
    R stiffness, tension, damping, activation[4];
  };

  /// With fibres along the x axis of the world.
  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return CorotatedFibre::rest(x);
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return CorotatedFibre::absent<R>();
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Fibre<R> fibre(times_inverse(edges_of(x), rest.shape) * rest.fibre);
    const Pull<R> pull(param, rest.shape.volume);
    return R(0.5) * (pull.passive * fibre.stretched * fibre.stretched +
                     pull.active * fibre.twice * fibre.bell);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&out)[4]) {
    const Fibre<R> fibre(times_inverse(edges_of(x), rest.shape) * rest.fibre);
    const Pull<R> pull(param, -rest.shape.volume);
    const R rate = dot(fibre.unit, times_inverse(edges_of(v), rest.shape) * rest.fibre);
    const Vec3<R> stress = fibre.unit * (pull.passive * (fibre.stretched + param.damping * rate) +
                                         pull.active * fibre.bell * fibre.bell * fibre.bell);
    push(Mat3<R>{stress * rest.fibre.x, stress * rest.fibre.y, stress * rest.fibre.z}, rest.shape,
         out);
  }

 private:
  template <class R>
  struct Fibre {
    Vec3<R> unit;
    R stretched, twice, bell;  // max(0, l - 1), s, (1 + s²)^-1/2

    PLIANT_HD explicit Fibre(const Vec3<R>& now) {
      const R square = squared_length(now) + R(1e-12);  // it may have no length
      const R inverse = inverse_sqrt(square), longer = square * inverse - R(1);
      unit = now * inverse;
      stretched = select(longer > R(0), longer, R(0));
      twice = longer + longer;
      bell = inverse_sqrt(R(1) + twice * twice);
    }
  };
  template <class R>
  struct Pull {
    R passive, active;  // times the volume

    PLIANT_HD Pull(const Param<R>& param, const R& volume)
        : passive(param.stiffness * volume),
          active(param.tension * volume * R(0.25) *
                 (param.activation[0] + param.activation[1] + param.activation[2] +
                  param.activation[3])) {}
  };
};

}  // namespace pliant

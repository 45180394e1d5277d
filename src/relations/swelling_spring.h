#pragma once

#include "relations/distance_spring.h"

namespace pliant {

namespace swelling_fields {
inline constexpr LawField param[] = {
    {"stiffness", "J", "energy is half of it times the strain squared"},
    {"damping", "J s", "dissipated power is it times the strain rate squared"},
    {"swelling_0", "1", "of the first vertex", "swelling", 0},
    {"swelling_1", "1", "of the second vertex", "swelling", 1}};
}  // namespace swelling_fields

/// A spring whose rest length L grows with an attribute s of its vertices, by heat, moisture or
/// growth: C = l / L - 1 - (s₀ + s₁) / 2. Energy ½ k C², force along the edge (k C + k_d dC/dt) /
/// L.
struct SwellingSpring {
  static constexpr int arity = 2;
  static constexpr LawInfo info{
      .name = "SwellingSpring",
      .help = "spring along an edge that grows by the mean swelling of its vertices",
      .arity = 2,
      .rest = spring_fields::rest,
      .parameters = swelling_fields::param};
  template <class R>
  using Rest = DistanceSpring::Rest<R>;
  template <class R>
  struct Param {
    R stiffness, damping, swelling[2];
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[2]) {
    return DistanceSpring::rest(x);
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return DistanceSpring::absent<R>();
  }
  template <class R>
  PLIANT_HD static R strain(R length, const Rest<R>& rest, const Param<R>& param) {
    const R grown = R(1) + R(0.5) * (param.swelling[0] + param.swelling[1]);
    return length * rest.inverse_length - grown;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[2], const Rest<R>& rest, const Param<R>& param) {
    const R c =
        select(rest.inverse_length > R(0), strain(Direction<R>(x).length, rest, param), R(0));
    return R(0.5) * param.stiffness * c * c;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[2], const Vec3<R> (&v)[2], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[2]) {
    const Direction<R> edge(x);
    const R c = strain(edge.length, rest, param);
    const R rate = dot(edge.unit, v[1] - v[0]) * rest.inverse_length;
    f[0] = edge.unit * ((param.stiffness * c + param.damping * rate) * rest.inverse_length);
    f[1] = -f[0];
  }
};

}  // namespace pliant

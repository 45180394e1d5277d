#pragma once

#include "relations/law.h"

namespace pliant {

namespace spring_fields {
inline constexpr LawField rest[] = {{"inverse_length", "1/m", "one over the rest length"}};
inline constexpr LawField published_rest[] = {{"length", "m", "rest length"},
                                              {"presence", "1", "1, or 0 where it is removed"}};
inline constexpr LawField param[] = {
    {"stiffness", "J", "energy is half of it times the strain squared"},
    {"damping", "J s", "dissipated power is it times the strain rate squared"}};
inline constexpr LawField published_param[] = {{"stiffness", "N/m", "k_D of L13 (3.7)"},
                                               {"damping", "N s/m", "k_d of L13 (3.10)"}};
}  // namespace spring_fields

/// The unit vector from x[0] to x[1] and their distance; finite also where they coincide.
template <class R>
struct Direction {
  Vec3<R> unit;
  R length;

  PLIANT_HD explicit Direction(const Vec3<R> (&x)[2]) {
    const Vec3<R> e = x[1] - x[0];
    const R squared = dot(e, e) + R(1e-30);
    const R inverse = inverse_sqrt(squared);
    unit = e * inverse;
    length = squared * inverse;
  }
};

/// Keeps two vertices at their rest distance L, with C = (l - L) / L:
///   energy ½ k C² (L13 3.4), force along the edge (k C + k_d dC/dt) / L (3.6, 3.9).
struct DistanceSpring {
  static constexpr int arity = 2;
  static constexpr bool beside_tetrahedra = true;
  static constexpr LawInfo info{.name = "DistanceSpring",
                                .help = "spring along an edge, normalised by its rest length",
                                .arity = 2,
                                .rest = spring_fields::rest,
                                .parameters = spring_fields::param};
  template <class R>
  struct Rest {
    R inverse_length;
  };
  template <class R>
  struct Param {
    R stiffness, damping;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[2]) {
    return {R(1) / Direction<R>(x).length};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
  template <class R>
  PLIANT_HD static R stretch(const Vec3<R> (&x)[2], const Rest<R>& rest) {
    return Direction<R>(x).length * rest.inverse_length;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[2], const Rest<R>& rest, const Param<R>& param) {
    const R strain = select(rest.inverse_length > R(0), stretch(x, rest) - R(1), R(0));
    return R(0.5) * param.stiffness * strain * strain;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[2], const Vec3<R> (&v)[2], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[2]) {
    const Direction<R> edge(x);
    const R strain = edge.length * rest.inverse_length - R(1);
    const R rate = dot(edge.unit, v[1] - v[0]) * rest.inverse_length;
    f[0] = edge.unit * ((param.stiffness * strain + param.damping * rate) * rest.inverse_length);
    f[1] = -f[0];
  }
};

/// The spring as L13 prints it (3.7), (3.10): C = l - L, stiffness in N/m.
struct DistanceSpringAsPublished {
  static constexpr int arity = 2;
  static constexpr bool beside_tetrahedra = true;
  static constexpr LawInfo info{.name = "DistanceSpringAsPublished",
                                .help = "spring along an edge after L13 (3.7) and (3.10)",
                                .arity = 2,
                                .rest = spring_fields::published_rest,
                                .parameters = spring_fields::published_param};
  template <class R>
  struct Rest {
    R length, presence;
  };
  template <class R>
  using Param = DistanceSpring::Param<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[2]) {
    return {Direction<R>(x).length, R(1)};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(1), R(0)};
  }
  template <class R>
  PLIANT_HD static R stretch(const Vec3<R> (&x)[2], const Rest<R>& rest) {
    return rest.presence * Direction<R>(x).length / rest.length;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[2], const Rest<R>& rest, const Param<R>& param) {
    const R elongation = rest.presence * (Direction<R>(x).length - rest.length);
    return R(0.5) * param.stiffness * elongation * elongation;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[2], const Vec3<R> (&v)[2], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[2]) {
    const Direction<R> edge(x);
    const R rate = dot(edge.unit, v[1] - v[0]);
    f[0] = edge.unit *
           (rest.presence * (param.stiffness * (edge.length - rest.length) + param.damping * rate));
    f[1] = -f[0];
  }
};

}  // namespace pliant

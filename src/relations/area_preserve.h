#pragma once

#include "relations/law.h"

namespace pliant {

namespace area_fields {
inline constexpr LawField rest[] = {{"inverse_area", "1/m2", "one over two rest areas"}};
inline constexpr LawField published_rest[] = {{"area", "m2", "rest area"},
                                              {"presence", "1", "1, or 0 where it is removed"}};
inline constexpr LawField param[] = {
    {"stiffness", "J", "energy is half of it times the relative area change squared"},
    {"damping", "J s", "dissipated power is it times the rate of area change squared"}};
inline constexpr LawField published_param[] = {{"stiffness", "N/m3", "k of L13 (3.6)"},
                                               {"damping", "N s/m3", "k_d of L13 (3.9)"}};
}  // namespace area_fields

/// Twice the area of a triangle, its gradient for each vertex, and its rate of change; finite also
/// where it has no area.
template <class R>
struct TwoAreas {
  Vec3<R> gradient[3];
  R value;

  PLIANT_HD explicit TwoAreas(const Vec3<R> (&x)[3]) {
    const Vec3<R> a = x[1] - x[0], b = x[2] - x[0];
    const Vec3<R> n = cross(a, b);
    const R squared = dot(n, n) + R(tiny_area_squared);
    const R inverse = inverse_sqrt(squared);
    const Vec3<R> unit = n * inverse;
    gradient[1] = cross(b, unit);
    gradient[2] = cross(unit, a);
    gradient[0] = -(gradient[1] + gradient[2]);
    value = squared * inverse;
  }
  PLIANT_HD R rate(const Vec3<R> (&v)[3]) const {
    return dot(v[1] - v[0], gradient[1]) + dot(v[2] - v[0], gradient[2]);
  }
  /// The forces s ∂(2A)/∂x.
  PLIANT_HD void push(R s, Vec3<R> (&f)[3]) const {
    f[1] = gradient[1] * s;
    f[2] = gradient[2] * s;
    f[0] = -(f[1] + f[2]);
  }
};

/// Keeps a triangle at its rest area A₀, with C = (A - A₀) / A₀: energy ½ k C² (L13 3.3), forces
/// -(k C + k_d dC/dt) ∂C/∂x (3.6, 3.9).
struct AreaPreserve {
  static constexpr int arity = 3;
  static constexpr LawInfo info{.name = "AreaPreserve",
                                .help = "keeps the area of a triangle, normalised by it",
                                .arity = 3,
                                .rest = area_fields::rest,
                                .parameters = area_fields::param};
  template <class R>
  struct Rest {
    R inverse_area;  // of two areas
  };
  template <class R>
  struct Param {
    R stiffness, damping;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[3]) {
    return {R(1) / TwoAreas<R>(x).value};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[3], const Rest<R>& rest, const Param<R>& param) {
    const R change =
        select(rest.inverse_area > R(0), TwoAreas<R>(x).value * rest.inverse_area - R(1), R(0));
    return R(0.5) * param.stiffness * change * change;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[3], const Vec3<R> (&v)[3], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[3]) {
    const TwoAreas<R> area(x);
    const R change = area.value * rest.inverse_area - R(1);
    const R rate = area.rate(v) * rest.inverse_area;
    area.push(-(param.stiffness * change + param.damping * rate) * rest.inverse_area, f);
  }
};

/// The area without normalisation, as L13 writes its other constraints: C = A - A₀ in (3.3), (3.6)
/// and (3.9).
struct AreaPreserveAsPublished {
  static constexpr int arity = 3;
  static constexpr LawInfo info{.name = "AreaPreserveAsPublished",
                                .help = "keeps the area of a triangle after L13 (3.6)",
                                .arity = 3,
                                .rest = area_fields::published_rest,
                                .parameters = area_fields::published_param};
  template <class R>
  struct Rest {
    R area, presence;
  };
  template <class R>
  using Param = AreaPreserve::Param<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[3]) {
    return {TwoAreas<R>(x).value * R(0.5), R(1)};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0), R(0)};
  }
  template <class R>
  PLIANT_HD static R change(const TwoAreas<R>& now, const Rest<R>& rest) {
    return rest.presence * (now.value * R(0.5) - rest.area);
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[3], const Rest<R>& rest, const Param<R>& param) {
    const R c = change(TwoAreas<R>(x), rest);
    return R(0.5) * param.stiffness * c * c;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[3], const Vec3<R> (&v)[3], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[3]) {
    const TwoAreas<R> area(x);
    const R rate = rest.presence * (area.rate(v) * R(0.5));
    area.push(R(-0.5) * (param.stiffness * change(area, rest) + param.damping * rate), f);
  }
};

}  // namespace pliant

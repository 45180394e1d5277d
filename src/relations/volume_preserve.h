#pragma once

#include "relations/law.h"

namespace pliant {

namespace volume_fields {
inline constexpr LawField rest[] = {{"inverse_volume", "1/m3", "one over six rest volumes"}};
inline constexpr LawField published_rest[] = {{"volume", "m3", "rest volume"},
                                              {"presence", "1", "1, or 0 where it is removed"}};
inline constexpr LawField param[] = {
    {"stiffness", "J", "energy is half of it times the relative volume change squared"},
    {"damping", "J s", "dissipated power is it times the rate of volume change squared"}};
inline constexpr LawField published_param[] = {{"stiffness", "N/m5", "k_V of L13 (3.8)"},
                                               {"damping", "", "k_d of L13 (3.9) or (3.11)"}};
}  // namespace volume_fields

/// Six times the volume of a tetrahedron, its gradient for each vertex, and its rate of change.
template <class R>
struct SixVolumes {
  Vec3<R> gradient[4];
  R value;

  PLIANT_HD explicit SixVolumes(const Vec3<R> (&x)[4]) {
    const Vec3<R> a = x[1] - x[0], b = x[2] - x[0], c = x[3] - x[0];
    gradient[1] = cross(b, c);
    gradient[2] = cross(c, a);
    gradient[3] = cross(a, b);
    gradient[0] = -(gradient[1] + gradient[2] + gradient[3]);
    value = dot(a, gradient[1]);
  }
  PLIANT_HD R rate(const Vec3<R> (&v)[4]) const {
    return dot(v[1] - v[0], gradient[1]) + dot(v[2] - v[0], gradient[2]) +
           dot(v[3] - v[0], gradient[3]);
  }
};

/// Keeps a tetrahedron at its rest volume V₀, with C = (V - V₀) / V₀:
///   energy ½ k C² (L13 3.5), forces -(k C + k_d dC/dt) ∂C/∂x (3.6, 3.9).
struct VolumePreserve {
  static constexpr int arity = 4;
  static constexpr LawInfo info{.name = "VolumePreserve",
                                .help = "keeps the volume of a tetrahedron, normalised by it",
                                .arity = 4,
                                .rest = volume_fields::rest,
                                .parameters = volume_fields::param};
  template <class R>
  struct Rest {
    R inverse_volume;  // of six volumes
  };
  template <class R>
  struct Param {
    R stiffness, damping;
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return {R(1) / SixVolumes<R>(x).value};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const R change = select(rest.inverse_volume != R(0),
                            SixVolumes<R>(x).value * rest.inverse_volume - R(1), R(0));
    return R(0.5) * param.stiffness * change * change;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const SixVolumes<R> volume(x);
    const R change = volume.value * rest.inverse_volume - R(1);
    const R rate = volume.rate(v) * rest.inverse_volume;
    const R s = -(param.stiffness * change + param.damping * rate) * rest.inverse_volume;
    f[1] = volume.gradient[1] * s;
    f[2] = volume.gradient[2] * s;
    f[3] = volume.gradient[3] * s;
    f[0] = -(f[1] + f[2] + f[3]);
  }
};

}  // namespace pliant

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
                                               {"damping", "N s/m5", "k_d of L13 (3.9)"}};
inline constexpr LawField normal_param[] = {{"stiffness", "N/m3", "k_V of L13 (3.11)"},
                                            {"damping", "N s/m", "k_d of L13 (3.11)"}};
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
  static constexpr bool beside_springs = true;
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

/// The volume as L13 prints it (3.8), with C = V - V₀: forces -(k C + k_d dC/dt) ∂(6V)/∂x. They
/// lack the 1/6 of ∂V/∂x, so they are the gradient of 3 k C², six times the energy (3.3) of this C.
/// The damping follows (3.9) with the same factor.
struct VolumePreserveAsPublished {
  static constexpr int arity = 4;
  static constexpr bool beside_springs = true;
  static constexpr LawInfo info{.name = "VolumePreserveAsPublished",
                                .help = "keeps the volume of a tetrahedron after L13 (3.8)",
                                .arity = 4,
                                .rest = volume_fields::published_rest,
                                .parameters = volume_fields::published_param};
  template <class R>
  struct Rest {
    R volume, presence;
  };
  template <class R>
  using Param = VolumePreserve::Param<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return {SixVolumes<R>(x).value * R(1.0 / 6), R(1)};
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0), R(0)};
  }
  template <class R>
  PLIANT_HD static R change(const SixVolumes<R>& now, const Rest<R>& rest) {
    return rest.presence * (now.value * R(1.0 / 6) - rest.volume);
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const R c = change(SixVolumes<R>(x), rest);
    return R(3) * param.stiffness * c * c;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const SixVolumes<R> volume(x);
    const R rate = rest.presence * (volume.rate(v) * R(1.0 / 6));
    const R s = -(param.stiffness * change(volume, rest) + param.damping * rate);
    f[1] = volume.gradient[1] * s;
    f[2] = volume.gradient[2] * s;
    f[3] = volume.gradient[3] * s;
    f[0] = -(f[1] + f[2] + f[3]);
  }
};

/// The volume with the damping of L13 (3.11): each vertex is pushed along the unit normal n of the
/// face opposite it, by k C - k_d n·Σ(v_i - v_j), with C = V - V₀. As the normals are not weighted
/// by the faces' areas, the forces neither add up to zero nor come from an energy; the damping
/// takes energy away only as seen from the tetrahedron's mean velocity.
struct VolumePreserveNormalDamping {
  static constexpr int arity = 4;
  static constexpr bool beside_springs = true;
  static constexpr LawInfo info{.name = "VolumePreserveNormalDamping",
                                .help = "keeps the volume of a tetrahedron after L13 (3.11)",
                                .arity = 4,
                                .rest = volume_fields::published_rest,
                                .parameters = volume_fields::normal_param,
                                .has_energy = false,
                                .conserves_linear_momentum = false,
                                .conserves_angular_momentum = false};
  template <class R>
  using Rest = VolumePreserveAsPublished::Rest<R>;
  template <class R>
  using Param = VolumePreserve::Param<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return VolumePreserveAsPublished::rest(x);
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return VolumePreserveAsPublished::absent<R>();
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&)[4], const Rest<R>&, const Param<R>&) {
    return R(0);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const SixVolumes<R> volume(x);
    const R push = param.stiffness * VolumePreserveAsPublished::change(volume, rest);
    const R damping = param.damping * rest.presence;
    const Vec3<R> total = v[0] + v[1] + v[2] + v[3];
    for (int i = 0; i < 4; ++i) {
      const Vec3<R>& face = volume.gradient[i];
      const Vec3<R> normal = -face * inverse_sqrt(dot(face, face) + R(tiny_area_squared));
      f[i] = normal * (push - damping * dot(v[i] * R(4) - total, normal));
    }
  }
};

}  // namespace pliant

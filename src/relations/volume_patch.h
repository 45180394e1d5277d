#pragma once

#include "math/mat3.h"
#include "relations/law.h"

namespace pliant {

namespace volume_patch_fields {
inline constexpr LawField param[] = {
    {"lame", "Pa", "Lame's lambda of the patch, beside that of its tetrahedra"},
    {"damping", "s", "viscous pressure over the rate of the elastic one"}};

inline constexpr std::string_view next = "of the tetrahedron with this and the next of the ring",
                                  first = "of the tetrahedron with this and the first of the ring";
inline constexpr LawField rest[] = {
    {"inverse_volume", "1/m3", "one over six rest volumes"},
    {"volume", "m3", "rest volume, times the share of it that is not removed"},
    {"next_1", "1", next},
    {"next_2", "1", next},
    {"next_3", "1", next},
    {"next_4", "1", next},
    {"next_5", "1", next},
    {"next_6", "1", next},
    {"closing_3", "1", first},
    {"closing_4", "1", first},
    {"closing_5", "1", first},
    {"closing_6", "1", first},
    {"closing_7", "1", first}};
}  // namespace volume_patch_fields

/// Keeps the volume of a patch of tetrahedra round an edge: what they resist with as one, so that a
/// fine mesh of nearly incompressible tetrahedra does not lock (docs/models.md). The edge is that
/// of the first two vertices a and b, the others r₁ … r₇ are round it; the patch has tetrahedra
/// (a, b, r_i, r_{i+1}) and (a, b, r_i, r₁), as their weights in Rest say, which are 1, or 0 of
/// what does not belong to it. With V their volume, V₀ at rest, and e = V / V₀ - 1:
///   energy ½ λ V₀ e², forces -λ (e + τ de/dt) ∂V/∂x.
/// With the vectors y from a to the ring and d to b, 6 V = d · Σ weight_ij y_i × y_j over pairs.
struct VolumePatch {
  static constexpr int ring = 7, arity = 2 + ring;
  static constexpr LawInfo info{.name = "VolumePatch",
                                .help = "keeps the volume of tetrahedra round an edge, as one",
                                .arity = arity,
                                .rest = volume_patch_fields::rest,
                                .parameters = volume_patch_fields::param};
  template <class R>
  struct Rest {
    R inverse_volume, volume, next[ring - 1], closing[ring - 2];
  };
  template <class R>
  struct Param {
    R lame, damping;
  };

  /// All round the edge, each tetrahedron counted with a sign so that it adds to the volume.
  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[arity]) {
    Rest<R> rest = absent<R>();
    const Vec3<R> d = x[1] - x[0];
    R sum(0);
    PLIANT_UNROLL
    for (int i = 0; i < ring; ++i) {
      const R six = dot(d, cross(x[2 + i] - x[0], x[2 + (i + 1) % ring] - x[0]));
      const R sign = select(six > R(0), R(1), R(-1));
      sum += sign * six;
      (i + 1 < ring ? rest.next[i] : rest.closing[ring - 3]) = sign;
    }
    rest.inverse_volume = R(1) / sum;
    rest.volume = sum * R(1.0 / 6);
    return rest;
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    Rest<R> rest;
    rest.inverse_volume = rest.volume = R(0);
    PLIANT_UNROLL
    for (int i = 0; i < ring - 1; ++i) rest.next[i] = R(0);
    PLIANT_UNROLL
    for (int i = 0; i < ring - 2; ++i) rest.closing[i] = R(0);
    return rest;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[arity], const Rest<R>& rest, const Param<R>& param) {
    const R change = Volume<R>(x, rest).change(rest);
    return R(0.5) * (param.lame * rest.volume) * change * change;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[arity], const Vec3<R> (&v)[arity],
                              const Rest<R>& rest, const Param<R>& param, Vec3<R> (&f)[arity]) {
    const Volume<R> volume(x, rest);
    R rate(0);
    PLIANT_UNROLL
    for (int i = 1; i < arity; ++i) rate += dot(v[i] - v[0], volume.gradient[i]);
    const R pressure = volume.change(rest) + param.damping * rate * rest.inverse_volume;
    const R s = -(param.lame * rest.volume) * rest.inverse_volume * pressure;
    PLIANT_UNROLL
    for (int i = 0; i < arity; ++i) f[i] = volume.gradient[i] * s;
  }
  /// Along one vertex the volume changes linearly.
  template <class R>
  PLIANT_HD static void diagonal_blocks(const Vec3<R> (&x)[arity], const Rest<R>& rest,
                                        const Param<R>& param, Sym3<R> (&blocks)[arity]) {
    const Volume<R> volume(x, rest);
    const R s = param.lame * rest.volume * rest.inverse_volume * rest.inverse_volume;
    PLIANT_UNROLL
    for (int i = 0; i < arity; ++i) blocks[i] = outer(volume.gradient[i], s);
  }

 private:
  /// Six times the volume, and its gradients.
  template <class R>
  struct Volume {
    Vec3<R> gradient[arity];
    R value;

    PLIANT_HD Volume(const Vec3<R> (&x)[arity], const Rest<R>& rest) {
      const Vec3<R> d = x[1] - x[0];
      Vec3<R> y[ring];
      PLIANT_UNROLL
      for (int i = 0; i < ring; ++i) y[i] = x[2 + i] - x[0];
      Vec3<R> after = y[1] * rest.next[0];  // Σ weight_ij y_j over what comes after i
      PLIANT_UNROLL
      for (int i = 2; i < ring; ++i) after = after - y[i] * rest.closing[i - 2];
      Vec3<R> both = after;  // and before it
      Vec3<R> area = cross(y[0], after), sum = cross(both, d);
      gradient[2] = sum;
      PLIANT_UNROLL
      for (int i = 1; i < ring; ++i) {
        both = y[i - 1] * -rest.next[i - 1];
        if (i > 1) both += y[0] * rest.closing[i - 2];
        if (i + 1 < ring) {
          after = y[i + 1] * rest.next[i];
          area += cross(y[i], after);
          both += after;
        }
        gradient[2 + i] = cross(both, d);
        sum += gradient[2 + i];
      }
      gradient[1] = area;
      gradient[0] = -(sum + area);
      value = dot(d, area);
    }
    PLIANT_HD R change(const Rest<R>& rest) const {
      return select(rest.inverse_volume != R(0), value * rest.inverse_volume - R(1), R(0));
    }
  };
};

}  // namespace pliant

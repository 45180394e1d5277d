#pragma once

#include <pliant/laws.h>

#include "contact/closest.h"
#include "contact/skin.h"

// The laws of surfaces that touch, in the form of all laws (relations/law.h): four vertices each, a
// vertex and a face, or two edges. Their relations come and go as bodies move, so they are in no
// list of stores; whoever adds up contacts calls them.

namespace pliant::contact {

namespace contact_fields {
inline constexpr LawField rest[] = {{"thickness", "m", "nearer than this they push"}};
inline constexpr LawField param[] = {
    {"stiffness", "N/m", "in the outer half of the skin"},
    {"damping", "N s/m",
     "of the approach in the outer half; grows as the root of the stiffness within"}};
}  // namespace contact_fields

/// What both laws have.
struct ContactNumbers {
  template <class R>
  struct Rest {
    R thickness;
  };
  template <class R>
  struct Param {
    R stiffness, damping;
  };
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {R(0)};
  }
};

/// A vertex and the nearest place of a face: the skin's energy at their distance.
struct VertexFaceContact : ContactNumbers {
  static constexpr int arity = 4;  // the vertex, then the face
  static constexpr LawInfo info{.name = "VertexFaceContact",
                                .help = "keeps a vertex away from a face",
                                .arity = 4,
                                .rest = contact_fields::rest,
                                .parameters = contact_fields::param};

  template <class R>
  struct Apart {
    R weights[4];  // of the vertices in what lies between both places: 1 and minus those of the
                   // face
    Vec3<R> way;
    R distance;

    PLIANT_HD explicit Apart(const Vec3<R> (&x)[4]) {
      const OnTriangle<R> at = closest_on_triangle(x[0], x[1], x[2], x[3]);
      weights[0] = R(1);
      way = x[0];
      for (int i = 0; i < 3; ++i) {
        weights[i + 1] = -at.weights[i];
        way -= x[i + 1] * at.weights[i];
      }
      using std::sqrt;
      const R squared = dot(way, way);
      distance = squared > R(0) ? R(sqrt(squared)) : R(0);
    }
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return {Apart<R>(x).distance};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    return param.stiffness * Skin<R>(Apart<R>(x).distance, rest.thickness).energy;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const Apart<R> apart(x);
    const Skin<R> skin(apart.distance, rest.thickness);
    Vec3<R> push{};
    if (apart.distance > R(0)) {
      const Vec3<R> normal = apart.way / apart.distance;
      Vec3<R> speed{};
      for (int i = 0; i < 4; ++i) speed += v[i] * apart.weights[i];
      push = normal *
             -(param.stiffness * skin.slope + param.damping * skin.stiffening * dot(speed, normal));
    }
    for (int i = 0; i < 4; ++i) f[i] = push * apart.weights[i];
  }
};

/// Two edges where they cross: the skin's energy at the distance of their lines, times what makes
/// it vanish smoothly where the nearest places come to an edge's end (there vertices and faces see
/// to it) and where the edges are parallel.
struct EdgeEdgeContact : ContactNumbers {
  static constexpr int arity = 4;  // the ends of one edge, then of the other
  static constexpr LawInfo info{.name = "EdgeEdgeContact",
                                .help = "keeps two edges apart",
                                .arity = 4,
                                .rest = contact_fields::rest,
                                .parameters = contact_fields::param};
  /// Sine squared of the angle from where on edges count in full.
  static constexpr double full_from = 0.05;

  template <class R>
  struct Share {
    R value, slope;
  };
  /// 0 at the ends of an edge, nearly 1 along its middle, without a jump in slope: with m = 2s - 1,
  /// (1 - m⁴)².
  template <class R>
  PLIANT_HD static Share<R> along(R s) {
    const R m = R(2) * s - R(1), m2 = m * m, rest = R(1) - m2 * m2;
    return {rest * rest, R(-16) * rest * m2 * m};
  }
  /// Likewise 0 for parallel edges and 1 from `full_from` on.
  template <class R>
  PLIANT_HD static Share<R> crossed(R sine2) {
    const R part = sine2 / R(full_from);
    if (!(part < R(1))) return {R(1), R(0)};
    return {part * part * (R(3) - R(2) * part), R(6) * part * (R(1) - part) / R(full_from)};
  }

  template <class R>
  struct Apart {
    NearestOnLines<R> lines;
    R weights[4];
    Vec3<R> way{};
    R distance = R(0);
    bool cross = false;  // within both
    Share<R> of_s{R(0), R(0)}, of_t{R(0), R(0)}, of_angle{R(0), R(0)};

    PLIANT_HD explicit Apart(const Vec3<R> (&x)[4]) : lines(x[0], x[1], x[2], x[3]) {
      const R s = lines.s, t = lines.t;
      weights[0] = R(1) - s;
      weights[1] = s;
      weights[2] = t - R(1);
      weights[3] = -t;
      cross = lines.sine2 > R(1e-9) && s > R(0) && s < R(1) && t > R(0) && t < R(1);
      if (!cross) return;
      way = lines.w + lines.u * s - lines.v * t;
      using std::sqrt;
      const R squared = dot(way, way);
      distance = squared > R(0) ? R(sqrt(squared)) : R(0);
      of_s = along(s);
      of_t = along(t);
      of_angle = crossed(lines.sine2);
    }
    PLIANT_HD R share() const { return of_s.value * of_t.value * of_angle.value; }
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return {Apart<R>(x).distance};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Apart<R> apart(x);
    if (!apart.cross) return R(0);
    return param.stiffness * Skin<R>(apart.distance, rest.thickness).energy * apart.share();
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const Apart<R> apart(x);
    for (int i = 0; i < 4; ++i) f[i] = {};
    if (!apart.cross || !(apart.distance > R(0)) || !(apart.distance < rest.thickness)) return;
    const Skin<R> skin(apart.distance, rest.thickness);
    const Vec3<R> normal = apart.way / apart.distance;
    Vec3<R> speed{};
    for (int i = 0; i < 4; ++i) speed += v[i] * apart.weights[i];
    const Vec3<R> push =
        normal *
        (-(param.stiffness * skin.slope + param.damping * skin.stiffening * dot(speed, normal)) *
         apart.share());
    for (int i = 0; i < 4; ++i) f[i] = push * apart.weights[i];
    add_slide(apart, param.stiffness * skin.energy, f);
  }

 private:
  /// The distance does not change where the nearest places move along the edges, but the shares do:
  /// E ∂(shares)/∂x through s, t and the angle, which are functions of u, v, w = a0 - b0.
  template <class R>
  PLIANT_HD static void add_slide(const Apart<R>& apart, R energy, Vec3<R> (&f)[4]) {
    const NearestOnLines<R>& l = apart.lines;
    const R by_s = energy * apart.of_s.slope * apart.of_t.value * apart.of_angle.value;
    const R by_t = energy * apart.of_s.value * apart.of_t.slope * apart.of_angle.value;
    const R by_sine2 = energy * apart.of_s.value * apart.of_t.value * apart.of_angle.slope;
    const R n = R(1) / l.determinant, lengths = R(1) / (l.a * l.c);
    const R s = l.s, t = l.t;
    const R by_a =
        (by_s * (-s * l.c) + by_t * (l.e - t * l.c)) * n + by_sine2 * l.b * l.b * lengths / l.a;
    const R by_b = (by_s * (l.e + R(2) * l.b * s) + by_t * (R(2) * l.b * t - l.d)) * n -
                   by_sine2 * R(2) * l.b * lengths;
    const R by_c =
        (by_s * (-l.d - s * l.a) + by_t * (-t * l.a)) * n + by_sine2 * l.b * l.b * lengths / l.c;
    const R by_d = (by_s * -l.c + by_t * -l.b) * n;
    const R by_e = (by_s * l.b + by_t * l.a) * n;
    const Vec3<R> by_u = l.u * (R(2) * by_a) + l.v * by_b + l.w * by_d;
    const Vec3<R> by_v = l.v * (R(2) * by_c) + l.u * by_b + l.w * by_e;
    const Vec3<R> by_w = l.u * by_d + l.v * by_e;
    f[0] += by_u - by_w;
    f[1] -= by_u;
    f[2] += by_v + by_w;
    f[3] -= by_v;
  }
};

}  // namespace pliant::contact

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

/// Two edges where they cross: what the skin at the distance d of their lines has more than at
/// those of the ends to the other edge, which vertices and faces see to. With D of an end, and
/// D'² = d² + (D² - d²) / κ²,
///
///   E = k e(d) Π (1 - e(D') / e(d))
///
/// over the four ends. Where the nearest places come to an end, and where edges become parallel
/// (then two ends are as near as the lines), both it and its gradient vanish; so it hands over
/// to vertices, over κ times what a skin reaches, lest what slides goes over humps. At every place
/// its energy grows without bound as the lines meet: with that of the ends' vertices, e(D) at
/// least, all is k e(κ d) or more.
struct EdgeEdgeContact : ContactNumbers {
  static constexpr int arity = 4;  // the ends of one edge, then of the other
  static constexpr LawInfo info{.name = "EdgeEdgeContact",
                                .help = "keeps two edges apart",
                                .arity = 4,
                                .rest = contact_fields::rest,
                                .parameters = contact_fields::param};
  /// κ.
  static constexpr double hand_over = 8;

  template <class R>
  struct Apart {
    NearestOnLines<R> lines;
    R weights[4];
    Vec3<R> way{};
    R distance = R(0);
    bool cross = false;  // within both

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
    }
  };

  /// An end of one edge and the other edge.
  template <class R>
  struct End {
    R weights[4];        // of the vertices in what lies between both places
    Vec3<R> normal;      // unit
    R by_own, by_lines;  // the slopes of e(D') by D and d, m
    R left;              // 1 - e(D') / e(d)
  };
  /// What is left to the crossing of two edges that are nearer than their skin.
  template <class R>
  struct Shares {
    End<R> ends[4];
    R all = R(1);

    /// Lines `distance` from each other, with the skin there.
    PLIANT_HD Shares(const Vec3<R> (&x)[4], R distance, const Skin<R>& skin, R thickness) {
      for (int i = 0; i < 4; ++i) {
        look_at(x, i, distance, skin, thickness);
        all *= ends[i].left;
      }
    }
    /// Of the others.
    PLIANT_HD R without(int i) const {
      R product = R(1);
      for (int k = 0; k < 4; ++k)
        if (k != i) product *= ends[k].left;
      return product;
    }

   private:
    PLIANT_HD void look_at(const Vec3<R> (&x)[4], int i, R distance, const Skin<R>& skin,
                           R thickness) {
      End<R>& end = ends[i];
      const int other = i < 2 ? 2 : 0;
      const R sign = i < 2 ? R(1) : R(-1);
      const OnSegment<R> at = closest_on_segment(x[i], x[other], x[other + 1]);
      for (R& weight : end.weights) weight = R(0);
      end.weights[i] = sign;
      end.weights[other] = -sign * at.weights[0];
      end.weights[other + 1] = -sign * at.weights[1];
      end.normal = (x[i] - x[other] * at.weights[0] - x[other + 1] * at.weights[1]) * sign;
      end.by_own = end.by_lines = R(0);
      end.left = R(1);
      constexpr double of_own = 1 / (hand_over * hand_over);
      const R squared = dot(end.normal, end.normal),
              there = R(1 - of_own) * distance * distance + R(of_own) * squared;
      if (!(there < thickness * thickness) || !(squared > R(0))) return;
      using std::sqrt;
      const R own = sqrt(squared), far = sqrt(there);
      end.normal = end.normal / own;
      const Skin<R> at_end(far, thickness);
      end.by_own = at_end.slope * R(of_own) * own / far;
      end.by_lines = at_end.slope * R(1 - of_own) * distance / far;
      const R left = R(1) - at_end.energy / skin.energy;
      end.left = left > R(0) ? left : R(0);  // lines are nearest, but for rounding
    }
  };

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[4]) {
    return {Apart<R>(x).distance};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[4], const Rest<R>& rest, const Param<R>& param) {
    const Apart<R> apart(x);
    if (!apart.cross || !(apart.distance < rest.thickness)) return R(0);
    const Skin<R> skin(apart.distance, rest.thickness);
    return param.stiffness * skin.energy * Shares<R>(x, apart.distance, skin, rest.thickness).all;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[4], const Vec3<R> (&v)[4], const Rest<R>& rest,
                              const Param<R>& param, Vec3<R> (&f)[4]) {
    const Apart<R> apart(x);
    for (int i = 0; i < 4; ++i) f[i] = {};
    if (!apart.cross || !(apart.distance > R(0)) || !(apart.distance < rest.thickness)) return;
    const Skin<R> skin(apart.distance, rest.thickness);
    const Shares<R> shares(x, apart.distance, skin, rest.thickness);
    const Vec3<R> normal = apart.way / apart.distance;
    Vec3<R> speed{};
    for (int i = 0; i < 4; ++i) speed += v[i] * apart.weights[i];
    R slope = skin.slope * shares.all;  // of the energy by the lines' distance
    for (int i = 0; i < 4; ++i) {
      const End<R>& end = shares.ends[i];
      const R others = shares.without(i);
      slope += others * ((R(1) - end.left) * skin.slope - end.by_lines);
      const Vec3<R> draw = end.normal * (param.stiffness * others * end.by_own);
      for (int k = 0; k < 4; ++k) f[k] += draw * end.weights[k];
    }
    const Vec3<R> push = normal * -(param.stiffness * slope + param.damping * skin.stiffening *
                                                                  dot(speed, normal) * shares.all);
    for (int i = 0; i < 4; ++i) f[i] += push * apart.weights[i];
  }
};

}  // namespace pliant::contact

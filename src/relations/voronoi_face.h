#pragma once

#include "relations/law.h"

namespace pliant {

namespace voronoi_fields {
inline constexpr LawField param[] = {
    {"young", "Pa", "E: pull along the face's normal for a strain of one"},
    {"shear", "Pa", "G: pull across the normal for an angle of one radian"},
    {"damping", "s", "viscous pull along the line over the rate of the elastic one"}};

/// How many pairs the vectors from the first particle to the others make.
constexpr int pair_count(int others) {
  return (others + 1) * others / 2;
}

inline constexpr int most_others = 8;
inline constexpr std::string_view weights[pair_count(most_others)] = {
    "weight_1",  "weight_2",  "weight_3",  "weight_4",  "weight_5",  "weight_6",
    "weight_7",  "weight_8",  "weight_9",  "weight_10", "weight_11", "weight_12",
    "weight_13", "weight_14", "weight_15", "weight_16", "weight_17", "weight_18",
    "weight_19", "weight_20", "weight_21", "weight_22", "weight_23", "weight_24",
    "weight_25", "weight_26", "weight_27", "weight_28", "weight_29", "weight_30",
    "weight_31", "weight_32", "weight_33", "weight_34", "weight_35", "weight_36"};

template <int others>
struct RestFields {
  LawField fields[2 + pair_count(others)];
  constexpr RestFields() : fields{} {
    fields[0] = {"inverse_length", "1/m", "one over the rest distance of the particles"};
    fields[1] = {"area", "m2", "of the face at rest"};
    for (int k = 0; k < pair_count(others); ++k)
      fields[2 + k] = {weights[k], "1",
                       "of the cross product of two vectors from the first particle"};
  }
};
template <int others>
inline constexpr RestFields<others> rest;
}  // namespace voronoi_fields

/// The angle between two directions over its sine, from its cosine. It is halved three times, as
/// sin a = 2 sin(a/2) cos(a/2); then a / sin a = Σ aₙ zⁿ in z = sin²(a/2) ≤ 0.04, where
/// aₙ / aₙ₋₁ = 2n / (2n + 1). Next to π, where the sine vanishes, it stays finite.
template <class R>
PLIANT_HD R angle_over_sine(const R& cosine) {
  using std::sqrt;
  const R least(1e-12), squared = R(0.5) + R(0.5) * cosine;
  const R half = sqrt(select(squared > least, squared, least));
  const R quarter = sqrt(R(0.5) + R(0.5) * half);
  const R eighth = sqrt(R(0.5) + R(0.5) * quarter);
  const R z = R(0.5) - R(0.5) * eighth;
  R sum(1);
  PLIANT_UNROLL
  for (int n = 11; n > 0; --n) sum = R(1) + R(2.0 * n / (2 * n + 1)) * (z * sum);
  return sum / (half * quarter * eighth);
}

/// What CPM1 (E06 5.4) says of two particles with the face between them: with the strain
/// e = (l - L) / L of their distance and the angle a between the line from the first to the second
/// and the face's normal now, the first is pulled
///   by E e A along the normal,
///   by G a A across it, towards the line,
/// and the second as much the other way; A is the area at rest. The line and the normal differ, so
/// the two forces have a torque, and no energy has them as its gradient.
template <class R>
struct FacePull {
  Vec3<R> force;  // on the first

  template <class Param>
  PLIANT_HD FacePull(const Vec3<R>& line, const Vec3<R>& rate, const Vec3<R>& area_vector,
                     const R& inverse_length, const R& area, const Param& param) {
    const R squared = dot(line, line) + R(1e-30);
    const R inverse = inverse_sqrt(squared);
    const Vec3<R> along = line * inverse;
    const Vec3<R> normal =
        area_vector * inverse_sqrt(dot(area_vector, area_vector) + R(tiny_area_squared));
    const R strain = squared * inverse * inverse_length - R(1);
    const R cosine = dot(along, normal);
    const R across = param.shear * angle_over_sine(cosine);
    const R viscous = param.young * param.damping * inverse_length * dot(along, rate);
    force = (normal * (param.young * strain - across * cosine) + along * (across + viscous)) * area;
  }
};

/// CPM1 on the face between particles x[0] and x[1], or a part of it, that lies in tetrahedra with
/// these and the other vertices. What lies in one with edges e₁ e₂ e₃ from a corner follows it:
///   cof(F) A = q₁ e₂×e₃ + q₂ e₃×e₁ + q₃ e₁×e₂,  q = (e₁·A, e₂·A, e₃·A) / det(e₁ e₂ e₃),
/// with the edges of now, and in q those at rest. With y the vectors from x[0] to all others, the
/// area vector of the whole now is Σ weight_ab y_a×y_b over their pairs a < b. Only x[0] and x[1]
/// are pushed; vertices left over have the weight zero.
template <int others>
struct VoronoiFace {
  static constexpr int arity = 2 + others, pairs = voronoi_fields::pair_count(others);
  static constexpr std::string_view names[3] = {"VoronoiFace4", "VoronoiFace6", "VoronoiFace8"};
  static constexpr LawInfo info{.name = names[others / 2 - 2],
                                .help = "continuum particles (CPM1) with the face between them",
                                .arity = 2 + others,
                                .rest = voronoi_fields::rest<others>.fields,
                                .parameters = voronoi_fields::param,
                                .pushed = 2,
                                .has_energy = false,
                                .conserves_angular_momentum = false};
  template <class R>
  struct Rest {
    R inverse_length, area, weight[pairs];
  };
  template <class R>
  struct Param {
    R young, shear, damping;
  };

  /// Where the pair of vectors a < b has its weight.
  PLIANT_HD static constexpr int pair(int a, int b) {
    return a * (2 * others + 1 - a) / 2 + b - a - 1;
  }

  /// Where no diagram says what the face is: the others are a ring round the edge, and each
  /// tetrahedron of the edge and two neighbours in it shares its volume evenly among its six edges,
  /// A = V / 2l along the edge.
  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[arity]) {
    Rest<R> rest{};
    const Vec3<R> d = x[1] - x[0];
    rest.inverse_length = inverse_sqrt(dot(d, d));
    for (int k = 1; k <= others; ++k) {
      const int next = k % others + 1;
      const Vec3<R> u = x[1 + k] - x[0], w = x[1 + next] - x[0];
      const R det = dot(d, cross(u, w));
      const R sign = select(det > R(0), R(1), select(det < R(0), R(-1), R(0)));
      const Vec3<R> a = d * (sign * rest.inverse_length * rest.inverse_length * R(1.0 / 12));
      if (k < next)
        rest.weight[pair(k, next)] += dot(d, a);
      else
        rest.weight[pair(next, k)] -= dot(d, a);
      rest.weight[pair(0, next)] -= dot(u, a);
      rest.weight[pair(0, k)] += dot(w, a);
    }
    const Vec3<R> n = area_vector(x, rest);
    rest.area = dot(n, n) * inverse_sqrt(dot(n, n) + R(tiny_area_squared));
    return rest;
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {};
  }
  template <class R>
  PLIANT_HD static Vec3<R> area_vector(const Vec3<R> (&x)[arity], const Rest<R>& rest) {
    Vec3<R> y[others + 1], sum{R(0), R(0), R(0)};
    PLIANT_UNROLL
    for (int a = 0; a <= others; ++a) y[a] = x[1 + a] - x[0];
    PLIANT_UNROLL
    for (int a = 0; a < others; ++a) {
      Vec3<R> with = y[a + 1] * rest.weight[pair(a, a + 1)];
      PLIANT_UNROLL
      for (int b = a + 2; b <= others; ++b) with += y[b] * rest.weight[pair(a, b)];
      sum += cross(y[a], with);
    }
    return sum;
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&)[arity], const Rest<R>&, const Param<R>&) {
    return R(0);
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[arity], const Vec3<R> (&v)[arity],
                              const Rest<R>& rest, const Param<R>& param, Vec3<R> (&f)[arity]) {
    const FacePull<R> pull(x[1] - x[0], v[1] - v[0], area_vector(x, rest), rest.inverse_length,
                           rest.area, param);
    f[0] = pull.force;
    f[1] = -pull.force;
    PLIANT_UNROLL
    for (int i = 2; i < arity; ++i) f[i] = {R(0), R(0), R(0)};
  }
};

}  // namespace pliant

#pragma once

#include "relations/distance_spring.h"

namespace pliant {

namespace simplex_fields {
inline constexpr LawField rest[] = {{"length_1", "m", "rest length between vertices 1 and 2"},
                                    {"length_2", "m", "between 1 and 3"},
                                    {"length_3", "m", "between 2 and 3"},
                                    {"length_4", "m", "between 1 and 4"},
                                    {"length_5", "m", "between 2 and 4"},
                                    {"length_6", "m", "between 3 and 4"}};
inline constexpr LawField param[] = {{"stiffness", "N/m", "of each spring"},
                                     {"damping", "N s/m", "of each spring"}};
}  // namespace simplex_fields

/// Springs along all edges of a triangle or tetrahedron, with rest lengths of its own (R06 section
/// 5): energy Σ ½ k (l - L)², forces along the edges k (l - L) + k_d dl/dt. Where simplices share
/// an edge, each has its own spring there. Lengths of zero: it is removed.
template <int vertices>
struct SimplexSprings {
  static constexpr int arity = vertices, edges = vertices * (vertices - 1) / 2;
  static constexpr LawInfo info{
      .name = vertices == 3 ? "TriangleSprings" : "TetrahedronSprings",
      .help = vertices == 3 ? "springs along the three edges of a triangle, its own (R06)"
                            : "springs along the six edges of a tetrahedron, its own (R06)",
      .arity = vertices,
      .rest = {simplex_fields::rest, edges},
      .parameters = simplex_fields::param};
  template <class R>
  struct Rest {
    R length[edges];
  };
  template <class R>
  using Param = DistanceSpring::Param<R>;

  template <class R>
  PLIANT_HD static Rest<R> rest(const Vec3<R> (&x)[arity]) {
    Rest<R> rest{};
    PLIANT_UNROLL
    for (int b = 1; b < arity; ++b) PLIANT_UNROLL
    for (int a = 0; a < b; ++a) rest.length[edge(a, b)] = line(x, a, b).length;
    return rest;
  }
  template <class R>
  PLIANT_HD static Rest<R> absent() {
    return {};
  }
  template <class R>
  PLIANT_HD static R energy(const Vec3<R> (&x)[arity], const Rest<R>& rest, const Param<R>& param) {
    const R stiffness = param.stiffness * presence(rest);
    R sum(0);
    PLIANT_UNROLL
    for (int b = 1; b < arity; ++b) PLIANT_UNROLL
    for (int a = 0; a < b; ++a) {
      const R elongation = line(x, a, b).length - rest.length[edge(a, b)];
      sum = sum + elongation * elongation;
    }
    return R(0.5) * stiffness * sum;
  }
  template <class R>
  PLIANT_HD static void force(const Vec3<R> (&x)[arity], const Vec3<R> (&v)[arity],
                              const Rest<R>& rest, const Param<R>& param, Vec3<R> (&f)[arity]) {
    const R present = presence(rest);
    const R stiffness = param.stiffness * present, damping = param.damping * present;
    PLIANT_UNROLL
    for (int i = 0; i < arity; ++i) f[i] = {R(0), R(0), R(0)};
    PLIANT_UNROLL
    for (int b = 1; b < arity; ++b) PLIANT_UNROLL
    for (int a = 0; a < b; ++a) {
      const Direction<R> to = line(x, a, b);
      const R rate = dot(to.unit, v[b] - v[a]);
      const Vec3<R> pull =
          to.unit * (stiffness * (to.length - rest.length[edge(a, b)]) + damping * rate);
      f[a] += pull;
      f[b] -= pull;
    }
  }

 private:
  /// Where the edge of vertices a < b has its length.
  PLIANT_HD static constexpr int edge(int a, int b) { return b * (b - 1) / 2 + a; }
  template <class R>
  PLIANT_HD static Direction<R> line(const Vec3<R> (&x)[arity], int a, int b) {
    return Direction<R>({x[a], x[b]});
  }
  template <class R>
  PLIANT_HD static R presence(const Rest<R>& rest) {
    return select(rest.length[0] > R(0), R(1), R(0));
  }
};

}  // namespace pliant

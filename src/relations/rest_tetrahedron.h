#pragma once

#include <array>
#include <cstddef>

#include "math/mat3.h"
#include "relations/law.h"

namespace pliant {

/// The shape of a tetrahedron at rest: the inverse B of the matrix whose columns are the edges from
/// vertex 0, in a frame of its own in which it is upper triangular (x along the first edge, z
/// normal to the first two). What a law with no preferred direction computes is the same in any
/// frame, and this one needs the fewest numbers. Row i of B is the gradient of the shape function
/// of vertex i + 1.
template <class R>
struct RestTetrahedron {
  R xx, xy, xz, yy, yz, zz;  // 1/m
  R volume;                  // m³; 0: absent
};

inline constexpr std::array<LawField, 7> shape_fields{{
    {"inverse_xx", "1/m", "of the inverse of the edges from the first vertex, upper triangular"},
    {"inverse_xy", "1/m", "in a frame with x along the first edge, z normal to the first two"},
    {"inverse_xz", "1/m", "likewise"},
    {"inverse_yy", "1/m", "likewise"},
    {"inverse_yz", "1/m", "likewise"},
    {"inverse_zz", "1/m", "likewise"},
    {"volume", "m3", "rest volume; 0 where it is removed"},
}};
template <std::size_t N>
constexpr std::array<LawField, 7 + N> shape_fields_and(const LawField (&more)[N]) {
  std::array<LawField, 7 + N> all;
  for (std::size_t i = 0; i < 7 + N; ++i) all[i] = i < 7 ? shape_fields[i] : more[i - 7];
  return all;
}

/// The edges from vertex 0; of velocities their rates.
template <class R>
PLIANT_HD Mat3<R> edges_of(const Vec3<R> (&x)[4]) {
  return {x[1] - x[0], x[2] - x[0], x[3] - x[0]};
}

/// The axes of the frame at rest.
template <class R>
PLIANT_HD Mat3<R> rest_axes(const Mat3<R>& edges) {
  const Vec3<R> normal = cross(edges.column[0], edges.column[1]);
  const Vec3<R> x = edges.column[0] * inverse_sqrt(squared_length(edges.column[0]) + R(1e-30));
  const Vec3<R> z = normal * inverse_sqrt(squared_length(normal) + R(tiny_area_squared));
  return {x, cross(z, x), z};
}

template <class R>
PLIANT_HD RestTetrahedron<R> rest_tetrahedron(const Mat3<R>& edges) {
  const Mat3<R> axes = rest_axes(edges);
  const Vec3<R>&a = edges.column[0], &b = edges.column[1], &c = edges.column[2];
  RestTetrahedron<R> rest;
  const R x = dot(a, axes.column[0]), y = dot(b, axes.column[1]), z = dot(c, axes.column[2]);
  rest.xx = R(1) / x;
  rest.yy = R(1) / y;
  rest.zz = R(1) / z;
  rest.xy = -dot(b, axes.column[0]) * rest.xx * rest.yy;
  rest.yz = -dot(c, axes.column[1]) * rest.yy * rest.zz;
  rest.xz = -(dot(c, axes.column[0]) * rest.xx + dot(c, axes.column[1]) * rest.xy) * rest.zz;
  const R six = x * y * z;
  rest.volume = select(six > R(0), six, -six) * R(1.0 / 6);
  return rest;
}

/// edges * B: the deformation gradient; of the edges' rates its rate.
template <class R>
PLIANT_HD Mat3<R> times_inverse(const Mat3<R>& edges, const RestTetrahedron<R>& rest) {
  const Vec3<R>&a = edges.column[0], &b = edges.column[1], &c = edges.column[2];
  return {a * rest.xx, a * rest.xy + b * rest.yy, a * rest.xz + b * rest.yz + c * rest.zz};
}

/// Of the shape function of a vertex, in the frame at rest.
template <class R>
PLIANT_HD Vec3<R> shape_gradient(const RestTetrahedron<R>& rest, int vertex) {
  if (vertex == 1) return {rest.xx, rest.xy, rest.xz};
  if (vertex == 2) return {R(0), rest.yy, rest.yz};
  if (vertex == 3) return {R(0), R(0), rest.zz};
  return {-rest.xx, -(rest.xy + rest.yy), -(rest.xz + rest.yz + rest.zz)};
}

/// The forces of a first Piola-Kirchhoff stress P in the tetrahedron, given -V P: f_i = -V P ∇N_i.
template <class R>
PLIANT_HD void push(const Mat3<R>& stress, const RestTetrahedron<R>& rest, Vec3<R> (&f)[4]) {
  const Vec3<R>&x = stress.column[0], &y = stress.column[1], &z = stress.column[2];
  f[1] = x * rest.xx + y * rest.xy + z * rest.xz;
  f[2] = y * rest.yy + z * rest.yz;
  f[3] = z * rest.zz;
  f[0] = -(f[1] + f[2] + f[3]);
}

}  // namespace pliant

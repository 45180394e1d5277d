#include <cmath>
#include <numbers>

#include "mesh/triangle_tree.h"

// The far field of Barill et al. 2018: 4 pi w(q) is the integral of n . (x - q) / |x - q|^3 over
// the surface, here expanded in y = x - centre up to second order. With r = centre - q and
// R = |r|:
//   order 0: n_i r_i / R^3
//   order 1: n_i y_j (d_ij / R^3 - 3 r_i r_j / R^5)
//   order 2: n_i y_j y_k (15 r_i r_j r_k / R^7 - 3 (d_ij r_k + d_ik r_j + d_jk r_i) / R^5) / 2
// All factors are symmetric in their indices, so the symmetric parts of the moments are enough.

namespace pliant {

namespace {

// Nodes nearer than this many of their radii are opened.
constexpr double openness = 2.0;

// Adds the symmetric part of n_i s_jk, s symmetric: xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz.
void add_octupole(std::array<double, 10>& o, const Vec3d& n, const std::array<double, 6>& s) {
  const auto& [xx, yy, zz, yz, xz, xy] = s;
  o[0] += n.x * xx;
  o[1] += n.y * yy;
  o[2] += n.z * zz;
  o[3] += (n.y * xx + 2 * n.x * xy) / 3;
  o[4] += (n.z * xx + 2 * n.x * xz) / 3;
  o[5] += (n.x * yy + 2 * n.y * xy) / 3;
  o[6] += (n.z * yy + 2 * n.y * yz) / 3;
  o[7] += (n.x * zz + 2 * n.z * xz) / 3;
  o[8] += (n.y * zz + 2 * n.z * yz) / 3;
  o[9] += (n.x * yz + n.y * xz + n.z * xy) / 3;
}

void add_outer(std::array<double, 6>& s, const Vec3d& a, const Vec3d& b, double factor) {
  s[0] += factor * a.x * b.x;
  s[1] += factor * a.y * b.y;
  s[2] += factor * a.z * b.z;
  s[3] += factor * (a.y * b.z + a.z * b.y) / 2;
  s[4] += factor * (a.x * b.z + a.z * b.x) / 2;
  s[5] += factor * (a.x * b.y + a.y * b.x) / 2;
}

}  // namespace

TriangleTree::Expansion TriangleTree::expand(const BoxTree::Node& node) const {
  Expansion e;
  const auto area_vector = [](const Corners& c) { return cross(c[1] - c[0], c[2] - c[0]) * 0.5; };
  double total = 0;
  for (Index s = node.first; s < node.first + node.count; ++s) {
    const Corners& c = corners_[s];
    const double area = length(area_vector(c));
    e.centre += (c[0] + c[1] + c[2]) * (area / 3);
    total += area;
  }
  e.centre = total > 0 ? e.centre / total : node.box.centre();
  double squared_radius = 0;
  for (Index s = node.first; s < node.first + node.count; ++s) {
    const Corners& c = corners_[s];
    const Vec3d n = area_vector(c);
    const Vec3d a = c[0] - e.centre, b = c[1] - e.centre, d = c[2] - e.centre;
    const Vec3d sum = a + b + d;
    e.dipole += n;
    add_outer(e.quadrupole, n, sum, 1.0 / 3);
    std::array<double, 6> second{};  // mean of y y^T over the triangle
    for (const Vec3d& y : {a, b, d}) {
      add_outer(second, y, y, 1.0 / 12);
      squared_radius = std::max(squared_radius, dot(y, y));
    }
    add_outer(second, sum, sum, 1.0 / 12);
    add_octupole(e.octupole, n, second);
  }
  e.radius = std::sqrt(squared_radius);
  return e;
}

double TriangleTree::far_field(const Expansion& e, const Vec3d& p) {
  const Vec3d r = e.centre - p;
  const double squared = dot(r, r);
  const double i2 = 1 / squared;
  const double i3 = i2 / std::sqrt(squared);
  const auto& q = e.quadrupole;
  const auto& o = e.octupole;
  const double x = r.x, y = r.y, z = r.z;
  const double first = dot(e.dipole, r);
  const double trace = q[0] + q[1] + q[2];
  const double second =
      x * (q[0] * x + 2 * (q[5] * y + q[4] * z)) + y * (q[1] * y + 2 * q[3] * z) + q[2] * z * z;
  const double traces =
      x * (o[0] + o[5] + o[7]) + y * (o[1] + o[3] + o[8]) + z * (o[2] + o[4] + o[6]);
  const double third = x * x * (o[0] * x + 3 * (o[3] * y + o[4] * z)) +
                       y * y * (o[1] * y + 3 * (o[5] * x + o[6] * z)) +
                       z * z * (o[2] * z + 3 * (o[7] * x + o[8] * y)) + 6 * o[9] * x * y * z;
  return i3 * (first + trace + i2 * (-3 * second - 4.5 * traces + 7.5 * i2 * third));
}

double TriangleTree::winding_number(const Vec3d& p) const {
  double sum = 0;
  tree_.traverse(
      [&](Index node) {
        const Expansion& e = expansions_[node];
        const double reach = openness * e.radius;
        if (!(squared_length(e.centre - p) > reach * reach)) return true;
        sum += far_field(e, p);
        return false;
      },
      [&](Index slot) {
        const auto& [a, b, c] = corners_[slot];
        sum += solid_angle(p, a, b, c);
      });
  return sum / (4 * std::numbers::pi);
}

}  // namespace pliant

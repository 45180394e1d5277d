#include "mesh/generate/critter.h"

#include <algorithm>
#include <cmath>

// The critter is drawn one unit high. Its parts are signed distances, joined by a smooth minimum.

namespace pliant::shape {

namespace {

struct Blob {
  Vec3d centre;
  double radius;
};

// Signed distance to the hull of two balls. The nearest point of the axis is shifted by the
// cone's slope; beyond the ends it is the distance to the ball there.
double round_cone(const Vec3d& p, const Blob& a, const Blob& b) {
  const Vec3d axis = b.centre - a.centre;
  const double height = length(axis), slope = (a.radius - b.radius) / height;
  const double along = dot(p - a.centre, axis) / height;
  const double across = std::sqrt(std::max(0.0, squared_length(p - a.centre) - along * along));
  const double steep = std::sqrt(1 - slope * slope);
  const double foot = std::clamp(along - across * slope / steep, 0.0, height);
  const double at = foot / height;
  return std::hypot(across, along - foot) - ((1 - at) * a.radius + at * b.radius);
}

// Signed distance to an upright leaf: the outline of a round cone in the plane of `a` and `b`,
// `thickness` thick, with round rims.
double leaf(const Vec3d& p, const Blob& a, const Blob& b, const Vec3d& normal, double thickness) {
  const double out = dot(p - a.centre, normal), half = thickness / 2;
  const double outline = round_cone(p - out * normal, a, b);
  return std::hypot(std::max(outline + half, 0.0), out) - half;
}

// The smaller of two distances, rounded where they differ by less than `width`.
double blend(double a, double b, double width) {
  const double h = std::max(width - std::abs(a - b), 0.0) / width;
  return std::min(a, b) - h * h * width / 4;
}

double unit_critter(const Vec3d& point) {
  const Vec3d p{std::abs(point.x), point.y, point.z};

  double d = round_cone(p, {{0, 0.265, -0.17}, 0.185}, {{0, 0.275, 0.11}, 0.155});
  const double head = round_cone(p, {{0, 0.525, 0.17}, 0.200}, {{0, 0.495, 0.21}, 0.205});
  d = blend(d, head, 0.09);
  d = blend(d, round_cone(p, {{0, 0.445, 0.33}, 0.095}, {{0, 0.435, 0.405}, 0.070}), 0.08);

  const Vec3d forwards = normalised(Vec3d{0.3, -0.15, 1});
  const Vec3d slant{0.42, 1, -0.1};
  const Vec3d up = normalised(slant - forwards * dot(slant, forwards));
  const Vec3d root{0.115, 0.66, 0.15};
  d = blend(d, leaf(p, {root + up * 0.08, 0.115}, {root + up * 0.303, 0.062}, forwards, 0.115),
            0.06);

  d = blend(d, round_cone(p, {{0.115, 0.20, 0.12}, 0.085}, {{0.13, 0.05, 0.15}, 0.078}), 0.06);
  d = blend(d, round_cone(p, {{0.130, 0.20, -0.20}, 0.110}, {{0.145, 0.05, -0.19}, 0.082}), 0.06);

  double tail = round_cone(p, {{0, 0.31, -0.30}, 0.070}, {{0, 0.36, -0.43}, 0.065});
  tail = blend(tail, round_cone(p, {{0, 0.36, -0.43}, 0.065}, {{0, 0.46, -0.49}, 0.075}), 0.06);
  tail = blend(tail, round_cone(p, {{0, 0.46, -0.49}, 0.075}, {{0, 0.56, -0.48}, 0.050}), 0.04);
  d = blend(d, tail, 0.06);

  return std::max(d, -p.y);
}

}  // namespace

Implicit critter(double size) {
  return {.value = [size](const Vec3d& p) { return size * unit_critter(p / size); },
          .low = Vec3d{-0.45, -0.03, -0.65} * size,
          .high = Vec3d{0.45, 1.05, 0.55} * size};
}

}  // namespace pliant::shape

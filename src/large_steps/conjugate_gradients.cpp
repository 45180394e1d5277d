#include "large_steps/conjugate_gradients.h"

#include <cmath>

#include "large_steps/interrupt.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// Below this part of what the preconditioner alone would give, a curvature is no better than zero.
constexpr double flat = 1e-12;

/// What is known of the way s and the direction p, in the metric of the preconditioner.
struct Lengths {
  double ss = 0, sp = 0, pp = 0;  // J

  /// How far along p the edge is.
  double to_edge(double radius) const {
    const double room = radius * radius - ss;
    return room / (sp + std::sqrt(sp * sp + pp * room));
  }
  void go(double step) {
    ss += step * (2 * sp + step * pp);
    sp += step * pp;
  }
  void turn(double beta, double rz) {
    sp *= beta;
    pp = rz + beta * beta * pp;
  }
};

double farthest(std::span<const Vec3d> way) {
  return length(way[largest(way)]);
}

}  // namespace

Solved solve(const Objective& objective, const Preconditioner& near, std::span<const Vec3d> forces,
             double part, int most, const Trust& trust) {
  const std::size_t count = forces.size();
  Solved out{std::vector<Vec3d>(count)};
  std::vector<Vec3d> r(forces.begin(), forces.end()), z = near.solve(r), p = z;
  const double enough = part * norm(r);
  double rz = dot(r, z);
  Lengths lengths{.pp = rz};
  while (out.products < most && rz > 0) {
    stop_if_asked(1);
    const std::vector<Vec3d> along = objective.product(p);
    ++out.products;
    const double curvature = dot(p, along);
    out.curves_down = !(curvature > flat * lengths.pp);
    double step = rz / curvature;
    Lengths next = lengths;
    next.go(out.curves_down ? 0 : step);
    out.at_edge = out.curves_down || next.ss > trust.radius * trust.radius;
    if (out.at_edge)
      step =
          std::isfinite(trust.radius) ? lengths.to_edge(trust.radius) : trust.reach / farthest(p);
    add(out.way, p, step);
    out.gain += step * (rz - 0.5 * step * curvature);
    lengths.go(step);
    if (out.at_edge) break;
    add(r, along, -step);
    out.solved = !(norm(r) > enough);
    if (out.solved) break;
    z = near.solve(r);
    const double next_rz = dot(r, z), beta = next_rz / rz;
    for_vertices(count, [&](std::size_t i) { p[i] = z[i] + p[i] * beta; });
    rz = next_rz;
    lengths.turn(beta, rz);
  }
  out.length = std::sqrt(std::max(0.0, lengths.ss));
  return out;
}

}  // namespace pliant::large_steps

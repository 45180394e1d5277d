#include "large_steps/conjugate_gradients.h"

#include <cmath>
#include <limits>

#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// Below this part of what the diagonal alone would give, a curvature is no better than zero.
constexpr double flat = 1e-12;
constexpr double least_share = 1e-9;

/// What is known of the way s and the direction p, in the metric of the diagonal.
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

BlockDiagonal::BlockDiagonal(const Objective& objective, std::span<const Sym3<double>> blocks)
    : objective_(objective) {
  // What nothing holds has the smallest number that can be divided by.
  constexpr double floor = std::numeric_limits<double>::min() * 0x1p60;
  factors_.assign(blocks.size(), DefiniteFactors<double>({1, 1, 1, 0, 0, 0}, least_share, floor));
  for_vertices(blocks.size(), [&](std::size_t i) {
    factors_[i] = DefiniteFactors<double>(blocks[i], least_share, floor);
  });
}

std::vector<Vec3d> BlockDiagonal::solve(std::span<const Vec3d> b) const {
  std::vector<Vec3d> out(b.size());
  for_vertices(b.size(), [&](std::size_t i) {
    out[i] = factors_[i].solve(b[i]);
    for (int k = 0; k < 3; ++k)
      if (!objective_.is_free(i, k)) out[i][k] = 0;
  });
  return out;
}

Solved solve(const Objective& objective, const BlockDiagonal& diagonal,
             std::span<const Vec3d> forces, double part, int most, const Trust& trust) {
  const std::size_t count = forces.size();
  Solved out{std::vector<Vec3d>(count)};
  std::vector<Vec3d> r(forces.begin(), forces.end()), z = diagonal.solve(r), p = z;
  const double enough = part * norm(r);
  double rz = dot(r, z);
  Lengths lengths{.pp = rz};
  while (out.products < most && rz > 0) {
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
    if (!(norm(r) > enough)) break;
    z = diagonal.solve(r);
    const double next_rz = dot(r, z), beta = next_rz / rz;
    for_vertices(count, [&](std::size_t i) { p[i] = z[i] + p[i] * beta; });
    rz = next_rz;
    lengths.turn(beta, rz);
  }
  out.length = std::sqrt(std::max(0.0, lengths.ss));
  return out;
}

}  // namespace pliant::large_steps

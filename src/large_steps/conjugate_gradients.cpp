#include "large_steps/conjugate_gradients.h"

#include <limits>

#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// Below this part of what the diagonal alone would give, a curvature is no better than zero.
constexpr double flat = 1e-12;
constexpr double least_share = 1e-9;

}  // namespace

BlockDiagonal::BlockDiagonal(const Objective& objective, std::span<const Sym3<double>> blocks,
                             double shift)
    : objective_(objective), shifts_(blocks.size()) {
  // What nothing holds has the smallest number that can be divided by.
  constexpr double floor = std::numeric_limits<double>::min() * 0x1p60;
  factors_.assign(blocks.size(), DefiniteFactors<double>({1, 1, 1, 0, 0, 0}, least_share, floor));
  for_vertices(blocks.size(), [&](std::size_t i) {
    const double size = std::abs(trace(blocks[i]));
    shifts_[i] = shift * size;
    factors_[i] = DefiniteFactors<double>(plus_diagonal(blocks[i], shifts_[i]), least_share, floor);
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
             std::span<const Vec3d> forces, double part, int most) {
  const std::size_t count = forces.size();
  Solved out{std::vector<Vec3d>(count)};
  std::vector<Vec3d> r(forces.begin(), forces.end()), z = diagonal.solve(r), p = z;
  const double enough = part * norm(r);
  double rz = dot(r, z);
  while (out.products < most && rz > 0) {
    std::vector<Vec3d> along = objective.product(p);
    for_vertices(count, [&](std::size_t i) { along[i] += p[i] * diagonal.shifts()[i]; });
    ++out.products;
    const double curvature = dot(p, along);
    if (!(curvature > flat * rz)) {
      out.curves_down = true;
      if (out.products == 1) out.way = p;
      break;
    }
    const double step = rz / curvature;
    add(out.way, p, step);
    add(r, along, -step);
    if (!(norm(r) > enough)) break;
    z = diagonal.solve(r);
    const double next = dot(r, z), beta = next / rz;
    for_vertices(count, [&](std::size_t i) { p[i] = z[i] + p[i] * beta; });
    rz = next;
  }
  return out;
}

}  // namespace pliant::large_steps

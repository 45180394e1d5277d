#include "large_steps/preconditioner.h"

#include <limits>

#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

constexpr double least_share = 1e-9;

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

}  // namespace pliant::large_steps

#pragma once

#include <functional>
#include <vector>

#include "large_steps/objective.h"
#include "math/definite.h"

namespace pliant::large_steps {

/// The 3 x 3 blocks on the diagonal of the Hessian, made definite: what conjugate gradients are
/// preconditioned with.
class BlockDiagonal {
 public:
  /// `shift`: this part of each block's trace is added to its diagonal.
  BlockDiagonal(const Objective& objective, std::span<const Sym3<double>> blocks, double shift);

  std::vector<Vec3d> solve(std::span<const Vec3d> b) const;
  /// The multiple of the unit matrix that the shift is, by vertex, N/m.
  std::span<const double> shifts() const { return shifts_; }

 private:
  const Objective& objective_;
  std::vector<double> shifts_;
  std::vector<DefiniteFactors<double>> factors_;
};

struct Solved {
  std::vector<Vec3d> way;  // m
  int products = 0;
  bool curves_down = false;  // the matrix is not definite; the way is of what was found so far
};

/// Solves (H + shift) way = forces until no more than this part of the forces is left, or so many
/// products were taken.
Solved solve(const Objective& objective, const BlockDiagonal& diagonal,
             std::span<const Vec3d> forces, double part, int most);

}  // namespace pliant::large_steps

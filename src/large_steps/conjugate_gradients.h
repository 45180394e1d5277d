#pragma once

#include <vector>

#include "large_steps/objective.h"
#include "math/definite.h"

namespace pliant::large_steps {

/// The 3 x 3 blocks on the diagonal of the Hessian, made definite: what conjugate gradients are
/// preconditioned with, and what lengths of ways are measured by.
class BlockDiagonal {
 public:
  BlockDiagonal(const Objective& objective, std::span<const Sym3<double>> blocks);
  std::vector<Vec3d> solve(std::span<const Vec3d> b) const;

 private:
  const Objective& objective_;
  std::vector<DefiniteFactors<double>> factors_;
};

/// How far a way may lead.
struct Trust {
  double radius;  // as the blocks measure it, √J; infinite: as far as it likes
  double reach;   // m, of the vertex that goes farthest where the radius is infinite and the matrix
                  // curves down
};

struct Solved {
  std::vector<Vec3d> way;  // m
  double gain = 0;         // J, by which the energy falls if it is quadratic
  double length = 0;       // of the way, as the radius
  int products = 0;
  bool at_edge = false;  // it ends there, as the matrix curves down or the way would lead too far
  bool curves_down = false;
};

/// Solves H way = forces by conjugate gradients until no more than this part of the forces is left,
/// or so many products were taken. Where H curves down, or what is trusted ends, the way goes on to
/// the edge of that and stops there (Steihaug 1983).
Solved solve(const Objective& objective, const BlockDiagonal& diagonal,
             std::span<const Vec3d> forces, double part, int most, const Trust& trust);

}  // namespace pliant::large_steps

#pragma once

#include <vector>

#include "large_steps/preconditioner.h"

namespace pliant::large_steps {

/// How far a way may lead.
struct Trust {
  double radius;  // as the preconditioner measures it, √J; infinite: as far as it likes
  double reach;   // m, of the vertex that goes farthest where the radius is infinite and the matrix
                  // curves down
};

struct Solved {
  std::vector<Vec3d> way;  // m
  double gain = 0;         // J, by which the energy falls if it is quadratic
  double length = 0;       // of the way, as the radius
  int products = 0;
  bool solved = false;   // to the part that was asked for
  bool at_edge = false;  // it ends there, as the matrix curves down or the way would lead too far
  bool curves_down = false;
};

/// Solves H way = forces by conjugate gradients until no more than this part of the forces is left,
/// or so many products were taken. Where H curves down, or what is trusted ends, the way goes on to
/// the edge of that and stops there (Steihaug 1983).
Solved solve(const Objective& objective, const Preconditioner& near, std::span<const Vec3d> forces,
             double part, int most, const Trust& trust);

}  // namespace pliant::large_steps

#pragma once

#include <pliant/pull.h>

#include "large_steps/term.h"

namespace pliant::large_steps {

/// The pulls on a body: k/2 |x - t|² each, and what damps the velocity (x - z)/τ.
class PullTerm : public Term {
 public:
  /// `first`: the number of the body's first vertex; `start` are the places z of its vertices.
  PullTerm(std::span<const Pull> pulls, std::size_t first, std::span<const Vec3d> start,
           double span);
  void move_to(std::span<const Vec3d> places) override;
  double energy() const override;
  void add_forces(std::span<Vec3d> forces) const override;
  void add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const override;
  void add_blocks(std::span<Sym3<double>> blocks) const override;

 private:
  struct Spring {
    std::size_t vertex;
    Vec3d target, start;         // m
    double stiffness, per_move;  // N/m, of the spring and of its damping
    Vec3d place{};
  };
  std::vector<Spring> springs_;
};

}  // namespace pliant::large_steps

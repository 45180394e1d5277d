#pragma once

#include <memory>
#include <span>
#include <vector>

#include "large_steps/block_matrix.h"
#include "math/definite.h"

namespace pliant::large_steps {

/// A definite matrix near the Hessian: what conjugate gradients are preconditioned with, and what
/// lengths of ways are measured by.
class Preconditioner {
 public:
  virtual ~Preconditioner() = default;
  virtual std::vector<Vec3d> solve(std::span<const Vec3d> b) const = 0;
};

/// The 3 x 3 blocks on the diagonal of the Hessian, made definite.
class BlockDiagonal : public Preconditioner {
 public:
  BlockDiagonal(const Objective& objective, std::span<const Sym3<double>> blocks);
  std::vector<Vec3d> solve(std::span<const Vec3d> b) const override;

 private:
  const Objective& objective_;
  std::vector<DefiniteFactors<double>> factors_;
};

/// The factors of a Hessian that the bodies have now, with so much more on the diagonal that it is
/// definite. Null where a build has no sparse factorisation.
class Factors {
 public:
  /// Nothing is computed yet but how much that would be.
  static std::unique_ptr<Factors> of(const Objective& objective);
  virtual ~Factors() = default;
  /// Of renew(), over a product with the Hessian.
  virtual double cost() const = 0;
  /// With the Hessian, which renew() takes.
  virtual std::size_t products() const = 0;
  /// The factors are those of where the bodies are; false: they are of no use.
  virtual bool renew() = 0;
  virtual const Preconditioner& preconditioner() const = 0;
};

}  // namespace pliant::large_steps

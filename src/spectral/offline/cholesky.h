#pragma once

#include <memory>

#include "spectral/offline/matrices.h"

namespace pliant::spectral::offline {

/// (K + shift M) = L L^T by supernodes, vertices ordered by nested dissection. L's fill-in is found
/// once, the numbers for any shift. Ours, or CHOLMOD's where a build has PLIANT_CHOLMOD.
class Cholesky {
 public:
  explicit Cholesky(const Matrices& matrices);
  ~Cholesky();
  Cholesky(const Cholesky&) = delete;
  Cholesky& operator=(const Cholesky&) = delete;

  /// Multiplications that factorise() takes.
  double work() const;
  /// False where the matrix is not positive definite.
  bool factorise(double shift);
  /// x = (K + shift M)^-1 b.
  void solve(const double* b, double* x) const;
  /// An estimate of the smallest pivot over the largest, squared: near zero, K + shift M is
  /// singular but for rounding.
  double reciprocal_condition() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace pliant::spectral::offline

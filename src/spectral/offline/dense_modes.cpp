#include <pliant/error.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "spectral/offline/elastic_modes.h"

namespace pliant::spectral::offline {

EigenPairs dense_modes(const Matrices& matrices, const Eigen::MatrixXd& known, std::size_t count) {
  const auto n = static_cast<Eigen::Index>(matrices.degrees_of_freedom());
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(n, n), mass = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t row = 0; row < matrices.size(); ++row)
    for (std::size_t k = matrices.rows[row]; k < matrices.rows[row + 1]; ++k)
      for (std::size_t a = 0; a < 3; ++a) {
        const auto i = static_cast<Eigen::Index>(3 * row + a);
        const auto j = static_cast<Eigen::Index>(3 * std::size_t{matrices.columns[k]});
        for (Eigen::Index b = 0; b < 3; ++b)
          stiffness(i, j + b) = matrices.stiffness[k][3 * a + static_cast<std::size_t>(b)];
        mass(i, j + static_cast<Eigen::Index>(a)) = matrices.mass[k];
      }
  const Eigen::LLT<Eigen::MatrixXd> root(mass);
  if (root.info() != Eigen::Success ||
      root.matrixLLT().diagonal().minCoeff() < 1e-7 * std::sqrt(mass.diagonal().maxCoeff()))
    throw InputError("", 0, "the mass matrix of this mesh is singular",
                     "take the consistent or lumped one, or refine the mesh");
  if (known.cols() > 0) {
    // Lifts the known ones above all others: the Frobenius norm of K M^-1 would do; this is more.
    const double lift = 10 * stiffness.norm() / mass.diagonal().minCoeff();
    const Eigen::MatrixXd weighted = mass * known;
    stiffness += lift * weighted * weighted.transpose();
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(stiffness, mass);
  const auto wanted = static_cast<Eigen::Index>(count);
  return {solver.eigenvalues().head(wanted), solver.eigenvectors().leftCols(wanted)};
}

}  // namespace pliant::spectral::offline

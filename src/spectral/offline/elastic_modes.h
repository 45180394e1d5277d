#pragma once

#include <Eigen/Core>

#include "spectral/offline/matrices.h"

namespace pliant::spectral::offline {

struct EigenPairs {
  Eigen::VectorXd values;   ///< ascending
  Eigen::MatrixXd vectors;  ///< M-orthonormal columns
};

/// The `count` lowest eigenpairs of K x = M x lambda among the x that are M-orthogonal to some
/// that are known, which are M-orthonormal; all in natural units. By matrices without zeros, for
/// small solids or many modes.
EigenPairs dense_modes(const Matrices& matrices, const Eigen::MatrixXd& known, std::size_t count);
/// The same by Spectra's restarted Lanczos with (K + shift M)^-1.
EigenPairs sparse_modes(const Matrices& matrices, const Eigen::MatrixXd& known, std::size_t count,
                        const Progress& progress);

}  // namespace pliant::spectral::offline

#pragma once

#include <Eigen/Core>

#include "spectral/offline/matrices.h"

namespace pliant::spectral::offline {

/// Three translations and three turns round the centre of mass, M-orthonormal in natural units. A
/// column each.
Eigen::MatrixXd rigid_motions(const ElasticSolid& solid, const Matrices& matrices);

}  // namespace pliant::spectral::offline

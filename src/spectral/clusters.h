#pragma once

#include "spectral/solid.h"

namespace pliant::spectral {

/// Weight acts on clusters of nodes that share a rotation: sum of Φᵀ Rᵀ m g without a loop over all
/// nodes in every step. `masses`: of each region's nodes, kg.
std::vector<Data::Cluster> make_clusters(const Data& data,
                                         const std::vector<std::vector<double>>& masses);

/// What a spinning frame does to the solid in its rest shape, by products of the spin's components.
std::vector<double> centrifugal_loads(const Data& data,
                                      const std::vector<std::vector<double>>& masses);

}  // namespace pliant::spectral

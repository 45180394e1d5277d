#pragma once

#include "spectral/mode_problem.h"

namespace pliant::spectral::offline {

/// Displacements of a solid and forces that were checked.
std::vector<Vec3d> static_displacements(const ElasticSolid& solid, std::span<const Vec3d> forces);

}  // namespace pliant::spectral::offline

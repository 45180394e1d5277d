#pragma once

#include "spectral/mode_problem.h"

namespace pliant::spectral::offline {

/// The lowest modes of a solid that was checked.
Modes lowest_modes(const ElasticSolid& solid, std::size_t count, MassMatrix mass,
                   const Progress& progress);

}  // namespace pliant::spectral::offline

#pragma once

#include "backend/backend.h"

namespace pliant {

/// The energy that follows from a state's sums, that of its pulls included.
State::Energy energy_from(const State& state, const backend::EnergySums& sums);
double gravitational_from(const State& state, const backend::EnergySums& sums);  // J

}  // namespace pliant

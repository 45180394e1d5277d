#pragma once

#include <pliant/diverged.h>
#include <pliant/model.h>

namespace pliant {

/// Steps the last good state on until it goes wrong, to name the vertex, and the relation that
/// pulls most at it. The state itself ends as the last good one.
Diverged find_blame(State& state);

}  // namespace pliant

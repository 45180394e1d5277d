#pragma once

#include <pliant/hanging_surface.h>
#include <pliant/model.h>

#include <span>

#include "contact/surfaces.h"
#include "model/touching_obstacles.h"

namespace pliant {

/// The surfaces that the bodies of a world and its obstacles touch with. InputError where a skin is
/// too thick or too thin for one, or what is said to hang in a body does not.
contact::Surfaces contact_surfaces(const State& world, const Contact& settings,
                                   std::span<const HangingSurface> hanging,
                                   const TouchingObstacles& obstacles);

/// InputError where they are not within tetrahedra of their bodies, or two are of one body.
void check_hanging(std::span<const HangingSurface> surfaces, const State& world);

}  // namespace pliant

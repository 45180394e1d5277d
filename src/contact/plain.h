#pragma once

#include <pliant/obstacle.h>

#include <span>
#include <vector>

#include "contact/obstacles.h"

namespace pliant::contact {

/// The first floor that neither moves, bounces nor rubs and is a constraint: the loop over all
/// vertices keeps them above it. Null: none.
const Floor* smooth_floor(std::span<const Obstacle> obstacles);
/// All others in their order, in plain numbers; surfaces where they are on the host.
std::vector<PlainObstacle> plain_others(std::span<const Obstacle> obstacles);

PlainObstacle plain(const Obstacle& obstacle);

}  // namespace pliant::contact

#pragma once

#include "cases/measure.h"

namespace pliant::bench {

/// For measure_selection(): held by its underside, without gravity or obstacles, so that all of it
/// sleeps until something wakes it.
void lay_to_rest(Case& which, std::vector<double> active_shares);

/// Steps of a case with active shares, in turns: the full step without dynamic selection; with
/// every node awake (on the CPU); with these parts of its nodes awake, those nearest to the middle
/// of its upper side; at rest. A card selects by patches: as many nodes as whole patches have
/// without being more.
Measured measure_selection(const Case& which, const MeasureOptions& options);

}  // namespace pliant::bench

#pragma once

#include <pliant/simulation.h>

namespace pliant::viewer {

/// A mesh, surface or built-in shape that falls on a floor, for as long as one likes to look:
/// springs and volumes of this material, half its size above the floor.
Simulation falling(const std::string& mesh, const std::string& material);

}  // namespace pliant::viewer

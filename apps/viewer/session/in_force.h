#pragma once

#include <pliant/simulation.h>

namespace pliant::viewer {

/// The number or name that is used where a parameter of forces is left to the material, with its
/// unit; empty where that is not known.
std::string in_force(const Action& action, const std::string& parameter,
                     const std::vector<Simulation::SourcePointer>& bodies);

}  // namespace pliant::viewer

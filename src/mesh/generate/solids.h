#pragma once

#include <pliant/mesh.h>

#include <vector>

namespace pliant::generate {

struct Solid {
  Mesh surface;
  bool single = false;       ///< known to be connected
  std::size_t cavities = 0;  ///< pieces that face inwards
};

/// Splits a closed surface into solids that do not meet: pieces that lie in one another, such as
/// the walls of a cavity, or that cut one another stay together. Filled one by one, solids a hair
/// apart are never joined.
std::vector<Solid> separate_solids(const Mesh& surface);

}  // namespace pliant::generate

#pragma once

#include <pliant/mesh.h>

#include <vector>

#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

/// The tetrahedra of a mesh that grows coarser away from the surface (Labelle and Shewchuk 2007,
/// section 4). Numbers the lattice's vertices.
std::vector<Tetrahedron> graded_tetrahedra(WarpedLattice& lattice);

}  // namespace pliant::generate

#pragma once

#include <pliant/mesh.h>
#include <pliant/progress.h>

#include "mesh/generate/field.h"

namespace pliant::generate {

/// Fills a solid with tetrahedra by isosurface stuffing (Labelle and Shewchuk 2007) on a lattice
/// of cubes of length `spacing`. All dihedral angles lie in [10.7°, 164.8°] whatever the field.
/// The mesh is empty where no lattice point lies inside.
Mesh stuff(const Field& field, double spacing, bool graded = false, const Progress& progress = {});

}  // namespace pliant::generate

#pragma once

#include <pliant/generate.h>

#include "mesh/generate/field.h"

namespace pliant::generate {

/// Fills the solid at the resolution that the options ask for. `volume` is the solid's, or 0
/// where it is not known. The mesh may be empty.
Mesh fill(const Field& field, const MesherOptions& options, double volume);

double volume_of(const Mesh& mesh);  ///< of the tetrahedra

}  // namespace pliant::generate

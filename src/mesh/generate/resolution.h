#pragma once

#include <pliant/generate.h>

#include "mesh/generate/field.h"

namespace pliant::generate {

struct Filling {
  Mesh mesh;            ///< may be empty
  double spacing = 0;   ///< of its lattice
  bool capped = false;  ///< the default resolution stopped before the volume was right
};

/// Fills the solid at the resolution that the options ask for. `volume` is the solid's, or 0
/// where it is not known.
Filling fill(const Field& field, const MesherOptions& options, double volume);

/// About the finest spacing with no more than this many lattice points.
double finest_spacing(const Box& box, double most_points);

}  // namespace pliant::generate

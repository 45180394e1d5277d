#pragma once

#include <pliant/generate.h>

#include "mesh/generate/resolution.h"
#include "mesh/generate/sizes.h"
#include "mesh/generate/surface_field.h"

namespace pliant::generate {

/// A mesh whose cubes are short where the solid is thin or curved.
struct Fitted {
  Mesh mesh;
  LatticeSizes sizes;      ///< of the cubes
  std::size_t solids = 0;  ///< of the surface, that do not meet
  std::size_t lost = 0;    ///< of them, that have no tetrahedra
  double crumbs = 0;       ///< volume of the pieces that were left out
  double needed = 0;       ///< about how many tetrahedra would hold the thin parts; 0: all are held
  double sharp_length = 0, kept_length = 0;  ///< of sharp edges, and what of it the mesh follows
  double distance = 0;                       ///< the greatest between mesh and surface
  double far = 0;     ///< the area where that is more than half the length of even cubes
  bool good = false;  ///< all angles lie within the bounds and something was made
};

/// Fills a surface with about this many tetrahedra.
Fitted fit(const Mesh& surface, const SurfaceField& field, const MesherOptions& options,
           std::size_t tetrahedra);

}  // namespace pliant::generate

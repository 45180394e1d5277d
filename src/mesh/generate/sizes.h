#pragma once

#include <pliant/mesh.h>

#include <vector>

#include "mesh/generate/surface_field.h"

namespace pliant::generate {

/// A place on a surface and what the lattice must not exceed there to hold it.
struct SurfaceSample {
  Vec3d point;
  double area = 0;       ///< of the surface that it stands for
  double thickness = 0;  ///< to the opposite side through the solid; infinite where far
  double gap = 0;        ///< to the opposite side through the outside; infinite where far
  double radius = 0;  ///< of the surface's curvature; infinite at sharp edges, which are snapped to
};

/// What the lengths of a lattice's cubes are chosen by.
struct LatticeSizes {
  double largest = 0;   ///< at the surface
  double smallest = 0;  ///< where it is thin
  double relaxed = 1;   ///< longer by this than it takes to hold thin and curved parts well
  bool curved = true;   ///< whether curvature counts
};

/// The longest cubes that hold the surface at a sample. Cubes of 0.8 of the thickness keep a sheet
/// whole and a rod in one piece, of 0.8 of the gap two sides apart. Where the surface is only
/// curved they are not shorter than half the largest.
double wanted_size(const SurfaceSample& sample, const LatticeSizes& sizes);

/// Samples of a surface, at distances of about the sizes wanted there. Opposite sides are searched
/// for up to `reach`; no triangle is split below `finest`.
std::vector<SurfaceSample> sample_surface(const Mesh& surface, const SurfaceField& field,
                                          double reach, double finest);

}  // namespace pliant::generate

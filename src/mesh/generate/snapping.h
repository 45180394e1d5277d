#pragma once

#include <span>

#include "mesh/generate/features.h"
#include "mesh/generate/improve.h"

namespace pliant::generate {

/// Moves vertices of the boundary to the sharp edges and corners of the surface, corners first, as
/// far as the angles stay within the mesher's bounds.
void snap_to_features(const Features& features, Improver& improver, std::vector<Vec3d>& vertices,
                      std::span<const Freedom> freedom, std::span<const Triangle> boundary);

/// The length of the sharp edges along which edges of the boundary run.
double kept_length(const Features& features, std::span<const Vec3d> vertices,
                   std::span<const Freedom> freedom, std::span<const Triangle> boundary);

}  // namespace pliant::generate

#pragma once

#include <pliant/stress.h>

#include "spectral/motion.h"

// Stress of a spectral solid: Hooke's law for the strain of the linear displacement u = Φ q, and of
// ζ u', turned with the tetrahedron: by the mean of its nodes' rotation vectors, then by the frame.

namespace pliant::spectral {

/// Of each tetrahedron, Pa; NaN where it is rigid.
std::vector<Stress> stresses_of(const Data& data, const Motion& motion);

/// What deformable tetrahedra pull their vertices with, N, by vertex; `of`: vertices that are asked
/// for, in their order. Others get nothing.
std::vector<Vec3d> element_pulls(const Data& data, const Motion& motion, std::span<const Index> of);

}  // namespace pliant::spectral

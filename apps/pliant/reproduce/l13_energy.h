#pragma once

#include <pliant/tet_mesh.h>

#include <span>

namespace pliant::app::l13 {

/// J. What the volume forces of (3.11) with this k_V have taken up. They push each vertex by k_V C,
/// C = V - V₀, along the unit normal of the face opposite it, and are no gradient; what they take
/// up depends on the way. This is their work where every tetrahedron changes its size alone: with
/// A_i the areas of its faces the power is k_V C (3/4) Σ 1/A_i dV/dt, and A_i grows as V to the
/// power 2/3.
double normal_volume_energy(const TetMesh& rest, std::span<const Vec3d> positions,
                            double stiffness);

}  // namespace pliant::app::l13

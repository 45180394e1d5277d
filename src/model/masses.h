#pragma once

#include <pliant/tet_mesh.h>

#include <vector>

namespace pliant {

/// Masses of the vertices in kg after L13 (3.13): proportional to the average volume of the
/// tetrahedra at a vertex, scaled to the total mass. A vertex without tetrahedra gets none.
std::vector<double> average_volume_masses(const TetMesh& mesh, double total_mass);

}  // namespace pliant

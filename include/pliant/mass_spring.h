#pragma once

#include <pliant/material.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>

#include <vector>

namespace pliant {

/// Constants of a body of springs and preserved volumes. With l and V an edge's length and a
/// tetrahedron's volume, L and V0 those at rest, their energies are
///   edge         1/2 k_e ((l - L) / L)^2
///   tetrahedron  1/2 k_t ((V - V0) / V0)^2,
/// so that constants of all sizes of meshes compare. None is negative.
struct MassSpringConstants {
  std::vector<double> edge;         ///< J, one for each of mesh.edges()
  std::vector<double> tetrahedron;  ///< J, one for each tetrahedron; empty for springs alone
  double young = 0;                 ///< Pa, what the constants express: may differ from what
  double poisson = 0;               ///< was asked for, which a note then says
};

enum class MassSpringTerms {
  springs_and_volumes,
  springs,  ///< answers like a Poisson's ratio of 1/4, or less on regular grids
};

/// The range of Poisson's ratios that springs with preserved volumes express. Below, volumes would
/// have to push where they should pull; above, the steps of an explicit integrator become tiny.
inline constexpr double least_mass_spring_poisson = 0.25, largest_mass_spring_poisson = 0.495;

/// Constants with which a bar of this mesh, stretched or sheared along the coordinate axes, answers
/// like the material: Young's modulus and the shear modulus of boxes come out within 10 % (see
/// src/model/mass_spring_fit.h for how, and how well). The result is the same for any number of
/// threads.
MassSpringConstants mass_spring_constants(
    const TetMesh& mesh, const Material& material, Notes* notes = nullptr,
    MassSpringTerms terms = MassSpringTerms::springs_and_volumes);

}  // namespace pliant

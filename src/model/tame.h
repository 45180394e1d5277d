#pragma once

#include <pliant/mass_spring.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>

#include <span>

namespace pliant {

/// Damping of each relation of a mass-spring solid, J s.
struct MassSpringDamping {
  std::vector<double> edge, tetrahedron;
};

/// A few ill-shaped tetrahedra can be so much faster than all others that they alone dictate the
/// time step. Their constants are lowered until no vertex is more than `most` times as fast as the
/// median one; a note says how many. 0: none.
void slow_down(const TetMesh& mesh, std::span<const double> masses, double most,
               MassSpringConstants& constants, Notes* notes);

/// Damping in proportion to stiffness, `time` in s. Where `share` is above 0, each relation gets at
/// most that share of what would be critical for the fastest motion of its vertices.
MassSpringDamping damping_of(const TetMesh& mesh, std::span<const double> masses,
                             const MassSpringConstants& constants, double time, double share);

}  // namespace pliant

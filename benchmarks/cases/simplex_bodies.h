#pragma once

#include <pliant/body.h>
#include <pliant/mesh.h>

// Bodies for any mesh, however ill-shaped: those of R06, and its worst case among the cases.

namespace pliant::bench {

struct SimplexConstants {
  double stiffness = 1000;        ///< N/m of a spring
  double mass = 0.001;            ///< kg of a simplex
  double damping_time = 0.00001;  ///< s; springs alone have none
};

/// Every simplex of the mesh (tetrahedra, else triangles, else lines) has a spring of this constant
/// along each of its edges (R06 section 5) and shares its mass evenly among its vertices. Springs
/// of several simplices along one edge are one spring of the sum of their constants: the same
/// forces. Set: DistanceSpring, edges in lexicographic order.
Body simplex_springs(const Mesh& mesh, const SimplexConstants& constants = {});

/// The same forces the way R06 computes them: each triangle or tetrahedron is one relation that has
/// all its springs and their rest lengths itself, so that an edge's spring is computed once for
/// each simplex there. Set: TriangleSprings or TetrahedronSprings; DistanceSpring for lines.
Body own_simplex_springs(const Mesh& mesh, const SimplexConstants& constants = {});

/// simplex_springs() with damping, and with preserved volumes about as stiff as the springs. Sets:
/// DistanceSpring, VolumePreserve.
Body simplex_solid(const Mesh& mesh, const SimplexConstants& constants = {});

/// Half of a step with which these bodies are stable, whatever the mesh, s. By Gershgorin's
/// theorem no square of a frequency exceeds the largest sum of a row of M⁻¹K, and that does not
/// depend on how many simplices a vertex has, since its mass grows with them.
double springs_step(const Mesh& mesh, const SimplexConstants& constants = {});
double solid_step(const SimplexConstants& constants = {});

}  // namespace pliant::bench

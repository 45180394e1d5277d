#pragma once

#include <pliant/tet_mesh.h>

#include <cstddef>
#include <span>
#include <vector>

namespace pliant {

/// How a body's mass is shared among its vertices.
enum class MassDistribution {
  average_volume,  ///< proportional to the average volume of the tetrahedra at a vertex, L13 (3.13)
  lumped,          ///< a quarter of each tetrahedron to each of its vertices
  voronoi,         ///< what is nearest to a vertex: its clipped Voronoi cell, E06 5.5
};

/// Masses of the vertices in kg for a density in kg/m³. They add up to density * volume. A vertex
/// without tetrahedra gets none. InputError unless the density is positive and finite.
std::vector<double> vertex_masses(const TetMesh& mesh, double density,
                                  MassDistribution distribution);

/// A tetrahedron of a cage that is less full than this counts as this full: vertices need some
/// mass.
inline constexpr double least_fill = 0.005;

/// Of its whole stiffness, what a tetrahedron has of which a share is solid. Less than the share: a
/// tetrahedron that the surface cuts stretches evenly, which what is solid of it need not do. This
/// power makes cages sag as fitted meshes of as many tetrahedra do, or a little closer to fine ones
/// (docs/meshes.md); it matters less the fewer tetrahedra the surface cuts.
double stiffness_share(double fill);

/// The lumped ones where only a share of each tetrahedron is solid, see SolidOptions::fill.
std::vector<double> filled_masses(const TetMesh& mesh, double density,
                                  std::span<const double> fill);

/// The `average_volume` distribution of a total mass in kg.
std::vector<double> average_volume_masses(const TetMesh& mesh, double total_mass);

/// Raises masses whose inverse exceeds `largest_inverse` (1/kg) to 1 / largest_inverse, as L13
/// Table 5.2 does for larger time steps, and returns how many. Masses of 0 count as infinite
/// inverses.
std::size_t truncate_inverse_masses(std::vector<double>& masses, double largest_inverse);

}  // namespace pliant

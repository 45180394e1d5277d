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

/// Of its whole stiffness, what each tetrahedron has of which a share is solid. Less than the
/// share: a tetrahedron that the surface cuts stretches evenly, which what is solid of it need not
/// do. Where no tetrahedra nearby are full the solid is thinner than they are, and bends more
/// easily than it stretches: there it is less again. So cages sag and swing closer to fine meshes
/// than fitted ones of as many tetrahedra do (docs/meshes.md).
std::vector<double> stiffness_shares(const TetMesh& mesh, std::span<const double> fill);

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

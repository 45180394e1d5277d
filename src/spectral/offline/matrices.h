#pragma once

#include <array>

#include "spectral/mode_problem.h"

namespace pliant::spectral::offline {

/// Units in which the matrices have entries near one and the lowest elastic eigenvalues are near
/// one: eigensolvers have thresholds that are not relative.
struct Units {
  double mass = 1;        ///< kg, that of the solid
  double eigenvalue = 1;  ///< 1/s², (speed of sound in a bar / size)²
};
Units natural_units(const ElasticSolid& solid);

/// Stiffness and mass of linear tetrahedra between the vertices that may move, in natural units.
/// Rows are vertices; each row has its neighbours in ascending order, itself among them.
struct Matrices {
  Units units;
  std::vector<Index> vertices;    ///< of the solid, for each row
  std::vector<std::size_t> rows;  ///< where each begins in the following, and the end
  std::vector<Index> columns;
  std::vector<std::array<double, 9>> stiffness;  ///< a 3 x 3 block for each pair, row-major
  std::vector<double> mass;                      ///< times the unit matrix, for each pair

  std::size_t size() const { return vertices.size(); }
  std::size_t degrees_of_freedom() const { return 3 * size(); }
  /// out = M x, in parallel.
  void multiply_mass(const double* x, double* out) const;
};
Matrices assemble(const ElasticSolid& solid, MassMatrix mass);

/// u^T K u in natural units, summed from strains: for a rigid motion u of length 1 it is as small
/// as the square of a rounding error, where a product with K would leave the error itself.
double strain_energy(const ElasticSolid& solid, const Matrices& matrices, const double* u);

}  // namespace pliant::spectral::offline

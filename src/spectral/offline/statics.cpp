#include "spectral/offline/statics.h"

#include <pliant/error.h>

#include "spectral/offline/cholesky.h"

namespace pliant::spectral::offline {

std::vector<Vec3d> static_displacements(const ElasticSolid& solid, std::span<const Vec3d> forces) {
  std::vector<Vec3d> out(solid.vertices.size());
  const Matrices matrices = assemble(solid, MassMatrix::lumped);
  if (matrices.size() == 0) return out;
  Cholesky stiffness(matrices);
  // Of a solid that can still turn, only rounding errors are left of some pivots.
  constexpr double singular = 1e-13;
  if (!stiffness.factorise(0) || stiffness.reciprocal_condition() < singular)
    throw InputError("", 0, "the fixed vertices do not hold the solid: parts of it can still move",
                     "fix at least three vertices that are not in a line");
  const double unit = matrices.units.mass * matrices.units.eigenvalue;  // N/m
  std::vector<double> b;
  for (Index vertex : matrices.vertices)
    for (int axis = 0; axis < 3; ++axis) b.push_back(forces[vertex][axis] / unit);
  std::vector<double> x(b.size());
  stiffness.solve(b.data(), x.data());
  for (std::size_t row = 0; row < matrices.size(); ++row)
    out[matrices.vertices[row]] = {x[3 * row], x[3 * row + 1], x[3 * row + 2]};
  return out;
}

}  // namespace pliant::spectral::offline

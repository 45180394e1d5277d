#include "spectral/offline/rigid_motions.h"

namespace pliant::spectral::offline {

Eigen::MatrixXd rigid_motions(const ElasticSolid& solid, const Matrices& matrices) {
  const auto n = static_cast<Eigen::Index>(matrices.size());
  Vec3d centre{};
  for (Index vertex : matrices.vertices) centre += solid.vertices[vertex];
  centre = centre / static_cast<double>(n);
  double size = 0;
  for (Index vertex : matrices.vertices)
    size = std::max(size, length(solid.vertices[vertex] - centre));

  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(3 * n, 6);
  for (Eigen::Index row = 0; row < n; ++row) {
    const Vec3d x =
        (solid.vertices[matrices.vertices[static_cast<std::size_t>(row)]] - centre) / size;
    for (int axis = 0; axis < 3; ++axis) {
      motions(3 * row + axis, axis) = 1;
      Vec3d turn{};
      turn[axis] = 1;
      const Vec3d u = cross(turn, x);
      for (int i = 0; i < 3; ++i) motions(3 * row + i, 3 + axis) = u[i];
    }
  }
  // Twice is enough (Gram-Schmidt): what the first pass leaves is of the order of rounding.
  Eigen::VectorXd weighted(3 * n);
  for (int pass = 0; pass < 2; ++pass)
    for (Eigen::Index k = 0; k < 6; ++k) {
      for (Eigen::Index j = 0; j < k; ++j) {
        matrices.multiply_mass(motions.col(k).data(), weighted.data());
        motions.col(k) -= motions.col(j).dot(weighted) * motions.col(j);
      }
      matrices.multiply_mass(motions.col(k).data(), weighted.data());
      motions.col(k) /= std::sqrt(motions.col(k).dot(weighted));
    }
  return motions;
}

}  // namespace pliant::spectral::offline

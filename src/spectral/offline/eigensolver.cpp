#include "spectral/offline/eigensolver.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "spectral/offline/elastic_modes.h"
#include "spectral/offline/rigid_motions.h"

namespace pliant::spectral::offline {

namespace {

// Up to here matrices without zeros are as fast.
constexpr std::size_t small_solid = 450;
// Degrees of freedom; here a matrix without zeros has 300 MB.
constexpr std::size_t largest_dense = 6000;

// Both signs of a mode are right; the same one must come out everywhere. Of components that are
// largest but for rounding, the first counts.
void fix_sign(Eigen::Ref<Eigen::VectorXd> mode) {
  const double enough = (1 - 1e-6) * mode.cwiseAbs().maxCoeff();
  for (const double component : mode)
    if (std::abs(component) >= enough) {
      if (component < 0) mode = -mode;
      return;
    }
}

EigenPairs elastic_modes(const Matrices& matrices, const Eigen::MatrixXd& rigid, std::size_t count,
                         const Progress& progress) {
  const std::size_t n = matrices.degrees_of_freedom();
  if (n <= small_solid || (3 * count > n && n <= largest_dense))
    return dense_modes(matrices, rigid, count);
  if (3 * count > n)
    throw InputError(
        "", 0,
        text("over a third of the modes of a solid with ", n, " degrees of freedom are asked for"),
        text("ask for ", n / 3, " or fewer: the others say nothing about the solid"));
  return sparse_modes(matrices, rigid, count, progress);
}

class Result {
 public:
  Result(const ElasticSolid& solid, const Matrices& matrices)
      : matrices_(matrices), modes_{solid.vertices.size(), {}, {}} {}

  void add(double eigenvalue, Eigen::VectorXd shape) {
    fix_sign(shape);
    const std::size_t begin = modes_.shapes.size();
    modes_.eigenvalues.push_back(std::max(0.0, eigenvalue) * matrices_.units.eigenvalue);
    modes_.shapes.resize(begin + 3 * modes_.vertex_count, 0);
    const double scale = 1 / std::sqrt(matrices_.units.mass);
    for (std::size_t row = 0; row < matrices_.size(); ++row)
      for (std::size_t axis = 0; axis < 3; ++axis)
        modes_.shapes[begin + 3 * std::size_t{matrices_.vertices[row]} + axis] =
            scale * shape[static_cast<Eigen::Index>(3 * row + axis)];
  }
  Modes take() && { return std::move(modes_); }

 private:
  const Matrices& matrices_;
  Modes modes_;
};

}  // namespace

Modes lowest_modes(const ElasticSolid& solid, std::size_t count, MassMatrix mass,
                   const Progress& progress) {
  if (progress) progress(0, "assembling the matrices");
  const Matrices matrices = assemble(solid, mass);
  const bool is_free = matrices.size() == solid.vertices.size();
  const Eigen::MatrixXd rigid =
      is_free ? rigid_motions(solid, matrices)
              : Eigen::MatrixXd(static_cast<Eigen::Index>(matrices.degrees_of_freedom()), 0);
  Result result(solid, matrices);
  const std::size_t rigid_count = std::min(count, static_cast<std::size_t>(rigid.cols()));
  std::vector<std::pair<double, Eigen::Index>> order;
  for (Eigen::Index k = 0; k < rigid.cols(); ++k)
    order.emplace_back(strain_energy(solid, matrices, rigid.col(k).data()), k);
  std::ranges::sort(order);
  for (std::size_t k = 0; k < rigid_count; ++k)
    result.add(order[k].first, rigid.col(order[k].second));
  if (count > rigid_count) {
    const EigenPairs elastic = elastic_modes(matrices, rigid, count - rigid_count, progress);
    for (Eigen::Index k = 0; k < elastic.values.size(); ++k)
      result.add(elastic.values[k], elastic.vectors.col(k));
  }
  if (progress) progress(1, "finding the modes");
  return std::move(result).take();
}

}  // namespace pliant::spectral::offline

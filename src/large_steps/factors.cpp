#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "backend/backend.h"
#include "large_steps/preconditioner.h"

#ifdef PLIANT_HAVE_FACTORISATION
#include "spectral/offline/cholesky.h"
#endif

namespace pliant::large_steps {

#ifdef PLIANT_HAVE_FACTORISATION

namespace {

using spectral::offline::Cholesky;
using spectral::offline::Matrices;

// Multiplications of a product with a relation's stiffness by dual numbers, in the time of one in
// dense factors: many relations are done at once by each.
constexpr double work_of_relation = 400;
// What is added to the diagonal, over its mean, until the factors are those of a definite matrix.
constexpr double least_shift = 1e-6, most_shift = 10, shift_growth = 100;
// Entries of the factors: 1 GB.
constexpr double most_work = 2e11;

class SparseFactors final : public Factors, Preconditioner {
 public:
  explicit SparseFactors(const Objective& objective) : objective_(objective), finder_(objective) {
    double relations = 1;
    for (const Part& part : objective.parts()) {
      const Model& model = part.body->model;
      for (std::size_t set = 0; set < model.set_count(); ++set)
        relations += static_cast<double>(model.relation_count(set));
    }
    look_for_pattern(finder_.pattern());
    cost_ = finder_.cost() + cholesky_->work() / (work_of_relation * relations);
    if (cholesky_->work() > most_work) cost_ = std::numeric_limits<double>::infinity();
  }

  double cost() const override { return cost_; }
  std::size_t products() const override { return finder_.products(); }

  bool renew() override {
    BlockMatrix hessian = finder_.find();
    if (hessian.columns != matrices_.columns || hessian.rows != matrices_.rows)
      look_for_pattern(hessian);
    matrices_.stiffness = std::move(hessian.blocks);
    for (std::size_t v = 0; v < matrices_.size(); ++v)
      for (std::size_t k = matrices_.rows[v]; k < matrices_.rows[v + 1]; ++k) {
        const std::array<double, 9>& b = matrices_.stiffness[k];
        if (matrices_.columns[k] == v)
          matrices_.mass[k] = (std::abs(b[0]) + std::abs(b[4]) + std::abs(b[8])) / 3;
        if (!std::ranges::all_of(b, [](double x) { return std::isfinite(x); })) return false;
      }
    for (double shift = 0; shift < most_shift; shift = std::max(least_shift, shift * shift_growth))
      if (cholesky_->factorise(shift)) return true;
    return false;
  }

  const Preconditioner& preconditioner() const override { return *this; }

  std::vector<Vec3d> solve(std::span<const Vec3d> b) const override {
    std::vector<Vec3d> x(b.size());
    static_assert(sizeof(Vec3d) == 3 * sizeof(double));
    cholesky_->solve(&b[0].x, &x[0].x);
    for (std::size_t i = 0; i < x.size(); ++i)
      for (int k = 0; k < 3; ++k)
        if (!objective_.is_free(i, k)) x[i][k] = 0;
    return x;
  }

 private:
  void look_for_pattern(const BlockMatrix& hessian) {
    cholesky_.reset();
    matrices_.rows = hessian.rows;
    matrices_.columns = hessian.columns;
    matrices_.vertices.resize(hessian.size());
    for (Index v = 0; v < hessian.size(); ++v) matrices_.vertices[v] = v;
    matrices_.stiffness.assign(hessian.columns.size(), {});
    matrices_.mass.assign(hessian.columns.size(), 0);
    cholesky_.emplace(matrices_);
  }

  const Objective& objective_;
  HessianFinder finder_;
  Matrices matrices_{};
  std::optional<Cholesky> cholesky_;
  double cost_ = 0;
};

}  // namespace

std::unique_ptr<Factors> Factors::of(const Objective& objective) {
  return std::make_unique<SparseFactors>(objective);
}

#else

std::unique_ptr<Factors> Factors::of(const Objective&) {
  return nullptr;
}

#endif

}  // namespace pliant::large_steps

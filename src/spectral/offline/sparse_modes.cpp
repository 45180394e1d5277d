#include <Spectra/SymGEigsShiftSolver.h>
#include <pliant/error.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "spectral/offline/cholesky.h"
#include "spectral/offline/elastic_modes.h"

namespace pliant::spectral::offline {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Count = Eigen::Index;

/// Tells how far the solves have come of those that are usual.
struct Solves {
  const Progress& progress;
  double expected = 1;
  double done = 0;

  void count() {
    ++done;
    if (progress) progress(0.2 + 0.8 * std::min(1.0, done / expected), "finding the modes");
  }
};

class Mass {
 public:
  using Scalar = double;
  explicit Mass(const Matrices& matrices) : matrices_(matrices) {}
  Count rows() const { return static_cast<Count>(matrices_.degrees_of_freedom()); }
  Count cols() const { return rows(); }
  void perform_op(const double* in, double* out) const { matrices_.multiply_mass(in, out); }

 private:
  const Matrices& matrices_;
};

// x -> (K + shift M)^-1 x, less what is along the known vectors.
class InverseStiffness {
 public:
  using Scalar = double;

  InverseStiffness(const Matrices& matrices, const Cholesky& cholesky, const MatrixXd& known,
                   Solves& solves)
      : cholesky_(cholesky),
        known_(known),
        weighted_(matrices.degrees_of_freedom(), known.cols()),
        solves_(solves) {
    for (Count k = 0; k < known.cols(); ++k)
      matrices.multiply_mass(known.col(k).data(), weighted_.col(k).data());
  }

  Count rows() const { return weighted_.rows(); }
  Count cols() const { return rows(); }
  void set_shift(double) {}  // it is in the factor already
  void perform_op(const double* in, double* out) const {
    cholesky_.solve(in, out);
    remove_known(out);
    solves_.count();
  }
  void remove_known(double* x) const {
    if (known_.cols() == 0) return;
    Eigen::Map<VectorXd> vector(x, rows());
    vector -= known_ * (weighted_.transpose() * vector);
  }

 private:
  const Cholesky& cholesky_;
  const MatrixXd& known_;
  MatrixXd weighted_;  // M times known
  Solves& solves_;
};

// The shift keeps K + shift M positive definite though K is not, where the solid is free. It is
// small beside the lowest elastic eigenvalue of all but needles, so that eigenvalues are far apart
// in (K + shift M)^-1; since rigid motions are projected out, its size does not matter otherwise.
double factorised_shift(Cholesky& cholesky) {
  for (double shift = 1e-3; shift < 1e7; shift *= 100)
    if (cholesky.factorise(shift)) return shift;
  throw InputError("", 0, "the stiffness matrix is not positive definite",
                   "some tetrahedra are nearly flat: 'pliant check' names them");
}

MatrixXd beside(const MatrixXd& a, const MatrixXd& b) {
  MatrixXd both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

// The lowest of both.
EigenPairs merged(const EigenPairs& a, const EigenPairs& b, Count count) {
  VectorXd values(a.values.size() + b.values.size());
  values << a.values, b.values;
  const MatrixXd vectors = beside(a.vectors, b.vectors);
  std::vector<Count> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Count{0});
  std::ranges::stable_sort(order, {}, [&](Count k) { return values[k]; });
  order.resize(static_cast<std::size_t>(count));
  return {values(order), vectors(Eigen::all, order)};
}

class Search {
 public:
  Search(const Matrices& matrices, const MatrixXd& rigid, Solves& solves)
      : matrices_(matrices), rigid_(rigid), solves_(solves), cholesky_(matrices) {
    if (solves.progress) solves.progress(0.1, "factorising the stiffness");
    shift_ = factorised_shift(cholesky_);
  }

  EigenPairs lowest(Count count) const {
    unsigned long seed = 1;
    EigenPairs found = lanczos(rigid_, count, exact, seed);
    // Of an eigenvalue that comes several times, as in symmetric solids, Lanczos may have found
    // too few copies: what is left must lie above all that was found. Each start is another one,
    // since an eigenvector that is orthogonal to a start is never found from it.
    for (;;) {
      const MatrixXd known = beside(rigid_, found.vectors);
      constexpr double surely = 1 - 1e-7;
      if (lanczos(known, 1, rough, ++seed).values[0] >= surely * found.values[count - 1])
        return found;
      found = merged(found, lanczos(known, copies, exact, ++seed), count);
    }
  }

 private:
  // Residuals, relative to the eigenvalues of (K + shift M)^-1.
  static constexpr double exact = 1e-11, rough = 1e-4;
  static constexpr Count copies = 3;  // that a solid's symmetries make at most

  // The `count` lowest of what is M-orthogonal to the known.
  EigenPairs lanczos(const MatrixXd& known, Count count, double tolerance,
                     unsigned long seed) const {
    const Count most = static_cast<Count>(matrices_.degrees_of_freedom()) - known.cols();
    const InverseStiffness inverse(matrices_, cholesky_, known, solves_);
    for (Count basis = std::min(2 * count + 20, most);; basis = std::min(2 * basis, most)) {
      if (auto pairs = lanczos(inverse, count, basis, tolerance, seed)) return *std::move(pairs);
      if (basis == most)
        throw InputError("", 0, "the modes of this solid could not be found",
                         "some tetrahedra may be nearly flat: 'pliant check' names them");
    }
  }

  std::optional<EigenPairs> lanczos(InverseStiffness inverse, Count count, Count basis,
                                    double tolerance, unsigned long seed) const {
    Mass mass(matrices_);
    // The eigenvalues come as 1/nu = lambda + shift.
    Spectra::SymGEigsShiftSolver<InverseStiffness, Mass, Spectra::GEigsMode::ShiftInvert> solver(
        inverse, mass, count, basis, 0.0);
    VectorXd start = Spectra::SimpleRandom<double>(seed).random_vec(inverse.rows());
    inverse.remove_known(start.data());
    solver.init(start.data());
    constexpr Count restarts = 50;
    solver.compute(Spectra::SortRule::LargestMagn, restarts, tolerance,
                   Spectra::SortRule::SmallestAlge);
    if (solver.info() != Spectra::CompInfo::Successful) return {};
    return EigenPairs{solver.eigenvalues().array() - shift_, solver.eigenvectors()};
  }

  const Matrices& matrices_;
  const MatrixXd& rigid_;
  Solves& solves_;
  Cholesky cholesky_;
  double shift_ = 0;
};

}  // namespace

EigenPairs sparse_modes(const Matrices& matrices, const MatrixXd& rigid, std::size_t count,
                        const Progress& progress) {
  if (progress) progress(0.05, "ordering the mesh");
  Solves solves{progress, 4 * static_cast<double>(count) + 50};
  return Search(matrices, rigid, solves).lowest(static_cast<Count>(count));
}

}  // namespace pliant::spectral::offline

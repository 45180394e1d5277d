#include "spectral/offline/cholesky.h"

#include <algorithm>
#include <limits>

#include "spectral/offline/blas.h"
#include "spectral/offline/supernodes.h"

namespace pliant::spectral::offline {

namespace {

/// What a supernode takes from the rows below it: the lower triangle of a square matrix.
struct Update {
  std::vector<double> values;
  std::size_t step = 0;
};

}  // namespace

// Multifrontal: each supernode gathers its part of the matrix and what its children leave it, is
// factorised as a dense matrix, and leaves the rest to its parent.
struct Cholesky::Factor {
  const blas::OneThread one_thread;
  const Matrices& matrices;
  const FillIn fill;
  std::vector<std::size_t> at;  // where the columns of each supernode begin, and the end
  std::vector<double> values;   // column-major, a supernode's own rows and those below
  mutable std::vector<double> sorted, below;  // of a vector that is solved for
  double smallest = 0, largest = 0;           // pivots

  explicit Factor(const Matrices& m) : matrices(m), fill(find_fill_in(m)) {
    std::size_t widest = 0, end = 0;
    for (const Supernode& s : fill.supernodes) {
      at.push_back(end);
      end += 9 * s.width * (s.width + s.below.size());
      widest = std::max(widest, s.below.size());
    }
    at.push_back(end);
    sorted.resize(m.degrees_of_freedom());
    below.resize(3 * widest);
  }

  static std::size_t step_of(const Supernode& s) { return 3 * (s.width + s.below.size()); }

  bool factorise(double shift) {
    values.assign(at.back(), 0);
    smallest = std::numeric_limits<double>::infinity();
    largest = 0;
    std::vector<Update> updates(fill.supernodes.size());
    std::vector<std::vector<std::size_t>> children(fill.supernodes.size());
    std::vector<std::size_t> place(matrices.size());  // of a vertex among the rows of a supernode
    for (std::size_t i = 0; i < fill.supernodes.size(); ++i) {
      const Supernode& s = fill.supernodes[i];
      for (std::size_t k = 0; k < s.width; ++k) place[s.first + k] = k;
      for (std::size_t k = 0; k < s.below.size(); ++k) place[s.below[k]] = s.width + k;
      double* const columns = values.data() + at[i];
      Update& update = updates[i];
      update.step = 3 * s.below.size();
      update.values.assign(update.step * update.step, 0);
      gather_matrix(s, shift, place, columns);
      for (const std::size_t child : children[i]) {
        gather_update(fill.supernodes[child], updates[child], s, place, columns, update);
        updates[child] = {};
      }
      if (!eliminate(s, columns, update)) return false;
      if (fill.parent[i] < fill.supernodes.size()) children[fill.parent[i]].push_back(i);
    }
    return true;
  }

  void gather_matrix(const Supernode& s, double shift, const std::vector<std::size_t>& place,
                     double* columns) const {
    for (std::size_t j = s.first; j < s.first + s.width; ++j) {
      const Index row = fill.order[j];
      for (std::size_t k = matrices.rows[row]; k < matrices.rows[row + 1]; ++k) {
        const Index other = fill.position[matrices.columns[k]];
        if (other < j) continue;
        double* const block = columns + 3 * place[other] + 3 * (j - s.first) * step_of(s);
        for (std::size_t a = 0; a < 3; ++a)
          for (std::size_t b = 0; b < 3; ++b)
            block[b + a * step_of(s)] +=
                matrices.stiffness[k][3 * a + b] + (a == b ? shift * matrices.mass[k] : 0);
      }
    }
  }

  static void gather_update(const Supernode& child, const Update& from, const Supernode& s,
                            const std::vector<std::size_t>& place, double* columns,
                            Update& update) {
    for (std::size_t c = 0; c < child.below.size(); ++c) {
      const std::size_t column = place[child.below[c]];
      const std::size_t skipped = column < s.width ? 0 : s.width;  // rows that updates lack
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double* const source = from.values.data() + (3 * c + axis) * from.step;
        double* const target =
            skipped == 0 ? columns + (3 * column + axis) * step_of(s)
                         : update.values.data() + (3 * (column - skipped) + axis) * update.step;
        for (std::size_t r = c; r < child.below.size(); ++r) {
          double* const to = target + 3 * (place[child.below[r]] - skipped);
          for (std::size_t b = 0; b < 3; ++b) to[b] += source[3 * r + b];
        }
      }
    }
  }

  bool eliminate(const Supernode& s, double* columns, Update& update) {
    const std::size_t width = 3 * s.width, step = step_of(s);
    if (!blas::cholesky(columns, width, step)) return false;
    for (std::size_t k = 0; k < width; ++k) {
      smallest = std::min(smallest, columns[k + k * step]);
      largest = std::max(largest, columns[k + k * step]);
    }
    blas::divide_right(columns, width, step, columns + width, step - width, step);
    blas::subtract_square(update.values.data(), update.step, update.step, columns + width, width,
                          step);
    return true;
  }

  void solve(const double* b, double* x) const {
    for (std::size_t i = 0; i < matrices.size(); ++i)
      std::copy_n(b + 3 * fill.order[i], 3, sorted.data() + 3 * i);
    for (std::size_t i = 0; i < fill.supernodes.size(); ++i) forward(i);
    for (std::size_t i = fill.supernodes.size(); i-- > 0;) backward(i);
    for (std::size_t i = 0; i < matrices.size(); ++i)
      std::copy_n(sorted.data() + 3 * i, 3, x + 3 * fill.order[i]);
  }

  void forward(std::size_t i) const {
    const Supernode& s = fill.supernodes[i];
    const double* const columns = values.data() + at[i];
    double* const own = sorted.data() + 3 * s.first;
    const std::size_t width = 3 * s.width, step = step_of(s);
    blas::divide(columns, width, step, own);
    std::fill_n(below.data(), step - width, 0.0);
    blas::subtract_product(columns + width, step - width, width, step, own, below.data());
    for (std::size_t k = 0; k < s.below.size(); ++k)
      for (std::size_t a = 0; a < 3; ++a) sorted[3 * s.below[k] + a] += below[3 * k + a];
  }

  void backward(std::size_t i) const {
    const Supernode& s = fill.supernodes[i];
    const double* const columns = values.data() + at[i];
    double* const own = sorted.data() + 3 * s.first;
    const std::size_t width = 3 * s.width, step = step_of(s);
    for (std::size_t k = 0; k < s.below.size(); ++k)
      std::copy_n(sorted.data() + 3 * s.below[k], 3, below.data() + 3 * k);
    blas::subtract_transposed_product(columns + width, step - width, width, step, below.data(),
                                      own);
    blas::divide_transposed(columns, width, step, own);
  }
};

Cholesky::Cholesky(const Matrices& matrices) : factor_(std::make_unique<Factor>(matrices)) {}
Cholesky::~Cholesky() = default;

double Cholesky::work() const {
  double sum = 0;
  for (const Supernode& s : factor_->fill.supernodes)
    for (std::size_t k = 0; k < 3 * s.width; ++k) {
      const double below = 3 * static_cast<double>(s.width + s.below.size()) - double(k);
      sum += 0.5 * below * below;
    }
  return sum;
}

bool Cholesky::factorise(double shift) {
  return factor_->factorise(shift);
}

void Cholesky::solve(const double* b, double* x) const {
  factor_->solve(b, x);
}

double Cholesky::reciprocal_condition() const {
  const double ratio = factor_->smallest / factor_->largest;
  return ratio * ratio;
}

}  // namespace pliant::spectral::offline

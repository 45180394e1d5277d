#include "spectral/offline/cholesky.h"

#include <cholmod.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>

#include "spectral/offline/blas.h"

namespace pliant::spectral::offline {

namespace {

using Long = SuiteSparse_long;

// CHOLMOD's state, freed with what is allocated in it.
struct Common : cholmod_common {
  Common() {
    cholmod_l_start(this);
    print = 0;
    error_handler = nullptr;
    supernodal = CHOLMOD_SUPERNODAL;
    final_ll = 1;
    nmethods = 1;
    method[0].ordering = CHOLMOD_GIVEN;
    postorder = 1;
    quick_return_if_not_posdef = 1;
  }
  ~Common() { cholmod_l_finish(this); }
  Common(const Common&) = delete;
  Common& operator=(const Common&) = delete;
};

void check(const cholmod_common& common) {
  if (common.status == CHOLMOD_OUT_OF_MEMORY || common.status == CHOLMOD_TOO_LARGE)
    throw std::bad_alloc();
  if (common.status < CHOLMOD_OK)
    throw std::runtime_error("CHOLMOD failed with status " + std::to_string(common.status));
}

}  // namespace

struct Cholesky::Factor {
  const blas::OneThread one_thread;
  const Matrices& matrices;
  mutable Common common;
  cholmod_sparse* upper = nullptr;  // of K + shift M
  cholmod_factor* lower = nullptr;
  // Work space of the solves.
  mutable cholmod_dense *x = nullptr, *y = nullptr, *e = nullptr;

  explicit Factor(const Matrices& m) : matrices(m) {
    // Blocks of three rows have one pattern: dissecting the graph of vertices is ninefold cheaper.
    std::vector<Long> order = expanded(vertex_order());
    make_pattern();
    lower = cholmod_l_analyze_p(upper, order.data(), nullptr, 0, &common);
    check(common);
  }
  ~Factor() {
    for (cholmod_dense** work : {&x, &y, &e}) cholmod_l_free_dense(work, &common);
    cholmod_l_free_factor(&lower, &common);
    cholmod_l_free_sparse(&upper, &common);
  }
  Factor(const Factor&) = delete;
  Factor& operator=(const Factor&) = delete;

  std::vector<Long> vertex_order() {
    const std::size_t n = matrices.size();
    cholmod_sparse* graph =
        cholmod_l_allocate_sparse(n, n, matrices.columns.size(), 1, 1, 1, CHOLMOD_PATTERN, &common);
    check(common);
    auto* column = static_cast<Long*>(graph->p);
    auto* row = static_cast<Long*>(graph->i);
    Long at = 0;
    for (std::size_t i = 0; i < n; ++i) {
      column[i] = at;
      for (std::size_t k = matrices.rows[i]; k < matrices.rows[i + 1]; ++k)
        if (matrices.columns[k] <= i) row[at++] = matrices.columns[k];
    }
    column[n] = at;
    std::vector<Long> order(n);
    const int done = cholmod_l_metis(graph, nullptr, 0, 1, order.data(), &common);
    cholmod_l_free_sparse(&graph, &common);
    check(common);
    if (done == 0) throw std::runtime_error("METIS could not order the mesh");
    return order;
  }

  static std::vector<Long> expanded(const std::vector<Long>& order) {
    std::vector<Long> out;
    out.reserve(3 * order.size());
    for (Long vertex : order)
      for (Long axis = 0; axis < 3; ++axis) out.push_back(3 * vertex + axis);
    return out;
  }

  // Column 3 i + a of the upper triangle is row 3 i + a of the lower one.
  void make_pattern() {
    const std::size_t n = matrices.size();
    std::size_t entries = 0;
    each_entry([&](std::size_t, std::size_t, std::size_t, std::size_t) { ++entries; });
    upper = cholmod_l_allocate_sparse(3 * n, 3 * n, entries, 1, 1, 1, CHOLMOD_REAL, &common);
    check(common);
    auto* column = static_cast<Long*>(upper->p);
    auto* row = static_cast<Long*>(upper->i);
    std::memset(column, 0, (3 * n + 1) * sizeof(Long));
    std::size_t at = 0;
    each_entry([&](std::size_t i, std::size_t a, std::size_t k, std::size_t b) {
      row[at++] = static_cast<Long>(3 * matrices.columns[k] + b);
      column[3 * i + a + 1] = static_cast<Long>(at);
    });
  }

  template <class Visit>
  void each_entry(Visit visit) const {
    for (std::size_t i = 0; i < matrices.size(); ++i)
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t k = matrices.rows[i]; k < matrices.rows[i + 1]; ++k) {
          if (matrices.columns[k] > i) break;
          const std::size_t end = matrices.columns[k] == i ? a + 1 : 3;
          for (std::size_t b = 0; b < end; ++b) visit(i, a, k, b);
        }
  }

  bool factorise(double shift) {
    auto* value = static_cast<double*>(upper->x);
    each_entry([&](std::size_t, std::size_t a, std::size_t k, std::size_t b) {
      *value++ = matrices.stiffness[k][3 * a + b] + (a == b ? shift * matrices.mass[k] : 0);
    });
    cholmod_l_factorize(upper, lower, &common);
    check(common);
    return common.status != CHOLMOD_NOT_POSDEF && lower->minor == lower->n;
  }
};

Cholesky::Cholesky(const Matrices& matrices) : factor_(std::make_unique<Factor>(matrices)) {}
Cholesky::~Cholesky() = default;

double Cholesky::work() const {
  return 0.5 * factor_->common.fl;
}

bool Cholesky::factorise(double shift) {
  return factor_->factorise(shift);
}

void Cholesky::solve(const double* b, double* x) const {
  const Factor& f = *factor_;
  const std::size_t n = f.matrices.degrees_of_freedom();
  cholmod_dense right{};
  right.nrow = right.d = n;
  right.ncol = 1;
  right.nzmax = n;
  right.x = const_cast<double*>(b);  // CHOLMOD only reads it
  right.xtype = CHOLMOD_REAL;
  right.dtype = CHOLMOD_DOUBLE;
  cholmod_l_solve2(CHOLMOD_A, f.lower, &right, nullptr, &f.x, nullptr, &f.y, &f.e, &f.common);
  check(f.common);
  std::memcpy(x, f.x->x, n * sizeof(double));
}

double Cholesky::reciprocal_condition() const {
  return cholmod_l_rcond(factor_->lower, &factor_->common);
}

}  // namespace pliant::spectral::offline

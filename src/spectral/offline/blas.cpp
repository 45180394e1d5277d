#include "spectral/offline/blas.h"

#include <algorithm>
#include <cmath>
#include <mutex>

// BLAS as Fortran has it: everything by address, integers of 32 bits.
extern "C" {
void dsyrk_(const char* triangle, const char* transposed, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* beta, double* c,
            const int* ldc);
void dtrsm_(const char* side, const char* triangle, const char* transposed, const char* diagonal,
            const int* m, const int* n, const double* alpha, const double* a, const int* lda,
            double* b, const int* ldb);
void dtrsv_(const char* triangle, const char* transposed, const char* diagonal, const int* n,
            const double* a, const int* lda, double* x, const int* increment);
void dgemv_(const char* transposed, const int* m, const int* n, const double* alpha,
            const double* a, const int* lda, const double* x, const int* increment_x,
            const double* beta, double* y, const int* increment_y);
// There where the system's BLAS is OpenBLAS.
[[gnu::weak]] void openblas_set_num_threads(int threads);
[[gnu::weak]] int openblas_get_num_threads();
}

namespace pliant::spectral::offline::blas {

namespace {

// Bodies that step side by side may each have factors: the last one that goes gives the threads
// back.
std::mutex of_threads;
int wanting_one = 0, threads_before = 1;

int integer(std::size_t n) {
  return static_cast<int>(n);
}
int positive(std::size_t n) {
  return std::max(1, integer(n));
}  // as leading dimensions must be

// Column after column.
bool small_cholesky(double* a, std::size_t size, std::size_t step) {
  for (std::size_t j = 0; j < size; ++j) {
    double* const column = a + j * step;
    if (!(column[j] > 0) || !std::isfinite(column[j])) return false;
    const double pivot = column[j] = std::sqrt(column[j]);
    for (std::size_t i = j + 1; i < size; ++i) column[i] /= pivot;
    for (std::size_t k = j + 1; k < size; ++k) {
      double* const other = a + k * step;
      for (std::size_t i = k; i < size; ++i) other[i] -= column[i] * column[k];
    }
  }
  return true;
}

void solve_triangle(const char* how, const double* l, std::size_t size, std::size_t step,
                    double* x) {
  const int n = integer(size), lda = positive(step), next = 1;
  dtrsv_("L", how, "N", &n, l, &lda, x, &next);
}

void subtract_product(const char* how, const double* a, std::size_t rows, std::size_t columns,
                      std::size_t step, const double* x, double* y) {
  const int m = integer(rows), n = integer(columns), lda = positive(step), next = 1;
  const double minus = -1, one = 1;
  dgemv_(how, &m, &n, &minus, a, &lda, x, &next, &one, y, &next);
}

}  // namespace

OneThread::OneThread() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  const std::scoped_lock lock(of_threads);
  if (wanting_one++ > 0) return;
  threads_before = openblas_get_num_threads();
  openblas_set_num_threads(1);
}
OneThread::~OneThread() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  const std::scoped_lock lock(of_threads);
  if (--wanting_one == 0) openblas_set_num_threads(threads_before);
}

bool cholesky(double* a, std::size_t size, std::size_t step) {
  constexpr std::size_t block = 48;
  for (std::size_t j = 0; j < size; j += block) {
    const std::size_t width = std::min(block, size - j), below = size - j - width;
    double* const corner = a + j + j * step;
    if (!small_cholesky(corner, width, step)) return false;
    if (below == 0) break;
    divide_right(corner, width, step, corner + width, below, step);
    subtract_square(corner + width + width * step, below, step, corner + width, width, step);
  }
  return true;
}

void divide_right(const double* l, std::size_t size, std::size_t step, double* b, std::size_t rows,
                  std::size_t b_step) {
  if (rows == 0) return;
  const int m = integer(rows), n = integer(size), lda = positive(step), ldb = positive(b_step);
  const double one = 1;
  dtrsm_("R", "L", "T", "N", &m, &n, &one, l, &lda, b, &ldb);
}

void subtract_square(double* c, std::size_t size, std::size_t c_step, const double* a,
                     std::size_t columns, std::size_t step) {
  if (size == 0) return;
  const int n = integer(size), k = integer(columns), lda = positive(step), ldc = positive(c_step);
  const double minus = -1, one = 1;
  dsyrk_("L", "N", &n, &k, &minus, a, &lda, &one, c, &ldc);
}

void divide(const double* l, std::size_t size, std::size_t step, double* x) {
  solve_triangle("N", l, size, step, x);
}
void divide_transposed(const double* l, std::size_t size, std::size_t step, double* x) {
  solve_triangle("T", l, size, step, x);
}

void subtract_product(const double* a, std::size_t rows, std::size_t columns, std::size_t step,
                      const double* x, double* y) {
  if (rows > 0) subtract_product("N", a, rows, columns, step, x, y);
}
void subtract_transposed_product(const double* a, std::size_t rows, std::size_t columns,
                                 std::size_t step, const double* x, double* y) {
  if (rows > 0) subtract_product("T", a, rows, columns, step, x, y);
}

}  // namespace pliant::spectral::offline::blas

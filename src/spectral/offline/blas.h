#pragma once

#include <cstddef>

// The dense products that a sparse factorisation is made of. Matrices are column-major with a
// leading dimension `step`; L is lower triangular.

namespace pliant::spectral::offline::blas {

/// A BLAS with threads of its own would add in an order that depends on their number, and spin on
/// the cores that ours use.
class OneThread {
 public:
  OneThread();
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
};

/// A = L L^T in A's place, the lower triangle alone. False where A is not positive definite.
bool cholesky(double* a, std::size_t size, std::size_t step);
/// B = B L^-T.
void divide_right(const double* l, std::size_t size, std::size_t step, double* b, std::size_t rows,
                  std::size_t b_step);
/// C = C - A A^T, C's lower triangle alone; A has `columns` columns.
void subtract_square(double* c, std::size_t size, std::size_t c_step, const double* a,
                     std::size_t columns, std::size_t step);
/// x = L^-1 x, or L^-T x.
void divide(const double* l, std::size_t size, std::size_t step, double* x);
void divide_transposed(const double* l, std::size_t size, std::size_t step, double* x);
/// y = y - A x, or y - A^T x.
void subtract_product(const double* a, std::size_t rows, std::size_t columns, std::size_t step,
                      const double* x, double* y);
void subtract_transposed_product(const double* a, std::size_t rows, std::size_t columns,
                                 std::size_t step, const double* x, double* y);

}  // namespace pliant::spectral::offline::blas

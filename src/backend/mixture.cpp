#include "backend/mixture.h"

#include <cmath>

namespace pliant::backend {

namespace {

// The solution of a small symmetric positive definite system of doubles; directions in which the
// others can do the same are left out.
std::vector<double> solve_small(std::vector<double> a, std::vector<double> b) {
  const std::size_t n = b.size();
  std::vector<bool> left_out(n);
  double most = 0;
  for (std::size_t i = 0; i < n; ++i) most = std::max(most, a[i * n + i]);
  for (std::size_t i = 0; i < n; ++i) {
    const double before = a[i * n + i];
    for (std::size_t k = 0; k < i; ++k)
      if (!left_out[k]) a[i * n + i] -= a[i * n + k] * a[i * n + k];
    left_out[i] = !(a[i * n + i] > 1e-9 * before) || !(before > 1e-20 * most);
    if (left_out[i]) continue;
    a[i * n + i] = std::sqrt(a[i * n + i]);
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = 0; k < i; ++k)
        if (!left_out[k]) a[j * n + i] -= a[j * n + k] * a[i * n + k];
      a[j * n + i] /= a[i * n + i];
    }
    for (std::size_t k = 0; k < i; ++k)
      if (!left_out[k]) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    if (left_out[i]) {
      b[i] = 0;
      continue;
    }
    for (std::size_t j = i + 1; j < n; ++j) b[i] -= a[j * n + i] * b[j];
    b[i] /= a[i * n + i];
  }
  return b;
}

}  // namespace

std::vector<double> Mixture::shares(std::span<const double> of_youngest,
                                    std::span<const double> of_way) {
  const std::size_t n = known();
  for (std::size_t i = 0; i < n; ++i)
    products_[place(0) * depth + place(i)] = products_[place(i) * depth + place(0)] =
        of_youngest[i];
  // The youngest first, so that an old one is left out that adds nothing.
  std::vector<double> a(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) a[i * n + j] = products_[place(i) * depth + place(j)];
  std::vector<double> shares = solve_small(std::move(a), {of_way.begin(), of_way.end()});
  for (double& share : shares)
    if (!std::isfinite(share)) share = 0;
  return shares;
}

}  // namespace pliant::backend

#include "spectral/row_system.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace pliant::spectral {

namespace {

constexpr double taken_back = 0.4;  // of an error, in a step

std::vector<double> cholesky(std::vector<double> a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a[j * n + j];
    }
  return a;
}

}  // namespace

void RowSystem::add(const Motion& motion, Row row, const Goal& goal) {
  responses.push_back(motion.response(row));
  rows.push_back(std::move(row));
  goals.push_back(goal);
}

// C'' + 2 p1 C' + p2² C = 0 with the new rate on the right, so that no step is too long for it:
//   C' becomes (C' - h p2² C) / (1 + 2 h p1 + h² p2²).
void RowSystem::lead(const Data& data, const Motion& motion, Row row, Goal goal, double h,
                     double speed) {
  if (data.p2 > 0) {
    const double rate = motion.rate_before(row) - speed;
    goal.wanted = speed + (rate + h * data.p2 * data.p2 * goal.error) /
                              (1 + 2 * h * data.p1 + h * h * data.p2 * data.p2);
  } else {
    const double most = farthest * (goal.turning ? 1 : data.size);
    goal.wanted = speed + taken_back * std::clamp(goal.error, -most, most) / h;
  }
  add(motion, std::move(row), goal);
}

void RowSystem::factorise(const Motion& motion) {
  const std::size_t n = size();
  std::vector<double> matrix(n * n);
  double trace[2] = {};  // in 1/kg of what moves, in 1/(kg m²) of what turns
  double count[2] = {};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      matrix[i * n + j] = matrix[j * n + i] = motion.product(rows[i], responses[j]);
    trace[goals[i].turning] += matrix[i * n + i];
    count[goals[i].turning] += 1;
  }
  // Rows that say the same twice, as two handles on one rigid region do, need a little give: each
  // in its own unit, or the size of the solid would matter.
  for (std::size_t i = 0; i < n; ++i) {
    const bool turning = goals[i].turning;
    matrix[i * n + i] += 1e-9 * trace[turning] / count[turning];
  }
  factor_ = cholesky(std::move(matrix), n);
}

std::vector<double> RowSystem::solved(std::vector<double> right) const {
  const std::size_t n = size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= factor_[i * n + k] * right[k];
    right[i] /= factor_[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= factor_[k * n + i] * right[k];
    right[i] /= factor_[i * n + i];
  }
  return right;
}

void RowSystem::solve(const Data& data, Motion& motion) {
  if (size() == 0) return;
  factorise(motion);
  std::vector<double> right(size());
  for (std::size_t i = 0; i < right.size(); ++i) right[i] = goals[i].wanted - motion.rate(rows[i]);
  impulses = solved(std::move(right));
  for (std::size_t i = 0; i < impulses.size(); ++i) motion.push(responses[i], impulses[i]);
  check_reached(data, motion);
}

double RowSystem::plain_error(const Data& data, std::size_t row) const {
  return std::abs(goals[row].error) / (goals[row].turning ? 1 : data.size);
}

// What multipliers cannot bring about lies outside of what the solid can do.
void RowSystem::check_reached(const Data& data, const Motion& motion) const {
  for (const bool turning : {false, true}) {
    double wanted = 0, missed = 0, error = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      if (goals[i].turning != turning) continue;
      wanted = std::max(wanted, std::abs(goals[i].wanted));
      missed = std::max(missed, std::abs(goals[i].wanted - motion.rate(rows[i])));
      error = std::max(error, plain_error(data, i));
    }
    if (missed > 0.1 * wanted && error > farthest) contradiction(data);
  }
}

void RowSystem::contradiction(const Data& data) const {
  std::size_t worst = 0, other = 0;
  for (std::size_t i = 0; i < size(); ++i)
    if (plain_error(data, i) > plain_error(data, worst)) worst = i;
  for (std::size_t i = 0; i < size(); ++i)
    if (goals[i].vertex != goals[worst].vertex && (goals[other].vertex == goals[worst].vertex ||
                                                   plain_error(data, i) > plain_error(data, other)))
      other = i;
  throw InputError("", 0,
                   text("handles contradict each other: vertices ", goals[worst].vertex, " and ",
                        goals[other].vertex, " cannot both be where they are held"),
                   "release one of them; the vertices of a rigid region keep their distances");
}

}  // namespace pliant::spectral

#include "math/principal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace pliant {
namespace {

template <class R>
Mat3<R> random_matrix(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> number(-size, size);
  Mat3<R> f;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) f.column[i][k] = static_cast<R>((i == k ? 1 : 0) + number(random));
  return f;
}

// V at right angles, F V too, and its lengths the stretches.
template <class R>
void expect_axes(const Mat3<R>& f) {
  const double rounding = 20 * std::numeric_limits<R>::epsilon();
  const PrincipalAxes<R> axes(f);
  const double size = std::sqrt(double(inner(f, f)));
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(axes.square[i], squared_length(f * axes.axis[i]), rounding * size * size);
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(dot(axes.axis[i], axes.axis[j]), i == j ? 1 : 0, rounding);
      if (i != j) {
        EXPECT_NEAR(dot(f * axes.axis[i], f * axes.axis[j]), 0, rounding * size * size);
      }
    }
  }
}

template <class R>
void expect_axes_of_many() {
  std::mt19937 random(5);
  for (const double size : {0.0, 1e-9, 1e-6, 1e-3, 0.1, 1.0, 10.0})
    for (int repeat = 0; repeat < 100; ++repeat) {
      SCOPED_TRACE(size);
      Mat3<R> f = random_matrix<R>(random, size);
      expect_axes(f);
      f.column[2] = f.column[0] * R(2) - f.column[1];  // flat
      expect_axes(f);
      f.column[1] = f.column[0];  // a line
      expect_axes(f);
    }
  expect_axes(Mat3<R>{});
}

TEST(PrincipalAxes, AreAtRightAnglesBeforeAndAfter) {
  expect_axes_of_many<double>();
  expect_axes_of_many<float>();
}

// w(c) = c³, of which w(C) = C³ is known without axes.
struct Cube {
  double square[3], value[3];
  explicit Cube(const PrincipalAxes<double>& axes) {
    for (int i = 0; i < 3; ++i) {
      square[i] = axes.square[i];
      value[i] = square[i] * square[i] * square[i];
    }
  }
  double difference(int i, int j) const {
    return square[i] * square[i] + square[i] * square[j] + square[j] * square[j];
  }
};

// The numbers of a matrix by rows.
template <class R>
std::array<R, 9> product(const std::array<R, 9>& a, const std::array<R, 9>& b) {
  std::array<R, 9> out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) out[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return out;
}
template <class R>
std::array<R, 9> full(const Sym3<R>& a) {
  return {a.xx, a.xy, a.zx, a.xy, a.yy, a.yz, a.zx, a.yz, a.zz};
}

// Its derivatives are right also where stretches are equal, and the axes have none.
TEST(PrincipalAxes, AFunctionOfThemHasDerivatives) {
  using D = Dual<double, 9>;
  std::mt19937 random(6);
  for (const double size : {0.0, 1e-10, 1e-5, 0.5})
    for (int repeat = 0; repeat < 20; ++repeat) {
      const Mat3<double> f = random_matrix<double>(random, size);
      Mat3<D> variable;
      for (int i = 0; i < 9; ++i)
        variable.column[i / 3][i % 3] = D::variable(f.column[i / 3][i % 3], i);
      const PrincipalAxes<double> axes(values_of(variable));
      const Sym3<D> c = gram(variable);
      const auto found = full(of_matrix(Cube(axes), axes.axis, c));
      const auto expected = product(full(c), product(full(c), full(c)));
      for (std::size_t i = 0; i < 9; ++i) {
        EXPECT_NEAR(found[i].value, expected[i].value, 1e-12);
        for (int n = 0; n < 9; ++n)
          EXPECT_NEAR(found[i].derivative[n], expected[i].derivative[n], 1e-11) << size;
      }
    }
}

}  // namespace
}  // namespace pliant

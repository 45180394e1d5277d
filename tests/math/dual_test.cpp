#include "math/dual.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant {
namespace {

using D = Dual<double, 2>;

/// A function of two variables with its derivatives.
void expect(const D& f, double value, double by_x, double by_y) {
  EXPECT_NEAR(f.value, value, 1e-14 * (1 + std::abs(value)));
  EXPECT_NEAR(f.derivative[0], by_x, 1e-14 * (1 + std::abs(by_x)));
  EXPECT_NEAR(f.derivative[1], by_y, 1e-14 * (1 + std::abs(by_y)));
}

constexpr double a = 1.7, b = 0.6;
constexpr D x = D::variable(a, 0), y = D::variable(b, 1);

TEST(Dual, ArithmeticFollowsTheRulesOfDerivatives) {
  expect(x, a, 1, 0);
  expect(D(3.0), 3, 0, 0);
  expect(x + y, a + b, 1, 1);
  expect(x - y, a - b, 1, -1);
  expect(-x, -a, -1, 0);
  expect(x * y, a * b, b, a);
  expect(x / y, a / b, 1 / b, -a / (b * b));
  expect(x * x * x, a * a * a, 3 * a * a, 0);
}

TEST(Dual, MixesWithPlainNumbers) {
  expect(2.0 * x + 1, 2 * a + 1, 2, 0);
  expect(1 / y, 1 / b, 0, -1 / (b * b));
  D c = x;
  c += y;
  c *= 3.0;
  c -= 1.0;
  c /= y;
  expect(c, (3 * (a + b) - 1) / b, 3 / b, 3 / b - (3 * (a + b) - 1) / (b * b));
}

TEST(Dual, FunctionsFollowTheChainRule) {
  const double product = a * b;
  expect(sqrt(x * y), std::sqrt(product), b / (2 * std::sqrt(product)),
         a / (2 * std::sqrt(product)));
  expect(inverse_sqrt(x), 1 / std::sqrt(a), -0.5 * std::pow(a, -1.5), 0);
  expect(exp(x * y), std::exp(product), b * std::exp(product), a * std::exp(product));
  expect(log(x * y), std::log(product), 1 / a, 1 / b);
  expect(sin(x * y), std::sin(product), b * std::cos(product), a * std::cos(product));
  expect(cos(x * y), std::cos(product), -b * std::sin(product), -a * std::sin(product));
  expect(abs(-x), a, 1, 0);
  expect(abs(x), a, 1, 0);
  expect(min(x, y), b, 0, 1);
  expect(max(x, y), a, 1, 0);
}

TEST(Dual, ComparesByValueAndSelectsWithDerivatives) {
  EXPECT_TRUE(y < x && y <= x && x > y && x >= y && x != y);
  EXPECT_TRUE(D::variable(a, 1) == x);
  expect(select(x > y, x, y), a, 1, 0);
  expect(select(x < y, x, y), b, 0, 1);
}

/// Two lanes, compared into two answers: what a SIMD pack is to Dual.
struct Pair {
  double lane[2]{};
  Pair() = default;
  Pair(double s) : lane{s, s} {}
  Pair(double first, double second) : lane{first, second} {}
  struct Answers {
    bool lane[2];
  };
  friend Answers operator<(const Pair& p, const Pair& q) {
    return {{p.lane[0] < q.lane[0], p.lane[1] < q.lane[1]}};
  }
  friend Pair select(const Answers& c, const Pair& yes, const Pair& no) {
    return {c.lane[0] ? yes.lane[0] : no.lane[0], c.lane[1] ? yes.lane[1] : no.lane[1]};
  }
};

TEST(Dual, SelectsEachLaneOfAPack) {
  using P = Dual<Pair, 1>;
  const P p = P::variable(Pair(1, 5), 0), q = Pair(3, 4);
  const P least = select(p < q, p, q);
  EXPECT_EQ(least.value.lane[0], 1);
  EXPECT_EQ(least.value.lane[1], 4);
  EXPECT_EQ(least.derivative[0].lane[0], 1);
  EXPECT_EQ(least.derivative[0].lane[1], 0);
}

TEST(Dual, WorksInVectors) {
  // The gradient of a distance is the unit vector.
  const Vec3<Dual<double, 3>> p{Dual<double, 3>::variable(2, 0), Dual<double, 3>::variable(3, 1),
                                Dual<double, 3>::variable(6, 2)};
  const auto distance = length(p);
  EXPECT_NEAR(distance.value, 7, 1e-14);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(distance.derivative[i], p[i].value / 7, 1e-14);
}

TEST(Dual, NestsForSecondDerivatives) {
  using Second = Dual<Dual<double, 1>, 1>;
  const Second t = Second::variable(Dual<double, 1>::variable(a, 0), 0);
  const Second f = sin(t) * t * 2.0;
  EXPECT_NEAR(f.value.value, 2 * a * std::sin(a), 1e-14);
  EXPECT_NEAR(f.derivative[0].value, 2 * (std::sin(a) + a * std::cos(a)), 1e-14);
  EXPECT_NEAR(f.derivative[0].derivative[0], 2 * (2 * std::cos(a) - a * std::sin(a)), 1e-14);
  EXPECT_NEAR(inverse_sqrt(t).derivative[0].derivative[0], 0.75 * std::pow(a, -2.5), 1e-14);
}

TEST(Dual, IsFiniteOnlyWithItsDerivatives) {
  EXPECT_TRUE(isfinite(x));
  EXPECT_TRUE(isfinite(sqrt(x)));
  EXPECT_FALSE(isfinite(sqrt(x - a)));  // zero, with an infinite slope
}

}  // namespace
}  // namespace pliant

#include "math/definite.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace pliant {
namespace {

constexpr double share = 1e-6, nothing = 1e-30;

Sym3<double> random_symmetric(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> n(-size, size);
  return {n(random), n(random), n(random), n(random), n(random), n(random)};
}
Mat3<double> random_matrix(std::mt19937& random) {
  std::uniform_real_distribution<double> n(-1, 1);
  Mat3<double> a;
  for (int i = 0; i < 3; ++i) a.column[i] = {n(random), n(random), n(random)};
  return a;
}
double norm(const Sym3<double>& a) {
  return std::sqrt(inner(a, a));
}

TEST(DefiniteFactors, OfADefiniteMatrixAreItsOwn) {
  std::mt19937 random(1);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    const Sym3<double> a = plus_diagonal(gram(random_matrix(random)), 1e-3);
    const DefiniteFactors<double> factors(a, share, nothing);
    const Vec3d b = random_matrix(random).column[0];
    EXPECT_LT(length(a * factors.solve(b) - b), 1e-11);
  }
}

// Whatever the matrix, a solution is one of a symmetric definite matrix, and bounded.
TEST(DefiniteFactors, OfAnyMatrixAreDefiniteAndBounded) {
  std::mt19937 random(2);
  for (const double size : {1e-9, 1.0, 1e9})
    for (int repeat = 0; repeat < 1000; ++repeat) {
      const Sym3<double> a = random_symmetric(random, size);
      const DefiniteFactors<double> factors(a, share, nothing);
      const Vec3d x = factors.solve({1, 0, 0}), y = factors.solve({0, 1, 0}),
                  z = factors.solve({0, 0, 1});
      const double largest = 1 / (share * share * norm(a));
      for (const Vec3d& u : {x, y, z}) EXPECT_LT(length(u), largest);
      EXPECT_NEAR(x.y, y.x, 1e-9 * (length(x) + length(y)));
      EXPECT_NEAR(x.z, z.x, 1e-9 * (length(x) + length(z)));
      for (int way = 0; way < 10; ++way) {
        const Vec3d b = random_matrix(random).column[0];
        EXPECT_GT(dot(b, factors.solve(b)), 0);
      }
    }
}

// A negative pivot is turned round, so that steps go down as far as they would have gone up.
TEST(DefiniteFactors, ANegativeDiagonalCountsBySize) {
  const DefiniteFactors<double> factors({-2, 4, -8, 0, 0, 0}, share, nothing);
  const Vec3d u = factors.solve({1, 1, 1});
  EXPECT_DOUBLE_EQ(u.x, 0.5);
  EXPECT_DOUBLE_EQ(u.y, 0.25);
  EXPECT_DOUBLE_EQ(u.z, 0.125);
}

TEST(DefiniteFactors, OfNothingAreTheFloor) {
  const DefiniteFactors<float> factors(Sym3<float>{}, 1e-6f, 1e-3f);
  const Vec3<float> u = factors.solve({1, 2, 3});
  EXPECT_NEAR(u.x, 1e3f, 1e-3f);
  EXPECT_NEAR(u.z, 3e3f, 1e-3f);
}

}  // namespace
}  // namespace pliant

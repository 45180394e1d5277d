#include "math/polar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math/dual.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

template <class R, class From>
Mat3<R> converted_matrix(const Mat3<From>& a) {
  return {converted<R>(a.column[0]), converted<R>(a.column[1]), converted<R>(a.column[2])};
}

double size(const Mat3<double>& a) {
  return std::sqrt(inner(a, a));
}

Mat3<double> transposed(const Mat3<double>& a) {
  Mat3<double> out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.column[i][j] = a.column[j][i];
  return out;
}

Mat3<double> product(const Mat3<double>& a, const Mat3<double>& b) {
  return {a * b.column[0], a * b.column[1], a * b.column[2]};
}

Mat3<double> rotation(Samples& samples) {
  const RigidMotion motion{samples.unit_vector(), {}, samples.between(-3.14, 3.14)};
  return {motion.turned({1, 0, 0}), motion.turned({0, 1, 0}), motion.turned({0, 0, 1})};
}

struct Made {
  Mat3<double> matrix, rotation;
};

// R V diag(σ) Vᵀ: its rotation is R where the sum of any two of σ is positive.
Made made(Samples& samples, const Vec3d& sigma) {
  const Mat3<double> r = rotation(samples), v = rotation(samples);
  const Mat3<double> scaled{v.column[0] * sigma.x, v.column[1] * sigma.y, v.column[2] * sigma.z};
  return {product(product(r, scaled), transposed(v)), r};
}

template <class R>
Mat3<double> found(const Mat3<double>& matrix) {
  const Mat3<R> f = converted_matrix<R>(matrix), cofactor = cofactors(f);
  return converted_matrix<double>(Polar<R>(f, cofactor).rotation(f, cofactor));
}

TEST(Polar, FindsTheRotationToRoundingAlsoWhereFlatOrInsideOut) {
  Samples samples(5);
  for (const Vec3d sigma :
       {Vec3d{1, 1, 1}, Vec3d{1.2, 1, 0.9}, Vec3d{3, 1, 0.2}, Vec3d{10, 1, 0.01}, Vec3d{1, 1, 0},
        Vec3d{1, 1, -0.1}, Vec3d{3, 2, -0.5}, Vec3d{1e-3, 1e-3, 1e-3}, Vec3d{800, 900, 1000}})
    for (int i = 0; i < 100; ++i) {
      const Made m = made(samples, sigma);
      EXPECT_LT(size(found<double>(m.matrix) - m.rotation), 1e-13);
      EXPECT_LT(size(found<float>(m.matrix) - m.rotation),
                100 * std::numeric_limits<float>::epsilon());
    }
}

// σ₂ + σ₃ small: errors grow with t³ / D, as the header says.
TEST(Polar, LosesDigitsAsTwoSingularValuesCancel) {
  Samples samples(6);
  for (int i = 0; i < 100; ++i) {
    const Made m = made(samples, {1, 0.8, -0.7});
    EXPECT_LT(size(found<double>(m.matrix) - m.rotation), 1e-11);
    EXPECT_LT(size(found<float>(m.matrix) - m.rotation), 1e-2);
  }
}

TEST(Polar, IsFiniteAndNoLongerThanARotationWhereThereIsNone) {
  Samples samples(7);
  for (const Vec3d sigma : {Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{1, 0.5, -0.5}, Vec3d{1, 1, -1},
                            Vec3d{1, 1e-5, 1e-5}, Vec3d{1e-9, 0, 0}})
    for (int i = 0; i < 100; ++i) {
      const Made m = made(samples, sigma);
      for (const Mat3<double>& r : {found<double>(m.matrix), found<float>(m.matrix)})
        EXPECT_LT(size(r), 2.0) << sigma.x << ' ' << sigma.y << ' ' << sigma.z;
    }
}

// d tr S = R : dF.
TEST(Polar, DerivativeOfTheTraceIsTheRotation) {
  using D = Dual<double, 9>;
  Samples samples(8);
  for (const Vec3d sigma : {Vec3d{1, 1, 1}, Vec3d{2, 1, 0.3}, Vec3d{1, 0.9, -0.4}}) {
    const Made m = made(samples, sigma);
    Mat3<D> f = converted_matrix<D>(m.matrix);
    for (int i = 0; i < 9; ++i)
      f.column[i / 3][i % 3] = D::variable(m.matrix.column[i / 3][i % 3], i);
    const D trace = Polar<D>(f, cofactors(f)).trace;
    EXPECT_NEAR(trace.value, sigma.x + sigma.y + sigma.z, 1e-13);
    for (int i = 0; i < 9; ++i)
      EXPECT_NEAR(trace.derivative[i], m.rotation.column[i / 3][i % 3], 1e-12);
  }
}

TEST(Mat3, ProductsAreThoseWrittenOut) {
  Samples samples(9);
  const Mat3<double> a{samples.vector(1), samples.vector(1), samples.vector(1)};
  const Mat3<double> b{samples.vector(1), samples.vector(1), samples.vector(1)};
  const Mat3<double> square = product(transposed(a), a);
  const Sym3<double> g = gram(a);
  EXPECT_NEAR(g.xy, square.column[1].x, 1e-15);
  EXPECT_NEAR(g.zz, square.column[2].z, 1e-15);
  const Mat3<double> rate = product(transposed(a), b) + product(transposed(b), a);
  const Sym3<double> r = gram_rate(a, b);
  EXPECT_NEAR(r.yy, rate.column[1].y, 1e-15);
  EXPECT_NEAR(r.zx, rate.column[2].x, 1e-15);
  EXPECT_LT(size(a * g - product(a, square)), 1e-14);
  // a cof(a)ᵀ = det a.
  const Mat3<double> unit = product(a, transposed(cofactors(a)));
  EXPECT_NEAR(unit.column[0].x, determinant(a), 1e-14);
  EXPECT_NEAR(unit.column[0].y, 0, 1e-14);
}

}  // namespace
}  // namespace pliant

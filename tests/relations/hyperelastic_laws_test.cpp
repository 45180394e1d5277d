// The hyperelastic laws against what they are to each other, and their stiffness.

#include <gtest/gtest.h>

#include <cmath>

#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

template <class Law>
Relation<Law, double> relation_of(const Relation<Elastic, double>& like,
                                  const typename Law::template Param<double>& param) {
  Relation<Law, double> out{};
  std::ranges::copy(like.x, out.x);
  std::ranges::copy(like.v, out.v);
  out.rest = like.rest;
  out.param = param;
  return out;
}

template <class A, class B>
void expect_alike(const A& a, const B& b) {
  EXPECT_NEAR(a.energy(), b.energy(), 1e-12 * (1 + std::abs(b.energy())));
  const auto f = a.forces(), g = b.forces();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(length(f[i] - g[i]), 1e-11 * (1 + largest(g)));
}

TEST(HyperelasticLaws, MooneysWithoutAreasIsNeoHookean) {
  Samples samples(41);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const auto sample = samples.deformed<Elastic>(1.5);
    expect_alike(relation_of<MooneyRivlin>(sample, {1.2, 0.7, 0, 0.1}),
                 relation_of<NeoHookean>(sample, {1.2, 0.7, 0.1}));
  }
}

// Where the volume is kept: there all volumetric terms are zero, and no force of a shape differs.
Relation<Elastic, double> of_kept_volume(Samples& samples) {
  auto sample = samples.at_rest<Elastic>().without_velocity();
  Mat3<double> f{Vec3d{1, 0, 0} + samples.vector(0.4), Vec3d{0, 1, 0} + samples.vector(0.4),
                 Vec3d{0, 0, 1} + samples.vector(0.4)};
  f = f * (1 / std::cbrt(determinant(f)));
  const Vec3d first = sample.x[0];
  for (Vec3d& x : sample.x) x = first + f * (x - first);
  return sample;
}

TEST(HyperelasticLaws, OgdensTermsOfTwoAreMooneys) {
  Samples samples(42);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const auto sample = of_kept_volume(samples);
    const double areas = 0.3;  // of the shear modulus: C01 over both
    const auto ogden = relation_of<Ogden>(sample, {1.2, 0.7, {2, -2, 0}, {1 - areas, areas, 0}, 0});
    const auto mooney = relation_of<MooneyRivlin>(sample, {1.2, 0.7, areas / (1 - areas), 0});
    EXPECT_NEAR(ogden.energy(), mooney.energy(), 1e-12);
  }
}

TEST(HyperelasticLaws, ATermOfOgdensWithoutExponentIsNone) {
  Samples samples(43);
  const auto sample = samples.deformed<Elastic>(0.5);
  expect_alike(relation_of<Ogden>(sample, {1.2, 0.7, {3, 0, -4}, {0.6, 0.7, 0.4}, 0.1}),
               relation_of<Ogden>(sample, {1.2, 0.7, {3, 1, -4}, {0.6, 0, 0.4}, 0.1}));
}

// Where nothing is turned inside out or strained much, FixedCorotated is the corotated solid.
TEST(HyperelasticLaws, FixedCorotatedWithoutLamesConstantIsCorotated) {
  Samples samples(44);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const auto sample = samples.deformed<Elastic>(0.5).without_velocity();
    expect_alike(relation_of<FixedCorotated>(sample, {1.2, 0, 0.1}),
                 relation_of<Corotated>(sample, {1.2, 0, 0.1}));
  }
}

TEST(HyperelasticLaws, NeoHookeanIsElasticBeforeItStiffens) {
  Samples samples(45);
  for (int repeat = 0; repeat < 100; ++repeat) {
    const auto sample = of_kept_volume(samples);
    expect_alike(relation_of<NeoHookean>(sample, {1.2, 0.7, 0.1}),
                 relation_of<Elastic>(sample, {1.2, 0.7, 0.1}));
  }
}

template <class Law>
class StiffnessOf : public ::testing::Test {};
using Solids = ::testing::Types<NeoHookean, StVenantKirchhoff, FixedCorotated, MooneyRivlin, Ogden>;
TYPED_TEST_SUITE(StiffnessOf, Solids);

// Dual numbers against differences: at rest, where principal axes have no derivatives, and away.
TYPED_TEST(StiffnessOf, DualNumbersIsThatOfDifferences) {
  Samples samples(46);
  for (const double amount : {0.0, 1e-9, 0.3, 1.0})
    for (int repeat = 0; repeat < 30; ++repeat) {
      const auto relation = samples.deformed<TypeParam>(amount).without_velocity();
      const auto f = relation.with_derivatives().forces();
      for (int j = 0; j < 12; ++j) {
        constexpr double small = 1e-6;
        auto up = relation, down = relation;
        up.x[j / 3][j % 3] += small;
        down.x[j / 3][j % 3] -= small;
        const auto high = up.forces(), low = down.forces();
        for (std::size_t i = 0; i < 4; ++i)
          for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(f[i][k].derivative[j], (high[i][k] - low[i][k]) / (2 * small),
                        1e-6 * (1 + largest(high)))
                << amount;
      }
    }
}

// All of them answer a little strain alike.
TYPED_TEST(StiffnessOf, RestIsThatOfTheCorotatedSolid) {
  Samples samples(47);
  for (int repeat = 0; repeat < 20; ++repeat) {
    auto relation = samples.at_rest<TypeParam>().without_velocity();
    if constexpr (std::is_same_v<TypeParam, Ogden>) {
      const double sum =
          relation.param.share[0] + relation.param.share[1] + relation.param.share[2];
      for (double& share : relation.param.share) share /= sum;
      relation.param.exponent[1] = -relation.param.exponent[1];
    }
    Relation<Corotated, double> linear{};
    std::ranges::copy(relation.x, linear.x);
    linear.rest = relation.rest;
    linear.param = {relation.param.shear, relation.param.lame, 0};
    const auto f = relation.with_derivatives().forces(), g = linear.with_derivatives().forces();
    for (std::size_t i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k)
        for (int j = 0; j < 12; ++j)
          EXPECT_NEAR(f[i][k].derivative[j], g[i][k].derivative[j], 1e-12);
  }
}

// Below a fifth of its length Ogden's goes on as a parabola: with two derivatives.
TEST(StretchPowers, GoOnSmoothlyBelowAFifth) {
  for (const double p : {0.65, 2.5, 1.0, 0.25}) {
    const double just[] = {0.04 * (1 - 1e-9), 0.04 * (1 + 1e-9), 0};
    const StretchPowers<double> powers(just, p);
    EXPECT_NEAR(powers.value[0], powers.value[1], 1e-6 * powers.value[1]);
    EXPECT_NEAR(powers.difference(0, 0), powers.difference(1, 1),
                1e-6 * std::abs(powers.difference(1, 1)));
    EXPECT_TRUE(std::isfinite(powers.value[2]));
  }
}

// Against longer numbers; c from the parabola to strong stretches, also nearly equal ones.
TEST(StretchPowers, DifferencesAreExact) {
  const auto slope = [](long double c, long double p) {
    const long double least = 0.04L, kept = std::max(c, least);
    return p * std::pow(kept, p - 1) * (1 + (p - 1) * (c - kept) / least);
  };
  for (const double p : {0.65, 2.5, 1.25, 0.25})
    for (const double c : {0.001, 0.05, 0.3, 1.0, 4.0})
      for (const double other : {1e-4, 0.1, 0.5, 0.9, 1.1, 3.0, 20.0}) {
        const double square[] = {c, c * other, 1};
        const StretchPowers<double> powers(square, p);
        const long double expected =
            (slope(square[0], p) - slope(square[1], p)) / ((long double)(c)-square[1]);
        EXPECT_NEAR(powers.difference(0, 1), double(expected), 1e-13 * std::abs(double(expected)))
            << p << ' ' << c << ' ' << other;
        EXPECT_DOUBLE_EQ(powers.difference(0, 1), powers.difference(1, 0));
      }
}

// Along the fibre and nowhere else, as its header has it.
TEST(MuscleFibreLaw, PullsByItsActivationAlongTheFibre) {
  Samples samples(48);
  for (const double stretch : {0.5, 0.9, 1.0, 1.2}) {
    auto relation = samples.at_rest<MuscleFibre>().without_velocity();
    relation.param = {2, 3, 0, {0.1, 0.2, 0.3, 0.6}};
    const Vec3d first = relation.x[0];
    for (Vec3d& x : relation.x) x.x = first.x + stretch * (x.x - first.x);
    const double s = 2 * (stretch - 1);
    const double pull =
        2 * std::max(0.0, stretch - 1) + 3 * 0.3 / std::pow(1 + s * s, 1.5);  // mean activation 0.3
    const auto f = relation.forces();
    Vec3d work;  // V P : (e_k x e_x)
    for (std::size_t i = 1; i < 4; ++i) work -= f[i] * ((relation.x[i].x - first.x) / stretch);
    EXPECT_NEAR(work.x, pull * relation.rest.shape.volume, 1e-12);
    EXPECT_NEAR(work.y, 0, 1e-12);
    EXPECT_NEAR(work.z, 0, 1e-12);
  }
}

TEST(MuscleFibreLaw, ShortAndPassiveItDoesNothing) {
  Samples samples(49);
  auto relation = samples.at_rest<MuscleFibre>().without_velocity();
  for (Vec3d& x : relation.x) x *= 0.8;
  EXPECT_EQ(largest(relation.forces()), 0);
}

}  // namespace
}  // namespace pliant

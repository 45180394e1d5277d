// The laws of surfaces that touch keep what every law must keep (tests/relations/laws_test.cpp), in
// states in which they touch.

#include "contact/contact_laws.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/law_samples.h"

namespace pliant::contact {
namespace {

constexpr double rounding = 1e-10;  // of the largest force

template <class Law>
class ContactLaw : public ::testing::Test {
 protected:
  /// Random states at distances from deep in the skin to its outside.
  template <class Check>
  void for_touching(const Check& check) {
    int touching = 0;
    for (int i = 0; i < 4000; ++i) {
      Relation<Law, double> relation = samples.deformed<Law>(0.7);
      const double d = Law::rest(relation.x).thickness;
      if (!(d > 1e-3)) continue;
      relation.rest.thickness = d * samples.between(1.01, 8);
      if (!(largest(relation.without_velocity().forces()) > 1e-9)) continue;
      ++touching;
      SCOPED_TRACE(::testing::Message() << "state " << i);
      check(relation);
    }
    EXPECT_GT(touching, 200);
  }
  Samples samples{231};
};
using Laws = ::testing::Types<VertexFaceContact, EdgeEdgeContact>;
TYPED_TEST_SUITE(ContactLaw, Laws);

TYPED_TEST(ContactLaw, ForceIsMinusTheGradientOfTheEnergy) {
  this->for_touching([](const auto& relation) {
    const auto still = relation.without_velocity();
    const auto f = still.forces();
    const auto energy = still.with_derivatives().energy();
    EXPECT_NEAR(energy.value, still.energy(), rounding * std::abs(energy.value));
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(f[i][k], -energy.derivative[3 * i + k], 1e-8 * (1 + largest(f)));
  });
}

TYPED_TEST(ContactLaw, KeepsBothMomenta) {
  this->for_touching([](const auto& relation) {
    const auto f = relation.forces();
    Vec3d sum, torque;
    for (int i = 0; i < 4; ++i) {
      sum += f[i];
      torque += cross(relation.x[i], f[i]);
    }
    EXPECT_LT(length(sum), rounding * (1 + largest(f)));
    EXPECT_LT(length(torque), 10 * rounding * (1 + largest(f)));
  });
}

TYPED_TEST(ContactLaw, DampingTakesEnergyAway) {
  this->for_touching([](const auto& relation) {
    const auto f = relation.damping_forces();
    double power = 0;
    for (int i = 0; i < 4; ++i) power += dot(relation.v[i], f[i]);
    EXPECT_LE(power, 0);
  });
}

TYPED_TEST(ContactLaw, TurnsWithARigidMotion) {
  this->for_touching([this](const auto& relation) {
    const RigidMotion motion{.axis = this->samples.unit_vector(),
                             .shift = this->samples.vector(2),
                             .angle = this->samples.between(-3, 3)};
    auto moved = relation;
    for (Vec3d& x : moved.x) x = motion.moved(x);
    for (Vec3d& v : moved.v) v = motion.turned(v);
    const auto before = relation.forces(), after = moved.forces();
    for (int i = 0; i < 4; ++i)
      EXPECT_LT(length(after[i] - motion.turned(before[i])), 1e-8 * (1 + largest(before)));
  });
}

TYPED_TEST(ContactLaw, HasNoForceOutsideOfTheSkinNorWhereAbsent) {
  this->for_touching([](auto relation) {
    relation.rest = TypeParam::rest(relation.x);
    EXPECT_EQ(relation.energy(), 0);
    EXPECT_EQ(largest(relation.forces()), 0);
    relation.rest = TypeParam::template absent<double>();
    EXPECT_EQ(relation.energy(), 0);
    EXPECT_EQ(largest(relation.forces()), 0);
  });
}

TYPED_TEST(ContactLaw, StaysFiniteWhereVerticesCoincide) {
  this->for_touching([](auto relation) {
    relation.rest.thickness = 1;
    std::ranges::fill(relation.x, relation.x[0]);
    EXPECT_TRUE(std::isfinite(relation.energy()));
    for (const Vec3d& f : relation.forces()) EXPECT_TRUE(is_finite(f));
    const auto single = relation.template as<float>();
    EXPECT_TRUE(std::isfinite(single.energy()));
    for (const Vec3f& f : single.forces()) EXPECT_TRUE(is_finite(f));
  });
}

TEST(ContactSkin, HasNoJumpInForceOrStiffnessAndRisesWithoutBound) {
  const double r = 0.3, half = r / 2, step = 1e-9;
  const Skin<double> outer(half + step, r), inner(half - step, r);
  EXPECT_NEAR(outer.energy, inner.energy, 1e-8);
  EXPECT_NEAR(outer.slope, inner.slope, 1e-8);
  EXPECT_NEAR(outer.stiffening, inner.stiffening, 1e-6);
  EXPECT_EQ(Skin<double>(r, r).energy, 0);
  double force = 0;
  for (double d = half; d > 1e-6 * r; d /= 2) {
    const double now = -Skin<double>(d, r).slope;
    EXPECT_GE(now, force);
    force = now;
  }
  EXPECT_GT(force, 1e5 * half);
}

// By brute force: the nearest of many places.
TEST(ContactClosest, PlacesOnTrianglesAndSegmentsAreTheNearest) {
  Samples samples(7);
  for (int k = 0; k < 300; ++k) {
    Vec3d x[4];
    for (Vec3d& p : x) p = samples.vector(1);
    const OnTriangle<double> at = closest_on_triangle(x[0], x[1], x[2], x[3]);
    Vec3d place;
    for (int i = 0; i < 3; ++i) {
      EXPECT_GE(at.weights[i], -1e-12);
      place += x[i + 1] * at.weights[i];
    }
    const double found = length(x[0] - place);
    double segments = std::sqrt(squared_distance_of_segments(x[0], x[1], x[2], x[3]));
    constexpr int parts = 40;
    for (int i = 0; i <= parts; ++i)
      for (int j = 0; j <= parts; ++j) {
        const double u = i / double(parts), v = j / double(parts);
        if (u + v <= 1) {
          const Vec3d other = x[1] * (1 - u - v) + x[2] * u + x[3] * v;
          EXPECT_GE(length(x[0] - other), found - 1e-12);
        }
        const Vec3d one = x[0] + (x[1] - x[0]) * u, two = x[2] + (x[3] - x[2]) * v;
        EXPECT_GE(length(one - two), segments - 1e-12);
      }
  }
}

}  // namespace
}  // namespace pliant::contact

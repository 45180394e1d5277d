#include "mesh/generate/stuffing.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "support/solid_checks.h"

namespace pliant {
namespace {

using generate::Field;
using generate::ImplicitField;
using generate::Side;

Implicit sphere(double radius) {
  return {[radius](const Vec3d& p) { return length(p) - radius; },
          {-radius, -radius, -radius},
          {radius, radius, radius}};
}

Implicit torus() {
  return {[](const Vec3d& p) { return std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4; },
          {-1.4, -1.4, -0.4},
          {1.4, 1.4, 0.4}};
}

// Signs and cuts at random, as bad as any input can be, but always the same for the same points.
class Noise : public Field {
 public:
  Noise(unsigned seed, double inner_part, double pulled_part)
      : Field({{0, 0, 0}, {12, 12, 12}}),
        seed_(seed),
        inner_part_(inner_part),
        pulled_part_(pulled_part) {}
  void sides(std::span<const Vec3d> points, std::span<Side> sides) const override {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec3d& p = points[i];
      const bool within = std::min({p.x, p.y, p.z}) > 0.1 && std::max({p.x, p.y, p.z}) < 11.9;
      const double u = random(p, p);
      sides[i] = within && u < inner_part_ ? Side::inside : u > 0.97 ? Side::on : Side::outside;
    }
  }
  // Some cuts lie so near an end that they pull it; cuts crowd at the limits of the pull, where the
  // worst angles are.
  double crossing(const Vec3d& inside, const Vec3d& outside) const override {
    const double pull = length(outside - inside) > 0.9 ? 0.28511 : 0.39882;
    const double u = random(inside, outside), v = random(outside, inside);
    const double slack = random(inside, inside + outside) < 0.5 ? 1e-6 : 1.0;
    double t = pull + slack * v * (0.5 - pull);
    if (u < pulled_part_) t = pull * (1 - slack * v) - 1e-9;
    t = std::max(t, 0.0);
    return random(outside, inside + outside) < 0.5 ? t : 1 - t;
  }

 private:
  double random(const Vec3d& a, const Vec3d& b) const {
    std::uint64_t hash = seed_;
    for (double x : {a.x, a.y, a.z, b.x, b.y, b.z}) {
      std::uint64_t bits;
      std::memcpy(&bits, &x, sizeof bits);
      hash = (hash ^ bits) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 29;
    }
    hash *= 0xBF58476D1CE4E5B9ull;
    return static_cast<double>(hash >> 11) / 9007199254740992.0;
  }
  unsigned seed_;
  double inner_part_, pulled_part_;
};

TEST(Stuffing, AnglesKeepTheirBoundsForAnyField) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    const double inner_part = 0.1 + 0.035 * seed, pulled_part = 0.04 * (seed % 6);
    const Mesh mesh = generate::stuff(Noise(seed, inner_part, pulled_part), 1.0);
    ASSERT_GT(mesh.tetrahedra.size(), 1000u);
    test::expect_proven_angles(test::expect_conforming(mesh));
  }
}

TEST(Stuffing, SphereIsConformingManifoldAndWellShaped) {
  const Implicit solid = sphere(1);
  const Mesh mesh = generate::stuff(ImplicitField(solid), 0.13);
  test::expect_proven_angles(test::expect_manifold(mesh));
}

TEST(Stuffing, TorusHasOneHandle) {
  const Implicit solid = torus();
  const Mesh mesh = generate::stuff(ImplicitField(solid), 0.1);
  const auto report = test::expect_manifold(mesh);
  test::expect_proven_angles(report);
  EXPECT_EQ(test::inspect_surface(report.boundary).euler, 0);
}

TEST(Stuffing, SmoothRandomFieldIsConformingAndWellShaped) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  std::vector<std::pair<Vec3d, double>> waves;
  for (int i = 0; i < 12; ++i)
    waves.push_back({{normal(random), normal(random), normal(random)}, 6.3 * normal(random)});
  const Implicit solid{[&](const Vec3d& p) {
                         double sum = 0;
                         for (const auto& [k, phase] : waves) sum += std::sin(dot(k, p) + phase);
                         return std::max(sum / 5, length(p) - 4);
                       },
                       {-4, -4, -4},
                       {4, 4, 4}};
  const Mesh mesh = generate::stuff(ImplicitField(solid), 0.25);
  ASSERT_GT(mesh.tetrahedra.size(), 50000u);
  test::expect_proven_angles(test::expect_manifold(mesh));
}

TEST(Stuffing, VolumeOfTheSphereConvergesToSecondOrder) {
  const Implicit solid = sphere(1);
  const double exact = 4 * std::numbers::pi / 3;
  double last = 0;
  for (double spacing : {0.2, 0.1, 0.05}) {
    const Mesh mesh = generate::stuff(ImplicitField(solid), spacing);
    const double error = exact - test::volume_of_tetrahedra(mesh);
    EXPECT_GT(error, 0);  // chords of a convex surface
    if (last > 0) {
      EXPECT_GT(last / error, 3.3);
      EXPECT_LT(last / error, 4.8);
    }
    last = error;
  }
}

TEST(Stuffing, BoundaryLiesOnTheSurface) {
  const Implicit solid = torus();
  const double spacing = 0.1;
  const Mesh mesh = generate::stuff(ImplicitField(solid), spacing);
  for (const auto& t : test::expect_conforming(mesh).boundary)
    for (Index v : t) EXPECT_NEAR(solid.value(mesh.vertices[v]), 0, 1e-4 * spacing);
}

TEST(Stuffing, GradedMeshesConformAndHaveTheSameSurface) {
  for (const Implicit& solid : {sphere(1), torus()}) {
    const double spacing = 0.05;
    const Mesh uniform = generate::stuff(ImplicitField(solid), spacing);
    const Mesh graded = generate::stuff(ImplicitField(solid), spacing, true);
    const auto report = test::expect_manifold(graded),
               of_uniform = test::expect_conforming(uniform);
    test::expect_proven_angles(report);
    EXPECT_EQ(report.boundary.size(), of_uniform.boundary.size());
    EXPECT_NEAR(report.volume, of_uniform.volume, 1e-9 * of_uniform.volume);
    EXPECT_LT(4 * graded.tetrahedra.size(), 3 * uniform.tetrahedra.size());
  }
}

TEST(Stuffing, GradedMeshOfACubeHoldsEveryKindOfTransition) {
  const Implicit solid{[](const Vec3d& p) {
                         return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}) - 1;
                       },
                       {-1, -1, -1},
                       {1, 1, 1}};
  const Mesh mesh = generate::stuff(ImplicitField(solid), 2.0 / 39, true);
  const auto report = test::expect_manifold(mesh);
  EXPECT_NEAR(report.volume, 8, 1e-9);
  // What the transitions between leaves are made of has no angle outside these.
  EXPECT_GT(report.least_angle, 44.99);
  EXPECT_LT(report.largest_angle, 120.01);
}

TEST(Stuffing, GradedMeshesConformForAnyField) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Mesh mesh = generate::stuff(Noise(seed, 0.9999, 0.1), 0.5, true);
    test::expect_proven_angles(test::expect_conforming(mesh));
  }
}

}  // namespace
}  // namespace pliant

#include "mesh/generate/stuffing.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "mesh/generate/mesh_checks.h"

namespace pliant {
namespace {

using generate::Field;
using generate::ImplicitField;
using generate::Side;

// What Labelle and Shewchuk prove, rounded outwards.
void expect_proven_angles(const Mesh& mesh) {
  const auto [least, greatest] = test::dihedral_angles(mesh);
  EXPECT_GE(least, 10.7);
  EXPECT_LE(greatest, 164.8);
}

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
    expect_proven_angles(mesh);
    test::expect_conforming(mesh);
  }
}

TEST(Stuffing, SphereIsConformingManifoldAndWellShaped) {
  const Implicit solid = sphere(1);
  const Mesh mesh = generate::stuff(ImplicitField(solid), 0.13);
  expect_proven_angles(mesh);
  test::expect_manifold(test::expect_conforming(mesh));
}

TEST(Stuffing, TorusIsConformingManifoldAndWellShaped) {
  const Implicit solid = torus();
  const Mesh mesh = generate::stuff(ImplicitField(solid), 0.1);
  expect_proven_angles(mesh);
  const auto boundary = test::expect_conforming(mesh);
  test::expect_manifold(boundary);
}

}  // namespace
}  // namespace pliant

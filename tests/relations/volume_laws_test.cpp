// The equations of L13 and S07 written out once more, against laws whose factors and signs a
// comparison with their own energies cannot show.

#include <gtest/gtest.h>

#include "relations/list.h"
#include "support/law_samples.h"

namespace pliant {
namespace {

/// The right sides of L13 (3.8) without k_V C_V.
std::array<Vec3d, 4> published_directions(const Vec3d (&x)[4]) {
  const Vec3d e1 = x[1] - x[0], e2 = x[2] - x[0], e3 = x[3] - x[0];
  return {cross(e2 - e1, e3 - e1), cross(e3, e2), cross(e1, e3), cross(e2, e1)};
}

TEST(VolumeLaws, AsPublishedIsEquation3_8) {
  Samples samples(7);
  for (int i = 0; i < 20; ++i) {
    auto relation = samples.deformed<VolumePreserveAsPublished>(0.5).without_velocity();
    const auto& x = relation.x;
    const double c = signed_volume(x[0], x[1], x[2], x[3]) - relation.rest.volume;
    const auto directions = published_directions(x);
    const auto f = relation.forces();
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_LT(length(f[k] - directions[k] * (relation.param.stiffness * c)), 1e-13);
  }
}

TEST(VolumeLaws, NormalDampingIsEquation3_11) {
  Samples samples(8);
  for (int i = 0; i < 20; ++i) {
    const auto relation = samples.deformed<VolumePreserveNormalDamping>(0.5);
    const auto& [x, v, rest, param] = relation;
    const double c = signed_volume(x[0], x[1], x[2], x[3]) - rest.volume;
    const auto directions = published_directions(x);
    const auto f = relation.forces();
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3d n = normalised(directions[k]);
      Vec3d relative;
      for (const Vec3d& other : v) relative += v[k] - other;
      const Vec3d expected = n * (param.stiffness * c - param.damping * dot(relative, n));
      EXPECT_LT(length(f[k] - expected), 1e-13);
    }
  }
}

TEST(VolumeLaws, AnInvertedTetrahedronIsTurnedBack) {
  Samples samples(10);
  auto relation = samples.at_rest<VolumePreserve>().without_velocity();
  std::swap(relation.x[0], relation.x[1]);
  EXPECT_LT(SixVolumes<double>(relation.x).value, 0);
  std::ranges::copy(relation.forces(), relation.v);
  EXPECT_GT(SixVolumes<double>(relation.x).rate(relation.v), 0);
}

TEST(AreaLaws, ArePulledTogetherByTheirHeights) {
  // Legs 3 and 4 where 1 and 1 were at rest: each vertex moves along its height, by half the
  // opposite side times dE/dA.
  Relation<AreaPreserve, double> relation{};
  relation.x[1] = {1, 0, 0};
  relation.x[2] = {0, 1, 0};
  relation.rest = AreaPreserve::rest(relation.x);
  relation.param = {.stiffness = 2, .damping = 0};
  relation.x[1] = {3, 0, 0};
  relation.x[2] = {0, 4, 0};
  const double slope = 2 * (6 - 0.5) / (0.5 * 0.5);
  const auto f = relation.forces();
  EXPECT_LT(length(f[1] - Vec3d{-slope * 2, 0, 0}), 1e-12);
  EXPECT_LT(length(f[2] - Vec3d{0, -slope * 1.5, 0}), 1e-12);

  Relation<AreaPreserveAsPublished, double> published{};
  std::ranges::copy(relation.x, published.x);
  published.rest = {.area = 0.5, .presence = 1};
  published.param = {.stiffness = 2, .damping = 0};
  EXPECT_LT(length(published.forces()[1] - Vec3d{-2 * 5.5 * 2, 0, 0}), 1e-12);
}

TEST(GasPressureLaw, PressesAThirdOfPressureTimesAreaOnEachVertex) {
  Relation<GasPressure, double> relation{};
  relation.x[1] = {3, 0, 0};
  relation.x[2] = {0, 4, 0};
  relation.rest = GasPressure::rest(relation.x);
  relation.param = {.pressure = 5};
  for (const Vec3d& f : relation.forces()) EXPECT_LT(length(f - Vec3d{0, 0, 10}), 1e-12);
}

}  // namespace
}  // namespace pliant

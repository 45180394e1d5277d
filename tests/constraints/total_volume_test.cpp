#include "constraints/total_volume.h"

#include <gtest/gtest.h>
#include <pliant/shapes.h>
#include <pliant/tet_mesh.h>

#include <cmath>
#include <numbers>

namespace pliant {
namespace {

struct Ball {
  TetMesh mesh{make_shape("sphere", {{"cells", 3}})};
  std::vector<Triangle> surface{mesh.boundary().begin(), mesh.boundary().end()};
  std::vector<Vec3d> rest{mesh.vertices().begin(), mesh.vertices().end()};
  std::vector<double> masses;
  std::vector<Vec3d> inverse;

  Ball() {
    for (std::size_t v = 0; v < rest.size(); ++v) {
      masses.push_back(1 + 0.1 * static_cast<double>(v % 7));
      inverse.push_back(Vec3d{1, 1, 1} * (1 / masses.back()));
    }
  }
  TotalVolume constraint(double gamma, VolumeCorrection form) const {
    return {surface, inverse, enclosed_volume(surface, rest), gamma, form};
  }
};

std::vector<Vec3d> scaled(std::vector<Vec3d> x, double by) {
  for (Vec3d& p : x) p *= by;
  return x;
}

TEST(TotalVolume, IsTheSumOfTheTetrahedraWhereverTheBodyIs) {
  const Ball ball;
  EXPECT_NEAR(enclosed_volume(ball.surface, ball.rest), ball.mesh.volume(), 1e-14);
  std::vector<Vec3d> far = ball.rest;
  for (Vec3d& p : far) p += Vec3d{1000, -2000, 500};
  EXPECT_NEAR(enclosed_volume(ball.surface, far), ball.mesh.volume(), 1e-9);
}

// Nothing but the constraint acts: the drift of a step is 1 - γ times that of the last one, or
// 1 - 3γ for the printed form.
TEST(TotalVolume, TakesBackItsPartOfTheDrift) {
  const Ball ball;
  const double rest = ball.mesh.volume();
  for (const auto& [gamma, form, factor] :
       {std::tuple(0.5, VolumeCorrection::corrected, 0.5),
        std::tuple(1.0, VolumeCorrection::corrected, 0.0),
        std::tuple(0.5, VolumeCorrection::as_published, -0.5),
        std::tuple(1.0, VolumeCorrection::as_published, -2.0)}) {
    auto constraint = ball.constraint(gamma, form);
    const std::vector<Vec3d> before = scaled(ball.rest, 1.0001);
    std::vector<Vec3d> x = before, v(before.size());
    constraint.correct(before, 0.001, x, v);
    const double drift = enclosed_volume(ball.surface, before) - rest;
    EXPECT_NEAR((enclosed_volume(ball.surface, x) - rest) / drift, factor, 0.002)
        << gamma << ' ' << static_cast<int>(form);
  }
}

TEST(TotalVolume, AMoveThatWouldChangeTheVolumeIsProjectedOut) {
  const Ball ball;
  auto constraint = ball.constraint(1, VolumeCorrection::corrected);
  std::vector<Vec3d> x = scaled(ball.rest, 0.999), v(x.size());
  constraint.correct(ball.rest, 0.01, x, v);
  EXPECT_NEAR(enclosed_volume(ball.surface, x) / ball.mesh.volume(), 1, 1e-5);
}

TEST(TotalVolume, KeepsMomentumAndMovesNothingInside) {
  const Ball ball;
  auto constraint = ball.constraint(1, VolumeCorrection::corrected);
  const std::vector<Vec3d> before = scaled(ball.rest, 1.01);
  std::vector<Vec3d> x = before, v(before.size());
  constraint.correct(before, 0.001, x, v);
  Vec3d momentum, moved;
  double size = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    momentum += v[i] * ball.masses[i];
    moved += (x[i] - before[i]) * ball.masses[i];
    size += length(v[i]) * ball.masses[i];
    EXPECT_NEAR(length(v[i] - (x[i] - before[i]) / 0.001), 0, 1e-9);
  }
  ASSERT_GT(size, 0.1);
  EXPECT_LT(length(momentum), 1e-12 * size);
  EXPECT_LT(length(moved), 1e-12 * size);
  std::vector<bool> outside(x.size());
  for (const Triangle& t : ball.surface)
    for (const Index i : t) outside[i] = true;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!outside[i]) {
      EXPECT_EQ(x[i], before[i]);
    }
}

TEST(TotalVolume, LedDirectionsStay) {
  Ball ball;
  for (Vec3d& inverse : ball.inverse) inverse.y = 0;
  auto constraint = ball.constraint(1, VolumeCorrection::corrected);
  const std::vector<Vec3d> before = scaled(ball.rest, 1.001);
  std::vector<Vec3d> x = before, v(before.size());
  constraint.correct(before, 0.001, x, v);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i].y, before[i].y);
  EXPECT_NEAR(enclosed_volume(ball.surface, x) / ball.mesh.volume(), 1, 1e-4);
}

}  // namespace
}  // namespace pliant

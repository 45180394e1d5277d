#include <gtest/gtest.h>

#include <random>

#include "spectral/motion.h"
#include "spectral/spectral_solids.h"
#include "spectral/warp.h"

// Rotations of nodes and what hangs on their derivatives, against differences and sums.

namespace pliant::spectral {
namespace {

using V = Vec3d;

V random_vector(std::mt19937& random, double size) {
  std::normal_distribution<double> normal(0, size);
  return {normal(random), normal(random), normal(random)};
}

TEST(SpectralWarp, IntegratedRotationOfARigidMotionIsThatMotion) {
  std::mt19937 random(1);
  for (const double size : {1e-6, 1e-3, 0.3, 2.0, 8.0}) {
    const V w = random_vector(random, size), x = random_vector(random, 1);
    const auto f = warp_factors(w);
    EXPECT_LT(length(x + warped(f, w, cross(w, x)) - rotated(f, w, x)), 1e-12);
    EXPECT_NEAR(length(rotated(f, w, x)), length(x), 1e-12);
    EXPECT_LT(length(rotated(f, -w, rotated(f, w, x)) - x), 1e-12);
    // About its axis nothing turns.
    EXPECT_LT(length(rotated(f, w, w) - w), 1e-12 * length(w));
  }
}

TEST(SpectralWarp, RatesAreThoseOfDifferencesAndPullsTheirTransposed) {
  std::mt19937 random(2);
  for (const double size : {1e-4, 0.05, 0.19, 0.5, 2.5}) {
    const V w = random_vector(random, size), u = random_vector(random, 1);
    const V w_rate = random_vector(random, 1), u_rate = random_vector(random, 1);
    const double h = 1e-5;
    const auto at = [&](double t) {
      const V now = w + w_rate * t;
      return warped(warp_factors(now), now, u + u_rate * t);
    };
    const V shall = (at(h) - at(-h)) / (2 * h);
    const auto f = warp_factors(w);
    EXPECT_LT(length(warped_rate(f, w, u, w_rate, u_rate) - shall), 1e-8) << size;
    const V force = random_vector(random, 1);
    const auto pull = warp_pull(f, w, u, force);
    EXPECT_NEAR(dot(pull.w, w_rate) + dot(pull.u, u_rate), dot(force, shall), 1e-8) << size;
  }
}

// The rotation vector's rate turns the material by R̃ w'.
TEST(SpectralWarp, IntegratedRotationTurnsRatesOfRotationVectors) {
  std::mt19937 random(3);
  const V w = random_vector(random, 1), w_rate = random_vector(random, 1), x{1, 2, 3};
  const double h = 1e-5;
  const auto at = [&](double t) {
    const V now = w + w_rate * t;
    return rotated(warp_factors(now), now, x);
  };
  const auto f = warp_factors(w);
  const V spin = warped(f, w, w_rate);
  EXPECT_LT(length(cross(spin, rotated(f, w, x)) - (at(h) - at(-h)) / (2 * h)), 1e-8);
}

TEST(SpectralWarp, WeightOfClustersIsNearThatOfAllNodes) {
  const TetMesh mesh = test::bar(1, 0.2, 20, 4);
  const Material soft = make_material(1e6, 0.3, 1000);
  const Body body = test::body_of(mesh, soft, {.modes = 30, .fixed = test::at_x(mesh, -0.5)});
  const Data& data = body.spectral->data();
  Motion motion(data);
  motion.x[0] = 1.5;  // slow modes: bent by about half a radian
  motion.x[1] = -0.7;
  motion.refresh();
  double bent = 0;
  for (const Data::Node& node : data.node_of) bent = std::max(bent, length(motion.place(node).w));
  EXPECT_GT(bent, 0.4);
  const V gravity{1, -9, 2};
  Motion::Loads by_clusters = motion.no_loads(), by_nodes = motion.no_loads();
  motion.add_weight(by_clusters, gravity, 0);
  for (std::size_t v = 0; v < body.masses.size(); ++v)
    motion.add_force(by_nodes, data.node_of[v], gravity * body.masses[v]);
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < by_nodes.hybrid.size(); ++i) {
    difference += std::pow(by_clusters.hybrid[i] - by_nodes.hybrid[i], 2);
    size += std::pow(by_nodes.hybrid[i], 2);
  }
  EXPECT_LT(std::sqrt(difference / size), 0.01);
}

}  // namespace
}  // namespace pliant::spectral

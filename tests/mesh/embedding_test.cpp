#include <gtest/gtest.h>
#include <pliant/embedding.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include <random>

#include "mesh/tet_tree.h"
#include "support/meshes.h"

namespace pliant {
namespace {

std::vector<Vec3d> random_points(std::size_t count, const Vec3d& low, const Vec3d& high) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> part(0, 1);
  std::vector<Vec3d> points(count);
  for (auto& p : points)
    for (int i = 0; i < 3; ++i) p[i] = low[i] + part(random) * (high[i] - low[i]);
  return points;
}

TetMesh carrier() {
  return TetMesh(make_shape("cube", {{"cells", 6}}));  // [-1/2, 1/2] x [0, 1] x [-1/2, 1/2]
}

Vec3d affine(const Vec3d& p) {
  return {1.5 * p.x - 0.3 * p.y + 0.2 * p.z + 4, 0.1 * p.x + 0.7 * p.y - 0.6 * p.z - 2,
          -0.4 * p.x + 0.5 * p.y + 1.1 * p.z + 0.25};
}

TEST(Embedding, AffineMapsAreReproducedInsideAndOutside) {
  const TetMesh mesh = carrier();
  const auto points = random_points(3000, {-1, -0.5, -1}, {1, 1.5, 1});
  const Embedding embedding(points, mesh);
  std::vector<Vec3d> moved;
  for (const auto& v : mesh.vertices()) moved.push_back(affine(v));
  std::vector<Vec3d> out(points.size());
  embedding.apply(moved, out);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_LT(length(out[i] - affine(points[i])), 1e-12);
}

TEST(Embedding, WeightsOfPointsInsideAreBetweenZeroAndOne) {
  const TetMesh mesh = carrier();
  const Embedding embedding(random_points(3000, {-0.5, 0, -0.5}, {0.5, 1, 0.5}), mesh);
  EXPECT_EQ(embedding.outside(), 0u);
  for (std::size_t i = 0; i < embedding.size(); ++i) {
    double sum = 0;
    for (const double w : embedding.weights()[i]) {
      EXPECT_GE(w, -1e-12);
      EXPECT_LE(w, 1 + 1e-12);
      sum += w;
    }
    EXPECT_NEAR(sum, 1, 1e-14);
    EXPECT_EQ(embedding.vertices()[i], mesh.tetrahedra()[embedding.tetrahedra()[i]]);
  }
}

TEST(Embedding, TheCarriersOwnVerticesAreInsideAndStayOnIt) {
  const TetMesh mesh(make_shape("sphere", {{"cells", 3}}));
  const Embedding embedding(mesh.vertices(), mesh);
  EXPECT_EQ(embedding.outside(), 0u);
  std::vector<Vec3d> bent, out(mesh.vertices().size());
  for (const auto& v : mesh.vertices()) bent.push_back({v.x + v.y * v.y, v.y * v.z, std::sin(v.x)});
  embedding.apply(bent, out);
  for (std::size_t i = 0; i < out.size(); ++i) EXPECT_LT(length(out[i] - bent[i]), 1e-13);
}

// The distance to a tetrahedron by projected gradient descent on the weights would be slow; a
// fine sampling of its volume bounds it from above instead.
TEST(Embedding, DistanceToATetrahedronEqualsADenseSampling) {
  const std::array<Vec3d, 4> x{{{0, 0, 0}, {1, 0.1, 0}, {0.2, 0.9, 0.1}, {0.3, 0.2, 0.8}}};
  const int n = 40;
  for (const auto& p : random_points(60, {-1, -1, -1}, {2, 2, 2})) {
    double sampled = 1e300;
    for (int i = 0; i <= n; ++i)
      for (int j = 0; i + j <= n; ++j)
        for (int k = 0; i + j + k <= n; ++k) {
          const Vec3d q = x[0] + (x[1] - x[0]) * (1.0 * i / n) + (x[2] - x[0]) * (1.0 * j / n) +
                          (x[3] - x[0]) * (1.0 * k / n);
          sampled = std::min(sampled, length(p - q));
        }
    const double distance = distance_to(p, x);
    EXPECT_LE(distance, sampled + 1e-12);
    EXPECT_GE(distance, sampled - 1.0 / n);
  }
}

TEST(Embedding, TheTreeFindsTheNearestOfAllTetrahedra) {
  const TetMesh mesh(make_shape("torus", {{"around", 12}, {"cells", 2}}));
  const TetTree tree(mesh.vertices(), mesh.tetrahedra());
  std::size_t inside = 0;
  for (const auto& p : random_points(400, {-0.9, -0.2, -0.9}, {0.9, 0.6, 0.9})) {
    double nearest = 1e300;
    for (const auto& [a, b, c, d] : mesh.tetrahedra())
      nearest = std::min(nearest, distance_to(p, {mesh.vertices()[a], mesh.vertices()[b],
                                                  mesh.vertices()[c], mesh.vertices()[d]}));
    const auto hit = tree.nearest(p);
    const auto& [a, b, c, d] = mesh.tetrahedra()[hit.tetrahedron];
    EXPECT_NEAR(distance_to(p, {mesh.vertices()[a], mesh.vertices()[b], mesh.vertices()[c],
                                mesh.vertices()[d]}),
                nearest, 1e-12);
    EXPECT_EQ(hit.inside, nearest == 0);
    inside += hit.inside;
  }
  EXPECT_GT(inside, 20u);
  EXPECT_LT(inside, 380u);
}

TEST(Embedding, ManyPointsInALargeMesh) {
  const TetMesh mesh(make_shape("cube", {{"cells", 12}}));  // 10368 tetrahedra
  const auto points = random_points(30000, {-0.6, -0.1, -0.6}, {0.6, 1.1, 0.6});
  const Embedding embedding(points, mesh);
  std::vector<Vec3d> out(points.size());
  embedding.apply(mesh.vertices(), out);
  std::size_t outside = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d& p = points[i];
    outside += std::abs(p.x) > 0.5 || std::abs(p.z) > 0.5 || p.y < 0 || p.y > 1;
    EXPECT_LT(length(out[i] - p), 1e-13);
  }
  EXPECT_EQ(embedding.outside(), outside);
}

TEST(Embedding, FarAwayAndHugePointsAreHandled) {
  const TetMesh mesh(test::single_tetrahedron());
  const std::vector<Vec3d> points{{1e6, -1e6, 3e6}, {-5, 0.1, 0.1}, {1e200, 0, 0}};
  const Embedding embedding(points, mesh);
  EXPECT_EQ(embedding.outside(), 3u);
  std::vector<Vec3d> out(3);
  embedding.apply(mesh.vertices(), out);
  for (int i = 0; i < 3; ++i)
    EXPECT_LE(length(out[i] - points[i]), 1e-13 * length(points[i] / 1e10) * 1e10);
}

TEST(Embedding, OfKnownWeightsIsTheSame) {
  const TetMesh mesh = carrier();
  const auto points = random_points(200, {-1, -0.5, -1}, {1, 1.5, 1});
  const Embedding found(points, mesh);
  const std::vector<Index> tetrahedra(found.tetrahedra().begin(), found.tetrahedra().end());
  const std::vector<std::array<double, 4>> weights(found.weights().begin(), found.weights().end());
  const Embedding given(tetrahedra, weights, mesh.tetrahedra(), mesh.vertices().size());
  std::vector<float> heights;  // a field that is linear is carried exactly
  for (const Vec3d& p : mesh.vertices()) heights.push_back(static_cast<float>(p.y));
  const std::vector<float> values = given.apply(std::span<const float>(heights));
  std::vector<Vec3d> out(points.size());
  given.apply(mesh.vertices(), out);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_LT(length(out[i] - points[i]), 1e-12);
    EXPECT_NEAR(values[i], points[i].y, 1e-5);
  }
  auto bad = tetrahedra;
  bad[3] = static_cast<Index>(mesh.tetrahedra().size());
  EXPECT_THROW(Embedding(bad, weights, mesh.tetrahedra(), mesh.vertices().size()), InputError);
  auto heavy = weights;
  heavy[5][2] += 0.1;
  EXPECT_THROW(Embedding(tetrahedra, heavy, mesh.tetrahedra(), mesh.vertices().size()), InputError);
}

TEST(Embedding, EmptyAndBadInput) {
  const TetMesh mesh = carrier();
  const Embedding empty({}, mesh);
  EXPECT_EQ(empty.size(), 0u);
  empty.apply(mesh.vertices(), {});
  const std::vector<Vec3d> bad{{0, 0, 0}, {0, std::nan(""), 0}};
  EXPECT_THROW(Embedding(bad, mesh), InputError);
  const Embedding one({bad.data(), 1}, mesh);
  std::vector<Vec3d> out(2);
  EXPECT_THROW(one.apply(mesh.vertices(), out), InputError);
  EXPECT_THROW(one.apply(out, {out.data(), 1}), InputError);
}

}  // namespace
}  // namespace pliant

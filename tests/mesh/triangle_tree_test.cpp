#include "mesh/triangle_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <random>
#include <set>

#include "support/surfaces.h"

namespace pliant {
namespace {

Vec3d random_point(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> u(-reach, reach);
  return {u(random), u(random), u(random)};
}

// Triangles of many sizes, some without area, that overlap at will.
Mesh triangle_soup(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  Mesh mesh;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3d centre = random_point(random, 1);
    const double size = std::pow(10.0, -3.0 * std::generate_canonical<double, 53>(random));
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(centre + random_point(random, size));
    if (i % 50 == 0) mesh.vertices.back() = mesh.vertices[3 * i];
    const auto first = static_cast<Index>(3 * i);
    mesh.triangles.cells.push_back({first, first + 1, first + 2});
  }
  return mesh;
}

// Distance by sampling nothing: the least over vertices, edges and the plane's foot point.
double distance_to_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const auto to_segment = [&](const Vec3d& u, const Vec3d& v) {
    const double squared = squared_length(v - u);
    const double t = squared > 0 ? std::clamp(dot(p - u, v - u) / squared, 0.0, 1.0) : 0.0;
    return length(p - u - (v - u) * t);
  };
  double least = std::min({to_segment(a, b), to_segment(b, c), to_segment(c, a)});
  const Vec3d n = cross(b - a, c - a);
  if (squared_length(n) == 0) return least;
  const Vec3d foot = p - n * (dot(p - a, n) / squared_length(n));
  const bool inside = dot(cross(b - a, foot - a), n) >= 0 && dot(cross(c - b, foot - b), n) >= 0 &&
                      dot(cross(a - c, foot - c), n) >= 0;
  return inside ? std::min(least, length(foot - p)) : least;
}

double exact_winding_number(const Mesh& mesh, const Vec3d& p) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles.cells)
    sum += solid_angle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
  return sum / (4 * std::numbers::pi);
}

TEST(TriangleTree, NearestEqualsBruteForce) {
  const Mesh mesh = triangle_soup(2000, 1);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  std::mt19937 random(2);
  for (int i = 0; i < 300; ++i) {
    const Vec3d p = random_point(random, i % 2 == 0 ? 1.0 : 5.0);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [a, b, c] : mesh.triangles.cells)
      least = std::min(
          least, distance_to_triangle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    const auto found = tree.nearest(p);
    ASSERT_NE(found.triangle, no_index);
    EXPECT_NEAR(found.distance, least, 1e-9);
    EXPECT_NEAR(length(found.point - p), least, 1e-9);
    const auto& [a, b, c] = mesh.triangles[found.triangle];
    EXPECT_NEAR(
        distance_to_triangle(found.point, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]), 0,
        1e-9);
    EXPECT_EQ(tree.nearest(p, least * 0.99).triangle, no_index);
    EXPECT_NEAR(tree.nearest(p, least * 1.01).distance, least, 1e-9);
  }
}

TEST(TriangleTree, WindingNumberEqualsTheSumOfSolidAngles) {
  const Mesh mesh = triangle_soup(3000, 3);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    const Vec3d p = random_point(random, 1.5);
    // Random faces hardly cancel, so compare with the sum of their magnitudes.
    double magnitude = 0;
    for (const auto& [a, b, c] : mesh.triangles.cells)
      magnitude += std::abs(solid_angle(p, mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    EXPECT_NEAR(tree.winding_number(p), exact_winding_number(mesh, p),
                3e-3 * magnitude / (4 * std::numbers::pi));
  }
}

TEST(TriangleTree, FarFieldIsRightToSecondOrder) {
  const Mesh mesh = triangle_soup(200, 10);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  const Vec3d direction = normalised(Vec3d{1, 2, -0.7});
  double last = 0;
  for (double distance : {16.0, 32.0, 64.0, 128.0}) {
    const Vec3d p = direction * distance;
    const double error = std::abs(tree.winding_number(p) - exact_winding_number(mesh, p));
    // What is left out begins with 1 / distance^5.
    if (last > 0) {
      EXPECT_LT(error, last / 24);
    }
    last = error;
  }
}

TEST(TriangleTree, WindingNumberOfASphereIsOneInsideAndZeroOutside) {
  const Mesh mesh = test::octasphere(1, 4);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  std::mt19937 random(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3d p = random_point(random, 1.5);
    const double r = length(p);
    if (r > 0.99 && r < 1.01) continue;  // the facets lie in there
    EXPECT_NEAR(tree.winding_number(p), r < 1 ? 1 : 0, 5e-3);
  }
  EXPECT_NEAR(tree.winding_number({1e9, 0, 0}), 0, 1e-12);
}

TEST(TriangleTree, WindingNumberOfARealSurface) {
  PLIANT_NEEDS_MODELS();
  const Mesh mesh = test::model_surface("bunny");
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  const Box box = tree.bounds();
  std::mt19937 random(6);
  int inner = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3d u = random_point(random, 0.5) + Vec3d{0.5, 0.5, 0.5}, size = box.size();
    const Vec3d p = box.low + Vec3d{u.x * size.x, u.y * size.y, u.z * size.z};
    const double exact = exact_winding_number(mesh, p);
    EXPECT_NEAR(exact, std::round(exact), 1e-9);
    EXPECT_NEAR(tree.winding_number(p), exact, 5e-3);
    inner += exact > 0.5;
  }
  EXPECT_GT(inner, 30);
}

TEST(TriangleTree, HalfASphereWindsByTheSolidAngleOfItsHole) {
  Mesh mesh = test::octasphere(1, 5);
  std::erase_if(mesh.triangles.cells, [&](const Triangle& t) {
    return mesh.vertices[t[0]].z + mesh.vertices[t[1]].z + mesh.vertices[t[2]].z > 0;
  });
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  // A disc of radius 1 seen from height -z on its axis fills 2 pi (1 - z / sqrt(1 + z^2)).
  for (double z : {0.0, 0.1, 0.3, 0.6, 0.9}) {
    const double hole = (1 - z / std::sqrt(1 + z * z)) / 2;
    EXPECT_NEAR(tree.winding_number({0, 0, -z}), 1 - hole, 1e-2);
    EXPECT_NEAR(tree.winding_number({0, 0, z + 1e-9}), hole, 1e-2);
  }
}

TEST(TriangleTree, EverySegmentCrossesAClosedSurfaceAsOftenAsItsEndsSay) {
  const Mesh mesh = test::octasphere(1, 3);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  std::mt19937 random(7);
  std::vector<double> hits;
  for (int i = 0; i < 2000; ++i) {
    // Every other one through a vertex or the middle of an edge, where crossings may appear twice.
    const Triangle& t = mesh.triangles[random() % mesh.triangles.size()];
    Vec3d to = random_point(random, 2);
    if (i % 4 == 1) to = mesh.vertices[t[0]] * 1.5;
    if (i % 4 == 3) to = (mesh.vertices[t[0]] + mesh.vertices[t[1]]) * 0.75;
    const Vec3d from = i % 2 == 0 ? random_point(random, 0.5) : Vec3d{0, 0, 0};
    tree.crossings(from, to, hits);
    EXPECT_TRUE(std::ranges::is_sorted(hits));
    const bool leaves = std::abs(exact_winding_number(mesh, to)) < 0.5;
    ASSERT_EQ(!hits.empty(), leaves);
    for (double h : hits) EXPECT_NEAR(length(from + (to - from) * h), 1, 0.05);
  }
}

TEST(TriangleTree, OverlappingFindsEveryTriangleInABox) {
  const Mesh mesh = triangle_soup(1000, 8);
  const TriangleTree tree(mesh.vertices, mesh.triangles.cells);
  std::mt19937 random(9);
  for (int i = 0; i < 50; ++i) {
    Box box;
    box.add(random_point(random, 1));
    box.add(random_point(random, 1));
    std::set<Index> expected, found;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      Box mine;
      for (Index v : mesh.triangles[t]) mine.add(mesh.vertices[v]);
      if (mine.overlaps(box)) expected.insert(static_cast<Index>(t));
    }
    tree.overlapping(box, [&](Index t) { EXPECT_TRUE(found.insert(t).second); });
    EXPECT_EQ(found, expected);
  }
}

TEST(TriangleTree, EmptyAndCoincidentTriangles) {
  const TriangleTree empty({}, {});
  EXPECT_EQ(empty.nearest({0, 0, 0}).triangle, no_index);
  EXPECT_EQ(empty.winding_number({0, 0, 0}), 0);
  // Thousands of equal triangles must not make the tree degenerate.
  const std::vector<Vec3d> vertices{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Triangle> triangles(5000, Triangle{0, 1, 2});
  const TriangleTree same(vertices, triangles);
  EXPECT_DOUBLE_EQ(same.nearest({0.2, 0.2, 3}).distance, 3);
}

}  // namespace
}  // namespace pliant

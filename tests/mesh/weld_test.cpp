#include "mesh/weld.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <tuple>

namespace pliant {
namespace {

using testing::ElementsAre;

TEST(Weld, JoinsEqualPlacesInOrderOfFirstAppearance) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, 0, -0.0}, {7, 7, 7}};
  mesh.triangles.cells = {{4, 2, 3}, {1, 0, 5}};
  mesh.lines.cells = {{2, 4}};
  mesh.groups = {{"ends", {0, 2, 4}}};
  mesh.voronoi.emplace();
  EXPECT_EQ(weld_exact(mesh), 2u);
  EXPECT_THAT(mesh.vertices,
              ElementsAre(Vec3d{1, 0, 0}, Vec3d{0, 0, 0}, Vec3d{0, 1, 0}, Vec3d{7, 7, 7}));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{1, 0, 2}, Triangle{1, 0, 3}));
  EXPECT_THAT(mesh.lines.cells, ElementsAre(Line{0, 1}));
  EXPECT_THAT(mesh.groups["ends"], ElementsAre(0, 1));
  EXPECT_FALSE(mesh.voronoi.has_value());
}

TEST(Weld, NeighbouringNumbersStayApart) {
  Mesh mesh;
  mesh.vertices = {{1, 0, 0}, {std::nextafter(1.0, 2.0), 0, 0}, {5e-324, 0, 0}, {0, 0, 0}};
  const Mesh before = mesh;
  EXPECT_EQ(weld_exact(mesh), 0u);
  EXPECT_EQ(mesh, before);
}

TEST(Weld, AgreesWithASortedMapOnManyPoints) {
  std::mt19937_64 random(1);
  ExactWeld weld;
  std::map<std::tuple<double, double, double>, Index> expected;
  for (int i = 0; i < 200000; ++i) {
    const auto coordinate = [&] { return (static_cast<double>(random() % 41) - 20.0) / 3.0; };
    const Vec3d point{coordinate(), coordinate(), coordinate()};
    const auto number = static_cast<Index>(expected.size());
    const Index first = expected.try_emplace({point.x, point.y, point.z}, number).first->second;
    ASSERT_EQ(weld.add(point), first);
  }
  EXPECT_EQ(weld.points().size(), expected.size());
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>
#include <pliant/error.h>
#include <pliant/tet_mesh.h>

#include <limits>
#include <numbers>
#include <random>

#include "support/repaired.h"
#include "support/solid_checks.h"
#include "support/solids.h"
#include "support/surfaces.h"

namespace pliant {
namespace {

using test::cube_surface;
using test::icosphere;
using test::is_closed_and_consistent;
using test::repaired;
using test::Repaired;
using test::soup_of;
using test::volume_inside;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void expect_unit_box(const Mesh& mesh) {
  EXPECT_TRUE(check_surface(mesh).sound());
  EXPECT_TRUE(is_closed_and_consistent(mesh));
  EXPECT_EQ(test::euler_characteristic(mesh), 2);
  EXPECT_NEAR(volume_inside(mesh), 1, 1e-12);
}

TEST(Repair, LeavesSoundMeshesAsTheyAre) {
  for (const Mesh& mesh : {cube_surface(), icosphere(2), Mesh{}}) {
    const Repaired result = repaired(mesh);
    EXPECT_EQ(result.mesh, mesh);
    EXPECT_THAT(result.done, IsEmpty());
  }
}

TEST(Repair, FillsAHole) {
  Mesh mesh = cube_surface();
  mesh.triangles.cells.resize(10);  // without the square at x = 1
  const Repaired result = repaired(mesh);
  expect_unit_box(result.mesh);
  EXPECT_THAT(result.done, ElementsAre("closed 1 hole with 2 faces"));
}

TEST(Repair, FillsALongRingFromItsMiddle) {
  Mesh mesh;  // a cylinder of 300 sides without its caps
  constexpr Index n = 300;
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    for (double z : {0.0, 1.0}) mesh.vertices.push_back({std::cos(angle), std::sin(angle), z});
    const Index a = 2 * i, b = 2 * ((i + 1) % n);
    mesh.triangles.cells.insert(mesh.triangles.cells.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
  }
  const Repaired result = repaired(mesh);
  EXPECT_THAT(result.done, ElementsAre("closed 2 holes with 600 faces"));
  EXPECT_TRUE(check_surface(result.mesh).sound());
  EXPECT_NEAR(volume_inside(result.mesh), n / 2.0 * std::sin(2 * std::numbers::pi / n), 1e-12);
}

TEST(Repair, DoesNotCloseAFlatSheetOntoItself) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, mesh);
  EXPECT_THAT(result.done, IsEmpty());
}

TEST(Repair, DropsDoubleFaces) {
  Mesh mesh = cube_surface();
  mesh.triangles.cells.insert(mesh.triangles.cells.end(), {{3, 0, 2}, {0, 3, 2}});
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, cube_surface());
  EXPECT_THAT(result.done, ElementsAre("dropped 2 double faces"));
}

TEST(Repair, DropsHangingFaces) {
  Mesh mesh = cube_surface();
  mesh.vertices.push_back({0.5, -1, -1});
  mesh.triangles.cells.push_back({0, 1, 8});
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, cube_surface());
  EXPECT_THAT(result.done, ElementsAre("dropped 1 face that hung by one edge",
                                       "removed 1 vertex that nothing used"));
}

TEST(Repair, DropsSheetsOfSeveralFaces) {
  Mesh mesh = cube_surface();
  mesh.vertices.insert(mesh.vertices.end(), {{0, -0.5, -0.4}, {1, -0.4, -0.5}});
  mesh.triangles.cells.insert(mesh.triangles.cells.end(), {{0, 1, 9}, {0, 9, 8}});
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, cube_surface());
}

// A box whose top is a fan round vertex 8; the vertex lies beyond the top's edge, so that the fan
// is folded.
TEST(Repair, RemovesFolds) {
  Mesh mesh = cube_surface();
  mesh.vertices.push_back({1.3, 0.5, 1});
  auto& faces = mesh.triangles.cells;
  faces[2] = {4, 5, 8};
  faces[3] = {5, 7, 8};
  faces.insert(faces.end(), {{7, 6, 8}, {6, 4, 8}});
  EXPECT_GT(check_surface(mesh).find("spikes")->count, 0u);
  const Repaired result = repaired(mesh);
  expect_unit_box(result.mesh);
  EXPECT_THAT(result.done, Contains("removed 1 vertex of folded faces"));
}

TEST(Repair, SeparatesPartsThatTouchAlongAnEdge) {
  Mesh mesh = cube_surface();
  mesh.vertices.insert(mesh.vertices.end(),
                       {{2, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 1}, {1, 2, 1}, {2, 2, 1}});
  const Index at[8] = {3, 8, 9, 10, 7, 11, 12, 13};
  for (const auto& t : cube_surface().triangles.cells)
    mesh.triangles.cells.push_back({at[t[0]], at[t[1]], at[t[2]]});
  mesh.groups["edge"] = {3, 7};
  const Repaired result = repaired(mesh);
  EXPECT_THAT(result.done,
              ElementsAre("separated parts that touch along edges with 2 new vertices"));
  EXPECT_TRUE(is_closed_and_consistent(result.mesh));
  EXPECT_EQ(test::euler_characteristic(result.mesh), 4);  // two spheres
  EXPECT_NEAR(volume_inside(result.mesh), 2, 1e-12);
  EXPECT_THAT(result.mesh.groups.at("edge"), ElementsAre(3, 7, 14, 15));
  EXPECT_TRUE(check_surface(result.mesh).sound());
}

TEST(Repair, DropsInnerWalls) {
  Mesh mesh = cube_surface();  // two boxes with a common square 1 3 7 5
  mesh.vertices.insert(mesh.vertices.end(), {{2, 0, 0}, {2, 1, 0}, {2, 0, 1}, {2, 1, 1}});
  const Index at[8] = {1, 8, 3, 9, 5, 10, 7, 11};
  for (const auto& t : cube_surface().triangles.cells) {
    const Triangle moved{at[t[0]], at[t[1]], at[t[2]]};
    const bool is_wall = std::ranges::all_of(moved, [](Index v) { return v < 8; });
    if (!is_wall) mesh.triangles.cells.push_back(moved);
  }
  EXPECT_EQ(check_surface(mesh).find("multiple edges")->count, 4u);
  const Repaired result = repaired(mesh);
  EXPECT_TRUE(check_surface(result.mesh).sound());
  EXPECT_NEAR(volume_inside(result.mesh), 2, 1e-12);
  EXPECT_EQ(result.mesh.triangles.size(), 20u);
}

TEST(Repair, LeavesCollidedFacesAndCheckSaysSo) {
  Mesh mesh = cube_surface();
  test::append(mesh, cube_surface({0.5, 0.5, 0.5}, 1));
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, mesh);
  EXPECT_GT(check_surface(result.mesh).find("collided faces")->count, 0u);
}

TEST(Repair, OverlappingAndSeparatePartsFaceOutwards) {
  for (double shift : {0.3, 0.6, 2.0}) {
    SCOPED_TRACE(shift);
    Mesh mesh = cube_surface();
    test::append(mesh, cube_surface({shift, shift, shift}));
    EXPECT_EQ(repaired(mesh).mesh, mesh);
    for (std::size_t f = 12; f < 24; ++f) std::ranges::reverse(mesh.triangles[f]);
    const Repaired result = repaired(mesh);
    EXPECT_NEAR(volume_inside(result.mesh), 2, 1e-12);
    EXPECT_THAT(result.done, ElementsAre("turned 1 part that faced the wrong way"));
  }
}

TEST(Repair, TurnsFacesAndParts) {
  Mesh mesh = cube_surface();
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  Repaired result = repaired(mesh);
  expect_unit_box(result.mesh);
  EXPECT_THAT(result.done, ElementsAre("turned 1 face to agree with the rest"));

  mesh = cube_surface();
  for (auto& t : mesh.triangles.cells) std::swap(t[1], t[2]);
  result = repaired(mesh);
  expect_unit_box(result.mesh);
  EXPECT_THAT(result.done, ElementsAre("turned 1 part that faced the wrong way"));
}

TEST(Repair, CavitiesFaceInwards) {
  Mesh mesh = cube_surface({-2, -2, -2}, 5);
  test::append(mesh, cube_surface({-1, -1, -1}, 3));
  test::append(mesh, cube_surface());
  const Repaired result = repaired(mesh);
  EXPECT_NEAR(volume_inside(result.mesh), 125 - 27 + 1, 1e-9);
}

TEST(Repair, MoebiusStripStaysUnsound) {
  Mesh mesh;
  constexpr Index n = 12;
  for (Index i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * i / n;
    for (double side : {-0.3, 0.3}) {
      const double r = 1 + side * std::cos(angle / 2);
      mesh.vertices.push_back(
          {r * std::cos(angle), r * std::sin(angle), side * std::sin(angle / 2)});
    }
  }
  for (Index i = 0; i < n; ++i) {
    const Index a = 2 * i, b = a + 1;
    const Index c = i + 1 < n ? a + 2 : 1, d = i + 1 < n ? a + 3 : 0;
    mesh.triangles.cells.insert(mesh.triangles.cells.end(), {{a, c, d}, {a, d, b}});
  }
  const Repaired result = repaired(mesh);
  EXPECT_FALSE(check_surface(result.mesh).sound());
}

TEST(Repair, WeldsASoup) {
  const Repaired result = repaired(soup_of(icosphere(3)));
  EXPECT_TRUE(check_surface(result.mesh).sound());
  EXPECT_EQ(result.mesh.vertices.size(), icosphere(3).vertices.size());
  EXPECT_NEAR(volume_inside(result.mesh), volume_inside(icosphere(3)), 1e-12);
}

TEST(Repair, WeldsWithinRoundingInAnyUnit) {
  for (double unit : {1e-3, 1.0, 1e6}) {
    Mesh soup = soup_of(icosphere(2));
    std::mt19937 random(3);
    std::uniform_real_distribution<double> noise(-2e-10, 2e-10);
    for (auto& v : soup.vertices) v = (v + Vec3d{noise(random), noise(random), 0}) * unit;
    EXPECT_TRUE(is_closed_and_consistent(repaired(soup).mesh)) << unit;
  }
}

TEST(Repair, ZeroAreaFacesGoWithoutAGap) {
  Mesh mesh = cube_surface();
  mesh.vertices.push_back({1, 0.5, 0.5});
  mesh.triangles.cells.back() = {1, 8, 5};
  mesh.triangles.cells.push_back({8, 7, 5});
  mesh.triangles.cells.push_back({1, 7, 8});
  const Repaired result = repaired(mesh);
  expect_unit_box(result.mesh);
  EXPECT_THAT(result.done, ElementsAre("removed 1 face without area"));
}

TEST(Repair, DropsCellsOfNonFiniteVertices) {
  Mesh mesh = icosphere(2);
  mesh.vertices[100].y = std::numeric_limits<double>::quiet_NaN();
  const Repaired result = repaired(mesh);
  EXPECT_TRUE(check_surface(result.mesh).sound());
  EXPECT_NEAR(volume_inside(result.mesh), volume_inside(icosphere(2)), 0.05);
  EXPECT_THAT(result.done, Contains(HasSubstr("non-finite")));
}

TEST(Repair, SaysWhenNothingIsLeft) {
  Mesh flat = cube_surface({}, 0);
  Mesh wild = cube_surface({1e308, 0, 0});
  Mesh tetrahedra;
  tetrahedra.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  tetrahedra.tetrahedra.cells = {{0, 1, 2, 3}, {0, 0, 1, 2}};
  Mesh line;
  line.vertices = {{0, 0, 0}, {1, 0, 0}};
  line.lines.cells = {{1, 1}};
  for (const Mesh& mesh : {flat, wild, tetrahedra, line}) {
    std::vector<std::string> done;
    EXPECT_THROW(repair(mesh, done), InputError);
  }
}

TEST(Repair, KeepsTheVerticesOfAMeshWithoutCells) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}};
  mesh.groups["ends"] = {0, 1};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh, mesh);
  EXPECT_THAT(result.done, IsEmpty());
}

TEST(Repair, DropsCellsOfHugeVertices) {
  Mesh mesh = icosphere(2);
  mesh.vertices[100].y = 1e308;
  const Repaired result = repaired(mesh);
  EXPECT_TRUE(check_surface(result.mesh).sound());
  EXPECT_NEAR(volume_inside(result.mesh), volume_inside(icosphere(2)), 0.05);
}

TEST(Repair, KeepsLabelsAndGroupsInStep) {
  Mesh mesh = cube_surface();
  mesh.vertices.insert(mesh.vertices.begin(), {9, 9, 9});  // an orphan before all others
  for (auto& t : mesh.triangles.cells)
    for (Index& v : t) ++v;
  for (std::int32_t i = 0; i < 12; ++i) mesh.triangles.regions.push_back(10 + i);
  mesh.triangles.cells.insert(mesh.triangles.cells.begin() + 5, {{4, 4, 5}});
  mesh.triangles.regions.insert(mesh.triangles.regions.begin() + 5, 99);
  mesh.groups = {{"corner", {0, 1, 8}}, {"lost", {0}}};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh.triangles.cells, cube_surface().triangles.cells);
  EXPECT_THAT(result.mesh.triangles.regions,
              ElementsAre(10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21));
  EXPECT_THAT(result.mesh.groups.at("corner"), ElementsAre(0, 7));
  EXPECT_THAT(result.mesh.groups.at("lost"), IsEmpty());
}

TEST(Repair, RefusesIndicesOutOfRange) {
  Mesh mesh = cube_surface();
  mesh.triangles[3][1] = 8;
  std::vector<std::string> done;
  EXPECT_THROW(repair(mesh, done), InputError);
}

TEST(Repair, DropsAStoredVoronoiDiagramThatNoLongerFits) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  mesh.voronoi.emplace();
  EXPECT_TRUE(repaired(mesh).mesh.voronoi.has_value());
  mesh.vertices.push_back({2, 2, 2});
  const Repaired result = repaired(mesh);
  EXPECT_FALSE(result.mesh.voronoi.has_value());
  EXPECT_THAT(result.done, Contains(HasSubstr("Voronoi")));
}

TEST(RepairTetrahedra, MendsEachDefect) {
  Mesh mesh;
  mesh.vertices = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}, {0.2, 0.2, 0}};
  mesh.tetrahedra.cells = {{1, 2, 3, 4}, {1, 2, 3, 6}, {2, 3, 5, 4}, {5, 4, 3, 2}, {1, 1, 2, 3}};
  mesh.tetrahedra.regions = {1, 2, 3, 4, 5};
  mesh.triangles.cells = {{1, 3, 2}, {3, 2, 1}, {2, 3, 4}};
  mesh.triangles.regions = {7, 8, 9};
  mesh.groups["tips"] = {0, 1, 5};
  const Repaired result = repaired(mesh);
  EXPECT_THAT(result.mesh.tetrahedra.cells,
              ElementsAre(Tetrahedron{0, 1, 2, 3}, Tetrahedron{1, 2, 3, 4}));
  EXPECT_THAT(result.mesh.tetrahedra.regions, ElementsAre(1, 3));
  EXPECT_THAT(result.mesh.triangles.regions, ElementsAre(7, 9));
  EXPECT_THAT(result.mesh.groups.at("tips"), ElementsAre(0, 4));
  EXPECT_THAT(result.done,
              ElementsAre("dropped 1 double face", "dropped 2 tetrahedra without volume",
                          "dropped 1 double tetrahedron", "turned 1 inverted tetrahedron round",
                          "removed 2 vertices that nothing used"));
  EXPECT_TRUE(check(result.mesh).sound());
}

TEST(RepairTetrahedra, DoesNotClaimToMendTangles) {
  Mesh mesh = test::grid(3, 1.0 / 3);
  mesh.vertices[1 + 4 + 16] = {0.7, 0.75, 0.8};
  const std::size_t tangled = check(mesh).find("tangled faces")->count;
  const Repaired result = repaired(mesh);
  EXPECT_EQ(check(result.mesh).find("tangled faces")->count, tangled);
  EXPECT_FALSE(check(result.mesh).sound());
  for (const auto& sentence : result.done) EXPECT_THAT(sentence, testing::Not(HasSubstr("tangle")));
}

TEST(RepairTetrahedra, WeldsFacesThatCoincideButNotPartsThatTouch) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1},  {1, 0, 0},  {0, 1, 0},
                   {0, 0, 1}, {1, 1, 1}, {0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 11, 10}};
  const Repaired result = repaired(mesh);
  EXPECT_THAT(result.done, ElementsAre("welded 3 vertices to others at the same place"));
  EXPECT_EQ(result.mesh.vertices.size(), 9u);
  EXPECT_EQ(TetMesh(result.mesh).boundary().size(), 10u);
}

TEST(Repair, DropsUselessLinesAndHexahedra) {
  Mesh mesh;
  mesh.vertices = cube_surface().vertices;
  mesh.lines.cells = {{0, 1}, {1, 0}, {2, 2}};
  mesh.hexahedra.cells = {{0, 1, 3, 2, 4, 5, 7, 6}, {0, 1, 3, 2, 4, 5, 7, 6}};
  const Repaired result = repaired(mesh);
  EXPECT_EQ(result.mesh.lines.size(), 1u);
  EXPECT_EQ(result.mesh.hexahedra.size(), 1u);
}

}  // namespace
}  // namespace pliant

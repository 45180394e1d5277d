#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/check.h>
#include <sys/resource.h>

#include <cmath>
#include <limits>
#include <random>

#include "support/surfaces.h"

// Meshes made to eat time and memory: all that is asked of them is an answer from little of both.

namespace pliant {
namespace {

using test::cube_surface;
using test::icosphere;
using testing::HasSubstr;

constexpr double denormal = std::numeric_limits<double>::denorm_min();

std::size_t peak_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

// Checks within some kilobytes a cell.
CheckReport frugal_check(const Mesh& mesh) {
  constexpr std::size_t a_cell = 8192, in_any_case = 64u << 20;
  const std::size_t before = peak_bytes();
  CheckReport report = check(mesh);
  const std::size_t cells = mesh.triangles.size() + mesh.tetrahedra.size();
  EXPECT_LT(peak_bytes() - before, in_any_case + a_cell * cells) << cells << " cells";
  return report;
}

std::size_t count(const CheckReport& report, std::string_view name) {
  const Finding* finding = report.find(name);
  return finding == nullptr ? 0 : finding->count;
}

void append(Mesh& mesh, const Mesh& more) {
  const auto first = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), more.vertices.begin(), more.vertices.end());
  for (const auto& [a, b, c] : more.triangles.cells)
    mesh.triangles.cells.push_back({first + a, first + b, first + c});
}

Mesh copies(const Mesh& mesh, std::size_t number) {
  Mesh all;
  for (std::size_t i = 0; i < number; ++i) append(all, mesh);
  return all;
}

// Triangles round one edge, each with a vertex of its own.
Mesh book(Index pages) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 0, 1}};
  for (Index i = 0; i < pages; ++i) {
    const double angle = 6.28 * i / pages;
    mesh.vertices.push_back({std::cos(angle), std::sin(angle), 0.5});
    mesh.triangles.cells.push_back({0, 1, i + 2});
  }
  return mesh;
}

TEST(CheckHostile, OneVertexVeryFarAway) {
  for (const int level : {1, 4}) {
    Mesh mesh = icosphere(level);
    mesh.vertices[0] = {1e10, 0, 0};
    const CheckReport report = frugal_check(mesh);
    EXPECT_EQ(count(report, "coinciding vertices"), mesh.vertices.size() - 2);
    EXPECT_EQ(count(report, "open edges"), 0u);
  }
}

// Below what counts as one place, above what the lattice resolves.
TEST(CheckHostile, SmallThingsBesideLargeOnesCollideStill) {
  Mesh apart = cube_surface({0, 0, 0}, 1e4);
  append(apart, cube_surface({2e4, 0, 0}, 1e-6));
  append(apart, cube_surface({2e4 + 2e-6, 0, 0}, 1e-6));
  EXPECT_EQ(count(frugal_check(apart), "collided faces"), 0u);
  Mesh crossing = cube_surface({0, 0, 0}, 1e4);
  append(crossing, cube_surface({2e4, 0, 0}, 1e-6));
  append(crossing, cube_surface({2e4 + 5e-7, 5e-7, 5e-7}, 1e-6));
  EXPECT_GE(count(frugal_check(crossing), "collided faces"), 6u);
}

TEST(CheckHostile, CoincidentFacesWithVerticesOfTheirOwn) {
  Mesh triangle;
  triangle.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.triangles.cells = {{0, 1, 2}};
  const Mesh mesh = copies(triangle, 100'000);
  const CheckReport report = frugal_check(mesh);
  EXPECT_EQ(count(report, "collided faces"), 100'000u);
  EXPECT_EQ(report.find("collided faces")->places.size(), 10u);
  EXPECT_EQ(count(report, "coinciding vertices"), 299'997u);
}

TEST(CheckHostile, NothingButDoubles) {
  Mesh mesh = cube_surface();
  const auto once = mesh.triangles.cells;
  for (int i = 1; i < 10'000; ++i)
    mesh.triangles.cells.insert(mesh.triangles.cells.end(), once.begin(), once.end());
  const CheckReport report = frugal_check(mesh);
  EXPECT_EQ(count(report, "double faces"), 9999u * 12);
  EXPECT_EQ(count(report, "collided faces"), 0u);
}

TEST(CheckHostile, BookWhosePagesAreDoubled) {
  const CheckReport report = frugal_check(copies(book(50'000), 2));
  EXPECT_EQ(count(report, "collided faces"), 100'000u);
  EXPECT_EQ(count(report, "multiple edges"), 2u);
}

TEST(CheckHostile, CopiesOfOneClosedPart) {
  const CheckReport report = frugal_check(copies(cube_surface(), 300));
  EXPECT_EQ(count(report, "collided faces"), 300u * 12);
  EXPECT_EQ(count(report, "inside-out parts"), 0u);
}

TEST(CheckHostile, PartsWithinParts) {
  Mesh mesh;
  constexpr int shells = 300;
  for (int i = 1; i <= shells; ++i) {
    const double half = i;
    append(mesh, cube_surface({-half, -half, -half}, 2 * half));
  }
  const CheckReport report = frugal_check(mesh);
  EXPECT_EQ(count(report, "collided faces"), 0u);
  EXPECT_EQ(count(report, "inside-out parts"), std::size_t{shells} / 2);
}

TEST(CheckHostile, EveryVertexAtOnePoint) {
  for (const Vec3d& point : {Vec3d{}, Vec3d{1e150, -1e150, 1e150}, Vec3d{denormal, 0, 0}}) {
    Mesh mesh = icosphere(4);
    for (Vec3d& vertex : mesh.vertices) vertex = point;
    const CheckReport report = frugal_check(mesh);
    EXPECT_EQ(count(report, "zero-area faces"), mesh.triangles.size());
    EXPECT_EQ(count(report, "collided faces"), 0u);
  }
}

TEST(CheckHostile, CoordinatesOfEveryMagnitude) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> exponent(-1074, 498);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  Mesh mesh = icosphere(4);
  for (Vec3d& vertex : mesh.vertices)
    for (int k = 0; k < 3; ++k) vertex[k] = std::ldexp(mantissa(random), exponent(random));
  EXPECT_EQ(count(frugal_check(mesh), "non-finite vertices"), 0u);
}

TEST(CheckHostile, DenormalsAreAsGoodAsOtherNumbers) {
  Mesh mesh = cube_surface();
  append(mesh, cube_surface({0.5, 0.5, 0.5}));
  const std::size_t collided = count(check(mesh), "collided faces");
  EXPECT_GT(collided, 0u);
  for (Vec3d& vertex : mesh.vertices) vertex *= 64 * denormal;
  EXPECT_EQ(count(frugal_check(mesh), "collided faces"), collided);
}

TEST(CheckHostile, TetrahedraOnOneFaceAreCountedNotListed) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  for (Index i = 0; i < 50'000; ++i) {
    mesh.vertices.push_back({0, 0, 1.0 + i});
    mesh.tetrahedra.cells.push_back({0, 1, 2, i + 3});
  }
  const CheckReport report = frugal_check(mesh);
  ASSERT_EQ(count(report, "crowded faces"), 1u);
  EXPECT_THAT(report.find("crowded faces")->places[0], HasSubstr("9 and 49990 more"));
}

}  // namespace
}  // namespace pliant

#include <gtest/gtest.h>
#include <pliant/io.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "mesh/voronoi/voronoi_checks.h"
#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

using namespace test;

TEST(ClippedVoronoi, RegularTetrahedronFallsIntoFourEqualCells) {
  Mesh mesh;
  mesh.vertices = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};  // edges of length √8
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  const double volume = 8.0 / 3;
  for (double v : result.cell_volumes) EXPECT_NEAR(v, volume / 4, 1e-15);
  ASSERT_EQ(result.diagram.face_particles.size(), 6u);
  // Each face is a kite between the edge's midpoint, two face centres and the body's centre: its
  // diagonals are 1 (midpoint to centre) and a third of the opposite edge.
  for (std::size_t f = 0; f < 6; ++f)
    EXPECT_NEAR(face_area(result.diagram, f), 0.5 * std::sqrt(8.0) / 3, 1e-15);
  // Centre, four face centres and six midpoints, each once.
  EXPECT_EQ(result.diagram.vertices.size(), 11u);
}

class GridVoronoi : public testing::TestWithParam<Vec3d> {};

TEST_P(GridVoronoi, CellsOfAGridAreCubes) {
  const double h = 0.1;
  const TetMesh mesh(grid(5, h, 0, 1, GetParam()));
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
  // Rounding of the coordinates sets how well the spacing is known.
  const double tolerance = 1e-13 * (1 + length(GetParam()) / h);
  const std::set<Index> boundary = boundary_particles(mesh);
  const auto areas = area_by_pair(result.diagram);
  for (Index p = 0; p < mesh.vertices().size(); ++p) {
    if (boundary.contains(p)) continue;
    EXPECT_NEAR(result.cell_volumes[p] / (h * h * h), 1, tolerance);
    int neighbours = 0;
    for (const auto& [pair, area] : areas) {
      if (pair[0] != p && pair[1] != p) continue;
      ++neighbours;
      EXPECT_NEAR(length(area) / (h * h), 1, tolerance);
      EXPECT_NEAR(length(mesh.vertices()[pair[0]] - mesh.vertices()[pair[1]]) / h, 1, tolerance);
    }
    EXPECT_EQ(neighbours, 6);
  }
  EXPECT_NEAR(result.cell_volumes[0] / (h * h * h), 0.125, tolerance);
}

std::string place_name(const testing::TestParamInfo<Vec3d>& place) {
  const double distance = length(place.param);
  return distance == 0 ? "AtTheOrigin" : distance < 1e4 ? "OffTheOrigin" : "FarAway";
}

INSTANTIATE_TEST_SUITE_P(Places, GridVoronoi,
                         testing::Values(Vec3d{0, 0, 0}, Vec3d{-0.3, 17, 1000},
                                         Vec3d{1e5, 1e5, -1e5}),
                         place_name);

TEST(ClippedVoronoi, HoldsOnMeshesThatAreNotDelaunay) {
  for (double jitter : {0.1, 0.2, 0.3}) {
    Mesh jittered = grid(5, 0.2, jitter, 7);
    const TetMesh mesh(jittered);
    const ClippedVoronoi result = clipped_voronoi(mesh);
    expect_restricted_voronoi(mesh, result);
    expect_closed_cells(mesh, result.diagram);
    EXPECT_EQ(clipped_cell_volumes(mesh), result.cell_volumes);
  }
}

TEST(ClippedVoronoi, SquashedMeshesKeepTheirVolume) {
  // Stretched a thousandfold, far from Delaunay: many sites share each tetrahedron.
  Mesh flat = grid(6, 1, 0.2, 3);
  for (Vec3d& x : flat.vertices) x = {x.x + 0.3 * x.y, x.y * 0.02, x.z * 1e-3};
  const TetMesh mesh(flat);
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
}

TEST(ClippedVoronoi, RandomPointsFallToTheirNearestParticle) {
  const TetMesh mesh(grid(3, 1, 0.3, 11));
  const auto volumes = clipped_cell_volumes(mesh);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(0, 3);
  const int samples = 200000;
  std::vector<int> hits(volumes.size(), 0);
  for (int i = 0; i < samples; ++i) {
    const Vec3d x{unit(random), unit(random), unit(random)};  // the body is the cube [0, 3]³
    const auto nearest = std::ranges::min_element(
        mesh.vertices(), {}, [&](const Vec3d& v) { return squared_length(v - x); });
    ++hits[static_cast<std::size_t>(nearest - mesh.vertices().begin())];
  }
  for (std::size_t p = 0; p < volumes.size(); ++p) {
    const double share = volumes[p] / 27;
    const double deviation = std::sqrt(share * (1 - share) / samples);
    EXPECT_NEAR(hits[p] / double(samples), share, 5 * deviation) << p;
  }
}

TEST(ClippedVoronoi, BisectorOnAFaceOfTheMeshIsFound) {
  // Two flat tetrahedra back to back: the tips are nearer to the middle of the shared triangle
  // than its corners are, and the bisector of the tips is that triangle's plane.
  Mesh mesh;
  mesh.vertices = {{2, 0, 0}, {-1, 1.7, 0}, {-1, -1.7, 0}, {0, 0, 0.25}, {0, 0, -0.25}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {0, 2, 1, 4}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  const auto areas = area_by_pair(result.diagram);
  ASSERT_TRUE(areas.contains(Pair{3, 4}));
  EXPECT_LT(areas.at({3, 4}).z, 0);
  expect_closed_cells(built, result.diagram);
  // On the plane z = 0 the tips own the triangle between the bisectors with the corners:
  // x·corner ≤ (corner² - 0.25²)/2.
  double area = 0;
  const int steps = 400;
  for (int i = 0; i < steps; ++i)
    for (int j = 0; j < steps; ++j) {
      const Vec3d x{-1 + 3 * (i + 0.5) / steps, -1.7 + 3.4 * (j + 0.5) / steps, 0};
      const bool inside = x.x > -1 && std::abs(x.y) < (2 - x.x) * 1.7 / 3;
      bool owned = inside;
      for (int k = 0; k < 3; ++k)
        owned =
            owned && squared_length(x - mesh.vertices[k]) > squared_length(x - mesh.vertices[3]);
      area += owned ? 3 * 3.4 / (steps * steps) : 0;
    }
  EXPECT_NEAR(length(areas.at({3, 4})), area, 0.01 * area);
}

TEST(ClippedVoronoi, SeparateBodiesDoNotShare) {
  // Two tetrahedra a hair apart: by distance alone each would own some of the other.
  Mesh mesh = test::single_tetrahedron();
  for (const Vec3d& x :
       {Vec3d{0.3, 0.3, -0.01}, {1.3, 0.3, -0.01}, {0.3, 1.3, -0.01}, {0.3, 0.3, -1.01}})
    mesh.vertices.push_back(x);
  mesh.tetrahedra.cells.push_back({4, 5, 6, 7});
  mesh.vertices.push_back({0.2, 0.2, 0.2});  // of no tetrahedron: owns nothing
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  EXPECT_NEAR(sum(std::span(result.cell_volumes).first(4)), 1.0 / 6, 1e-15);
  EXPECT_EQ(result.cell_volumes[8], 0);
  for (const auto& [p, q] : result.diagram.face_particles) EXPECT_EQ(p < 4, q < 4);
}

TEST(ClippedVoronoi, ParticlesInOnePlaceShareByTetrahedra) {
  // A crack: the two tetrahedra touch at vertex 3 only; 0 and 4 lie in the same place.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}, {-1, 0, 0}, {0, -1, 0}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {4, 5, 6, 3}};
  const TetMesh built(mesh);
  const ClippedVoronoi result = clipped_voronoi(built);
  expect_restricted_voronoi(built, result);
  EXPECT_GT(result.cell_volumes[0], 0);
  EXPECT_NEAR(result.cell_volumes[0], result.cell_volumes[4], 1e-15);
}

TEST(ClippedVoronoi, VerticesFollowAnAffineMap) {
  const TetMesh mesh(grid(3, 1, 0.3, 2));
  const auto map = [](const Vec3d& x) {
    return Vec3d{2 * x.x + 0.3 * x.y - 1, 0.1 * x.x + 0.5 * x.y + x.z, x.z - 0.4 * x.y + 7};
  };
  for (VoronoiKind kind : {VoronoiKind::clipped, VoronoiKind::circumcentre}) {
    const VoronoiDiagram d = voronoi_diagram(mesh, kind);
    for (std::size_t v = 0; v < d.vertices.size(); ++v) {
      const auto weights = barycentric(mesh.vertices(), d, v);
      Vec3d moved{};
      for (int i = 0; i < 4; ++i) moved += weights[i] * map(mesh.vertices()[d.dependencies[v][i]]);
      const Vec3d expected = map(d.vertices[v]);
      EXPECT_NEAR(length(moved - expected), 0, 1e-9 * (1 + length(expected)));
    }
  }
}

TEST(ClippedVoronoi, ReportsProgressFromNoneToAll) {
  const TetMesh mesh(grid(8, 1));
  double last = 0;
  clipped_voronoi(mesh, [&](double fraction, std::string_view what) {
    EXPECT_GT(fraction, last);
    EXPECT_FALSE(what.empty());
    last = fraction;
  });
  EXPECT_EQ(last, 1);
}

class RealVoronoi : public testing::TestWithParam<const char*> {};

TEST_P(RealVoronoi, ClippedCellsFillTheBody) {
  PLIANT_NEEDS_MODELS();
  const TetMesh mesh(read_mesh(test::model(std::string(GetParam()) + ".ele")));
  const ClippedVoronoi result = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, result);
  expect_closed_cells(mesh, result.diagram);
  for (double v : result.cell_volumes) EXPECT_GT(v, 0);
  EXPECT_EQ(voronoi_diagram(mesh, VoronoiKind::circumcentre).face_particles.size(),
            mesh.edges().size());
}

INSTANTIATE_TEST_SUITE_P(Models, RealVoronoi,
                         testing::Values("cube_coarse", "cube150", "cube_fine", "cube", "beam_hole",
                                         "bunny", "bunny_raw", "bunny2", "dragon", "armadillo",
                                         "grid30"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace pliant

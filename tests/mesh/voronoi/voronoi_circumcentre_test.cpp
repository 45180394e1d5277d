#include <gtest/gtest.h>
#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "mesh/voronoi/voronoi_checks.h"

namespace pliant {
namespace {

using namespace test;

TEST(CircumcentreVoronoi, EqualsTheClippedDiagramWhereCircumcentresLieInside) {
  const TetMesh mesh(lattice(3));
  const VoronoiDiagram built = voronoi_diagram(mesh, VoronoiKind::circumcentre);
  expect_sound_lists(mesh, built);
  EXPECT_EQ(built.face_particles.size(), mesh.edges().size());
  const ClippedVoronoi clipped = clipped_voronoi(mesh);
  expect_restricted_voronoi(mesh, clipped);
  const auto ours = area_by_pair(built);
  const auto theirs = area_by_pair(clipped.diagram);
  ASSERT_EQ(ours.size(), theirs.size());
  for (const auto& [pair, area] : ours) {
    ASSERT_TRUE(theirs.contains(pair));
    EXPECT_NEAR(length(area - theirs.at(pair)), 0, 1e-13);
  }
  const auto volumes = pyramid_volumes(mesh.vertices(), built);
  for (std::size_t p = 0; p < volumes.size(); ++p)
    EXPECT_NEAR(volumes[p], clipped.cell_volumes[p], 1e-13);
}

TEST(CircumcentreVoronoi, VerticesAreEquidistantAndFacesOrdered) {
  const TetMesh mesh(grid(4, 1, 0.1, 9));
  const VoronoiDiagram d = voronoi_diagram(mesh, VoronoiKind::circumcentre);
  expect_sound_lists(mesh, d);
  ASSERT_EQ(d.face_particles.size(), mesh.edges().size());
  for (std::size_t f = 0; f < d.face_particles.size(); ++f) {
    const Vec3d p = mesh.vertices()[d.face_particles[f][0]];
    const Vec3d q = mesh.vertices()[d.face_particles[f][1]];
    for (Index v : d.face_vertices[f])
      EXPECT_NEAR(length(d.vertices[v] - p), length(d.vertices[v] - q),
                  1e-9 * length(d.vertices[v] - p));
  }
  for (std::size_t t = 0; t < mesh.tetrahedra().size(); ++t)
    for (Index v : mesh.tetrahedra()[t])
      EXPECT_NEAR(length(d.vertices[t] - mesh.vertices()[v]),
                  length(d.vertices[t] - mesh.vertices()[mesh.tetrahedra()[t][0]]), 1e-9);
}

TEST(CircumcentreVoronoi, SurfaceEdgesGetAMidpointUnlessBothCentresLieOnOneSide) {
  // Edge 0-1 is the longest of a right or obtuse triangle with vertex 2; vertex 3 is far away.
  for (double height : {0.3, 0.5, 0.9}) {
    Mesh mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0.5, -height, 0}, {0.5, 0.6, 1}};
    mesh.tetrahedra.cells = {{0, 1, 2, 3}};
    const VoronoiDiagram d = voronoi_diagram(TetMesh(mesh), VoronoiKind::circumcentre);
    const auto face = std::ranges::find(d.face_particles, Pair{0, 1}) - d.face_particles.begin();
    const auto polygon = d.face_vertices[static_cast<std::size_t>(face)];
    const bool midpoint = std::ranges::any_of(polygon, [&](Index v) {
      return length(d.vertices[v] - Vec3d{0.5, 0, 0}) < 1e-12;
    });
    EXPECT_EQ(polygon.size(), height > 0.5 ? 4u : 3u);
    EXPECT_EQ(midpoint, height >= 0.5);  // at 0.5 the circumcentre is the midpoint
  }
}

TEST(CircumcentreVoronoi, EdgesThatJoinTwoFansGetTwoFaces) {
  // Two tetrahedra that share an edge and nothing else.
  Mesh mesh;
  mesh.vertices = {{0, 0, 0},      {0, 0, 1},      {1, 0.3, 0.5},
                   {1, -0.3, 0.5}, {-1, 0.3, 0.5}, {-1, -0.3, 0.5}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}, {0, 1, 4, 5}};
  const TetMesh built(mesh);
  const VoronoiDiagram d = voronoi_diagram(built, VoronoiKind::circumcentre);
  expect_sound_lists(built, d);
  EXPECT_EQ(std::ranges::count(d.face_particles, Pair{0, 1}), 2);
  EXPECT_EQ(d.face_particles.size(), 12u);
  expect_restricted_voronoi(built, clipped_voronoi(built));
}

TEST(CircumcentreVoronoi, SurvivesTetrahedraThatShareAtRandom) {
  // Three and more tetrahedra on a face, overlapping: no geometry makes sense of it.
  std::mt19937 random(4);
  std::uniform_real_distribution<double> unit(0, 1);
  Mesh mesh;
  for (int i = 0; i < 12; ++i) mesh.vertices.push_back({unit(random), unit(random), unit(random)});
  for (int i = 0; i < 150; ++i) {
    Tetrahedron t;
    for (Index& v : t) v = random() % 12;
    if (std::set<Index>(t.begin(), t.end()).size() == 4) mesh.tetrahedra.cells.push_back(t);
  }
  const TetMesh built(mesh);
  const VoronoiDiagram d = voronoi_diagram(built, VoronoiKind::circumcentre);
  std::set<Index> used;
  for (Index v : d.face_vertices.items) used.insert(v);
  for (Index t = 0; t < built.tetrahedra().size(); ++t) EXPECT_TRUE(used.contains(t));
  const ClippedVoronoi clipped = clipped_voronoi(built);
  EXPECT_NEAR(sum(clipped.cell_volumes) / volume_of_tetrahedra(built.mesh()), 1, 1e-12);
}

}  // namespace
}  // namespace pliant

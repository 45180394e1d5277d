// Diagrams that come in a file: whichever way they turn, they are the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <pliant/voronoi.h>

#include <random>

#include "mesh/io/formats.h"
#include "support/meshes.h"
#include "support/solids.h"

namespace pliant {
namespace {

using testing::HasSubstr;

TetMesh with_diagram(const Mesh& bare, VoronoiKind kind) {
  Mesh mesh = bare;
  mesh.voronoi = voronoi_diagram(TetMesh(bare), kind);
  return TetMesh(std::move(mesh));
}

void reverse(VoronoiDiagram& diagram, std::size_t face) {
  const auto first = diagram.face_vertices.items.begin();
  std::reverse(first + static_cast<std::ptrdiff_t>(diagram.face_vertices.offsets[face]),
               first + static_cast<std::ptrdiff_t>(diagram.face_vertices.offsets[face + 1]));
}

void expect_same_areas(const VoronoiDiagram& found, const VoronoiDiagram& expected) {
  ASSERT_EQ(found.face_particles, expected.face_particles);
  for (std::size_t f = 0; f < found.face_particles.size(); ++f)
    EXPECT_LT(length(face_area_vector(found, f) - face_area_vector(expected, f)), 1e-13) << f;
}

TEST(StoredVoronoi, IsTheDiagramOfTheFile) {
  for (const VoronoiKind kind : {VoronoiKind::circumcentre, VoronoiKind::clipped}) {
    // Jittered so much that faces are turned inside out: their order tells, not their area.
    const TetMesh mesh = with_diagram(test::grid(3, 0.4, 0.3), kind);
    EXPECT_EQ(stored_voronoi(mesh), *mesh.mesh().voronoi);
    const TetMesh read(test::round_trip(io::str_format, mesh.mesh()));
    EXPECT_EQ(stored_voronoi(read), *mesh.mesh().voronoi);
    EXPECT_EQ(is_clipped(*mesh.mesh().voronoi), kind == VoronoiKind::clipped);
  }
}

TEST(StoredVoronoi, FilesMayTurnAllFacesTheOtherWay) {
  for (const VoronoiKind kind : {VoronoiKind::circumcentre, VoronoiKind::clipped}) {
    Mesh mesh = with_diagram(test::grid(3, 0.4, 0.3), kind).mesh();
    const VoronoiDiagram before = *mesh.voronoi;
    for (std::size_t f = 0; f < before.face_particles.size(); ++f) reverse(*mesh.voronoi, f);
    expect_same_areas(stored_voronoi(TetMesh(mesh)), before);
    // Or name the particles the other way round, which turns none.
    *mesh.voronoi = before;
    for (auto& [a, b] : mesh.voronoi->face_particles) std::swap(a, b);
    for (std::size_t f = 0; f < before.face_particles.size(); ++f) reverse(*mesh.voronoi, f);
    expect_same_areas(stored_voronoi(TetMesh(mesh)), before);
  }
}

TEST(StoredVoronoi, FilesMayTurnFacesAtRandom) {
  std::mt19937 random(3);
  std::bernoulli_distribution coin;
  Mesh mesh = with_diagram(test::lattice(3), VoronoiKind::circumcentre).mesh();
  const VoronoiDiagram before = *mesh.voronoi;
  for (std::size_t f = 0; f < before.face_particles.size(); ++f) {
    if (coin(random)) reverse(*mesh.voronoi, f);
    if (coin(random))
      std::swap(mesh.voronoi->face_particles[f][0], mesh.voronoi->face_particles[f][1]);
  }
  expect_same_areas(stored_voronoi(TetMesh(mesh)), before);
}

TEST(StoredVoronoi, WhatDoesNotFitIsNamed) {
  const Mesh good = with_diagram(test::lattice(2), VoronoiKind::circumcentre).mesh();
  const auto problem = [&](auto spoil) {
    Mesh mesh = good;
    spoil(mesh);
    try {
      stored_voronoi(TetMesh(mesh));
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(problem([](Mesh& m) { m.voronoi.reset(); }),
              HasSubstr("no Voronoi diagram of its own"));
  EXPECT_THAT(problem([](Mesh& m) { m.vertices.push_back({9, 9, 9}); }), HasSubstr("cells for"));
  EXPECT_THAT(
      problem([](Mesh& m) { m.voronoi->dependencies[3][0] = m.voronoi->dependencies[3][1]; }),
      HasSubstr("Voronoi vertex 3 moves with particles"));
  EXPECT_THAT(
      problem([](Mesh& m) { m.voronoi->face_particles[2][1] = m.voronoi->face_particles[2][0]; }),
      HasSubstr("Voronoi ridge 2 lies between particles"));
  EXPECT_THAT(problem([](Mesh& m) {
                std::swap(m.voronoi->cell_faces.items[0], m.voronoi->cell_faces.items.back());
              }),
              HasSubstr("Voronoi cell 0 lists ridge"));
}

TEST(StoredVoronoi, VerticesOutsideTheirTetrahedraAreCounted) {
  const TetMesh good = with_diagram(test::lattice(2), VoronoiKind::circumcentre);
  EXPECT_EQ(outside_vertices(good.vertices(), *good.mesh().voronoi), 0u);
  // A flat tetrahedron has its circumcentre far away.
  Mesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.4, 0.4, 0.05}};
  flat.tetrahedra.cells = {{0, 1, 2, 3}};
  const TetMesh bad = with_diagram(flat, VoronoiKind::circumcentre);
  EXPECT_GT(outside_vertices(bad.vertices(), *bad.mesh().voronoi), 0u);
  EXPECT_EQ(outside_vertices(bad.vertices(), voronoi_diagram(bad, VoronoiKind::clipped)), 0u);
}

}  // namespace
}  // namespace pliant

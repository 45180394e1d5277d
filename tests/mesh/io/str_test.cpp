#include <pliant/quality.h>
#include <pliant/tet_mesh.h>

#include "mesh/io/formats.h"
#include "support/bad_input.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::str_format;
using test::parse;

// A diagram with as many cells as mixed_mesh() has vertices; its geometry means nothing.
VoronoiDiagram some_diagram() {
  VoronoiDiagram voronoi;
  voronoi.vertices = {{0.1, 1.0 / 3, -2}, {1e-300, 0, 1}, {4, 5, 6}, {7, 8, 9}};
  voronoi.dependencies = {{0, 1, 2, 3}, {1, 2, 3, 4}, {0, 1, 2, 3}, {1, 2, 3, 4}};
  voronoi.face_particles = {{0, 1}, {3, 2}, {4, 8}};
  voronoi.face_vertices = {{0, 3, 7, 7}, {0, 1, 2, 3, 2, 1, 0}};
  voronoi.cell_faces = {{0, 1, 2, 3, 4, 5, 5, 5, 5, 6}, {0, 0, 1, 1, 2, 2}};
  return voronoi;
}

TEST(Str, WhatIsWrittenReadsBackEqual) {
  Mesh mesh = test::held_part(test::mixed_mesh(), str_format.holds);
  EXPECT_EQ(test::round_trip(str_format, mesh), mesh);
  mesh.voronoi = some_diagram();
  EXPECT_EQ(test::round_trip(str_format, mesh), mesh);
}

TEST(Str, WritesTheBlocksOfTheTable) {
  Mesh mesh = test::single_tetrahedron();
  mesh.vertices.push_back({1, 1, 1.5});
  mesh.tetrahedra.cells.push_back({1, 2, 3, 4});
  mesh.triangles.cells = {{0, 2, 1}};
  mesh.voronoi.emplace();
  mesh.voronoi->vertices = {{0.5, 0.5, 0.5}};
  mesh.voronoi->dependencies = {{0, 1, 2, 3}};
  mesh.voronoi->face_particles = {{0, 1}};
  mesh.voronoi->face_vertices = {{0, 3}, {0, 0, 0}};
  mesh.voronoi->cell_faces = {{0, 1, 2, 2, 2, 2}, {0, 0}};
  EXPECT_EQ(str_format.write(mesh, ".str", {}).at(".str"),
            "particles\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1.5\n"
            "tetrahedra\n2\n0 1 2 3\n1 2 3 4\n"
            "neighbors\n2\n1 -1 -1 -1\n-1 -1 -1 0\n"
            "faces\n1\n0 2 1\n"
            "voronoivertices\n1\n0.5 0.5 0.5\n"
            "dependencies\n1\n0 1 2 3\n"
            "voronoiridges\n1\n0 1 3 0 0 0\n"
            "voronoicells\n5\n1 0\n1 0\n0\n0\n0\n");
}

// A mesh without triangles of its own has the boundary of its tetrahedra as faces, outwards.
TEST(Str, FacesAreTheSurface) {
  Mesh mesh = test::single_tetrahedron();
  mesh.vertices.push_back({1, 1, 1.5});
  mesh.tetrahedra.cells.push_back({1, 2, 3, 4});
  const TetMesh tets(mesh);
  const Mesh read = test::round_trip(str_format, mesh);
  EXPECT_EQ(read.tetrahedra, mesh.tetrahedra);
  EXPECT_EQ(read.triangles.cells,
            (std::vector<Triangle>{tets.boundary().begin(), tets.boundary().end()}));
  EXPECT_NEAR(enclosed_volume(read.vertices, read.triangles.cells), tets.volume(), 1e-15);
  // What has triangles keeps them, and a second time changes nothing.
  EXPECT_EQ(test::round_trip(str_format, read), read);
  mesh.triangles.cells = {{0, 2, 1}};
  EXPECT_EQ(test::round_trip(str_format, mesh), mesh);
}

TEST(Str, BlocksMayStandInAnyOrder) {
  const Mesh mesh = parse(str_format,
                          "voronoicells\n4\n1 0\n1 0\n0\n0\n"
                          "voronoiridges\n1\n0 1 3 0 2 1\n"
                          "neighbors\n1\n-1 -1 -1 -1\n"
                          "dependencies\n3\n0 1 2 3\n0 1 2 3\n0 1 2 3\n"
                          "faces\n1\n1 2 3\n"
                          "tetrahedra\n1\n0 1 2 3\n"
                          "voronoivertices\n3\n.5 .5 .5\n.5 .5 0\n.5 0 .5\n"
                          "particles\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1");
  EXPECT_EQ(mesh.vertices, test::single_tetrahedron().vertices);
  EXPECT_EQ(mesh.tetrahedra, test::single_tetrahedron().tetrahedra);
  EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{1, 2, 3}}));
  ASSERT_TRUE(mesh.voronoi);
  EXPECT_EQ(mesh.voronoi->vertices[1], (Vec3d{0.5, 0.5, 0}));
  EXPECT_EQ(mesh.voronoi->dependencies[2], (Tetrahedron{0, 1, 2, 3}));
  EXPECT_EQ(mesh.voronoi->face_particles, (std::vector<Line>{{0, 1}}));
  EXPECT_THAT(mesh.voronoi->face_vertices[0], testing::ElementsAre(0, 2, 1));
  ASSERT_EQ(mesh.voronoi->cell_faces.size(), 4u);
  EXPECT_THAT(mesh.voronoi->cell_faces[1], testing::ElementsAre(0));
  EXPECT_THAT(mesh.voronoi->cell_faces[2], testing::IsEmpty());
}

TEST(Str, ParticlesAloneAreEnough) {
  const Mesh mesh = parse(str_format, "particles\n1\n1 2 3\n");
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3d>{{1, 2, 3}}));
  EXPECT_FALSE(mesh.voronoi);
}

// Which are not used, but may tell of a mistake in the tetrahedra.
TEST(Str, NeighboursThatContradictTheTetrahedraAreNoted) {
  const std::string mesh =
      "particles\n5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 1 1.5\n"
      "tetrahedra\n2\n0 1 2 3\n1 2 3 4\n"
      "neighbors\n2\n";
  Notes notes;
  const Mesh right = parse(str_format, mesh + "1 -1 -1 -1\n-1 -1 -1 0\n", &notes);
  EXPECT_THAT(notes, testing::IsEmpty());
  EXPECT_EQ(parse(str_format, mesh + "1 -1 -1 -1\n# odd\n-1 0 -1 -1\n", &notes), right);
  EXPECT_THAT(notes, testing::ElementsAre(testing::HasSubstr(
                         "memory.str:16: the neighbours of tetrahedron 1 are -1 -1 -1 0 by the "
                         "particles that it shares with others, but block 'neighbors' says -1 0 -1 "
                         "-1; the block is not used")));
  notes.clear();
  parse(str_format, mesh + "-1 -1 -1 -1\n-1 -1 -1 -1\n", &notes);
  EXPECT_THAT(notes, testing::ElementsAre(testing::AllOf(
                         testing::HasSubstr("memory.str:14: "),
                         testing::HasSubstr("says -1 -1 -1 -1 (and 1 more row is wrong)"))));
}

TEST(Str, ADiagramOfAnotherMeshIsNotWritten) {
  Mesh mesh = test::single_tetrahedron();
  mesh.voronoi = some_diagram();
  EXPECT_THROW(test::round_trip(str_format, mesh), InputError);
}

TEST(Str, BadInputNamesFileLineAndCure) {
  const std::string four = "particles\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  const std::string tetrahedron = "tetrahedra\n1\n0 1 2 3\n";
  const std::string vertices = "voronoivertices\n1\n0 0 0\n";
  const std::string dependencies = "dependencies\n1\n0 1 2 3\n";
  const std::string ridges = "voronoiridges\n1\n0 1 1 0\n";
  const std::string cells = "voronoicells\n4\n1 0\n1 0\n0\n0\n";
  test::expect_refused(
      str_format,
      {
          {"", "memory.str: the file has no vertices"},
          {"particles", "memory.str:1: the file ends too early"},
          {"particle\n1\n0 0 0\n",
           "memory.str:1: expected the name of a block, found 'particle'; the blocks are particles "
           "tetrahedra neighbors faces voronoivertices dependencies voronoiridges voronoicells"},
          {std::string("\0\1\2\377", 4), "memory.str:1: expected the name of a block, found '?"},
          {"particles\n1\n0 0 0\n1 0 0\n", "memory.str:4: expected the name of a block, found '1'"},
          {"particles\n2\n0 0 0\n", "memory.str:4: the file ends too early"},
          {"particles\n2\n0 0 0\nfaces\n0\n", "memory.str:4: expected a number, found 'faces'"},
          {"particles\n2\n0 0\n0 0 0\n",
           "memory.str:3: a line of block 'particles' ends too early; each line has three"},
          {"particles\n2\n0 0 0 0\n0 0\n",
           "memory.str:3: a line of block 'particles' has more numbers than it should"},
          {four + vertices + dependencies + "voronoiridges\n1\n0 1 4 0 0 0\n" + cells,
           "memory.str:15: a line of block 'voronoiridges' ends too early; each line has two"},
          {"particles\n1\n0 nan 0\n", "memory.str:3: a number is not finite"},
          {"particles\n1000000000000\n0 0 0\n", "memory.str:2: the file says it has 1000000000000"},
          {"particles\n-4\n", "memory.str:2: a negative number of particles"},
          {four + four, "memory.str:7: a second block 'particles'; join"},
          {four + "tetrahedra\n1\n0 1 2 4\n",
           "memory.str:9: particle 4 does not exist; particles are numbered 0 to 3"},
          {"tetrahedra\n1\n0 1 2 4\n" + four, "memory.str:3: particle 4 does not exist"},
          {"faces\n1\n0 1 4\n" + four, "memory.str:3: particle 4 does not exist"},
          {"faces\n1\n0 1 -1\n" + four, "memory.str:3: particle -1 does not exist"},
          {tetrahedron, "memory.str:3: particle 3 does not exist; the file has no particles"},
          {four + tetrahedron + "neighbors\n1\n-1 -1 -1 1\n",
           "memory.str:12: tetrahedron 1 does not exist"},
          {four + tetrahedron + "neighbors\n1\n-2 -1 -1 -1\n",
           "memory.str:12: tetrahedron -2 does not exist"},
          {four + tetrahedron + "neighbors\n2\n-1 -1 -1 -1\n0 0 0 0\n",
           "memory.str:10: block 'neighbors' has 2 rows, but block 'tetrahedra' has 1"},
          {four + "neighbors\n1\n-1 -1 -1 -1\n", "but block 'tetrahedra' has 0"},
          {four + ridges,
           "memory.str:7: block 'voronoiridges' without block 'voronoivertices'; a Voronoi diagram "
           "needs voronoivertices, dependencies, voronoiridges and voronoicells"},
          {four + vertices + dependencies + ridges, "without block 'voronoicells'"},
          {four + vertices + ridges + cells, "without block 'dependencies'"},
          {four + vertices + "dependencies\n0\n" + ridges + cells,
           "memory.str:10: block 'dependencies' has 0 rows, but block 'voronoivertices' has 1"},
          {four + vertices + dependencies + ridges + "voronoicells\n1\n0\n",
           "memory.str:16: block 'voronoicells' has 1 row, but block 'particles' has 4"},
          {four + vertices + "dependencies\n1\n0 1 2 9\n" + ridges + cells,
           "memory.str:12: particle 9 does not exist"},
          {four + vertices + "dependencies\n1\n0 1 2 1\n" + ridges + cells,
           "memory.str:12: Voronoi vertex 0 depends on a particle twice; give the four particles"},
          {four + "voronoiridges\n1\n1 1 1 0\n" + vertices + dependencies + cells,
           "memory.str:9: Voronoi ridge 0 lies between particle 1 and itself; a ridge begins"},
          {four + "voronoiridges\n1\n0 1 1 1\n" + vertices + dependencies + cells,
           "memory.str:9: Voronoi vertex 1 does not exist"},
          {four + "voronoiridges\n1\n0 7 1 0\n" + vertices + dependencies + cells,
           "memory.str:9: particle 7 does not exist"},
          {four + "voronoiridges\n1\n0 1 4000000000 0\n" + vertices + dependencies + cells,
           "memory.str:9: the file says it has 4000000000 vertices of a Voronoi face"},
          {four + "voronoicells\n4\n1 1\n0\n0\n0\n" + vertices + dependencies + ridges,
           "memory.str:9: Voronoi ridge 1 does not exist"},
      });
}

}  // namespace
}  // namespace pliant

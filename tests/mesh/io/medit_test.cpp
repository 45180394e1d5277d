#include "mesh/io/formats.h"
#include "support/bad_input.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::medit_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Medit, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), medit_format.holds);
  EXPECT_EQ(test::round_trip(medit_format, mesh), mesh);
}

TEST(Medit, RegionsOfZeroOnlyAreNoRegions) {
  Mesh mesh = test::single_tetrahedron();
  EXPECT_EQ(test::round_trip(medit_format, mesh), mesh);
  mesh.tetrahedra.cells.push_back({0, 2, 1, 3});
  mesh.tetrahedra.regions = {0, 0};
  const Mesh back = test::round_trip(medit_format, mesh);
  EXPECT_TRUE(back.tetrahedra.regions.empty());
  EXPECT_EQ(back.tetrahedra.region(1), 0);
  mesh.tetrahedra.regions = {0, -3};
  EXPECT_EQ(test::round_trip(medit_format, mesh), mesh);
}

TEST(Medit, ReadsWhatRemeshersWrite) {
  Notes notes;
  const Mesh mesh = parse(medit_format,
                          "MeshVersionFormatted 2\n\n\nDimension 3\n\n\n"
                          "Vertices\n5\n"
                          "0 0 0 1 \n1 0 0 1 \n0 1 0 1 \n0 0 1 1 \n1.25 1 1 0 \n\n"
                          "Corners\n2\n1 \n2 \n\n"
                          "RequiredVertices\n1\n1\n"
                          "Triangles\n1\n1 3 2 10 \n\n"
                          "Quadrilaterals\n2\n1 2 3 4 0\n1 2 3 5 0\n"
                          "Prisms\n1\n1 2 3 1 2 3 7\n"
                          "Edges\n2\n1 2 0 \n2 3 0 \n\n"
                          "Ridges\n1\n1 \n\n"
                          "Tetrahedra\n2\n1 2 3 4 2 \n2 3 4 5 -3 \n\n"
                          "Normals\n2\n0 0 -1 \n0 0.5 1e-3 \n\n"
                          "NormalAtVertices\n1\n1 1 \n\n"
                          "Tangents\n1\n1 0 0\nTangentAtVertices\n1\n1 1\n"
                          "End\nanything may follow\n",
                          &notes);
  EXPECT_EQ(mesh.vertices.size(), 5u);
  EXPECT_EQ(mesh.vertices[4], (Vec3d{1.25, 1, 1}));
  EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 2, 1}}));
  EXPECT_EQ(mesh.triangles.regions, (std::vector<std::int32_t>{10}));
  EXPECT_EQ(mesh.lines.cells, (std::vector<Line>{{0, 1}, {1, 2}}));
  EXPECT_TRUE(mesh.lines.regions.empty());
  EXPECT_EQ(mesh.tetrahedra.cells, (std::vector<Tetrahedron>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
  EXPECT_EQ(mesh.tetrahedra.regions, (std::vector<std::int32_t>{2, -3}));
  EXPECT_THAT(notes, ElementsAre("memory.mesh: quadrilaterals skipped: 2",
                                 "memory.mesh: prisms skipped: 1"));
}

TEST(Medit, KeywordsInAnyCaseWithCountsOnTheirLineAndBlocksInAnyOrder) {
  const Mesh mesh = parse(medit_format,
                          " meshversionformatted 1\n dimension\n 3\n# cells first\n"
                          " TETRAHEDRA 1\n 1 2 3 4 0\n"
                          " vertices 4\n 0 0 0 0\n 1 0 0 0\n 0 1 0 0\n 0 0 1 0\n");
  EXPECT_EQ(mesh, test::single_tetrahedron());
}

TEST(Medit, UnknownBlocksOfNumbersAreSkippedWithANote) {
  Notes notes;
  const Mesh mesh = parse(medit_format,
                          "MeshVersionFormatted 2\nDimension 3\nIdentifier\n\"a name\"\n"
                          "Vertices 1\n1 2 3 0\nFancyThings\n2\n1 2.5\n-3 4e5\nEnd\n",
                          &notes);
  EXPECT_EQ(mesh.vertices, (std::vector<Vec3d>{{1, 2, 3}}));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("'FancyThings' of 5 numbers skipped")));
}

TEST(Medit, BadInputNamesFileLineAndCure) {
  const std::string head = "MeshVersionFormatted 2\nDimension 3\n";
  const std::string four = head + "Vertices\n4\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n";
  test::expect_refused(
      medit_format,
      {
          {"", "memory.mesh:1: the file ends too early"},
          {"solid\n", "memory.mesh:1: expected 'MeshVersionFormatted', found 'solid'"},
          {std::string("\1\0\2\377", 4), "memory.mesh:1: expected 'MeshVersionFormatted'"},
          {"MeshVersionUnformatted 2\n", "memory.mesh:1: this is a binary MEDIT file; save it as"},
          {"MeshVersionFormatted 2\nDimension 2\nVertices\n1\n0 0 0\n",
           "memory.mesh:2: the mesh has 2 dimensions; only three are supported"},
          {head + "End\n", "memory.mesh: the file has no vertices"},
          {head + "Vertices\n1000000000000\n", "memory.mesh:4: the file says it has 1000000000000"},
          {head + "Vertices\n2\n0 0 0 0\nEnd\n", "memory.mesh:6: expected a number, found 'End'"},
          {head + "Vertices\n1\n0 0 0 0\n1 0 0 0\n",
           "memory.mesh:6: expected a keyword, found '1'"},
          {head + "Vertices\n1\n0 0 nan 0\n", "memory.mesh:5: a number is not finite"},
          {head + "Vertices\n2\n0 0 0\n0.5 0 0\n", "memory.mesh:6: expected a whole number"},
          {four + "Vertices\n1\n0 0 0 0\n", "memory.mesh:9: a second block of vertices; join"},
          {four + "Edges\n1\n1 2 0\nEdges\n1\n1 2 0\n", "memory.mesh:12: a second block of edges"},
          {four + "Tetrahedra\n1\n1 2 3 5 0\nEnd\n",
           "memory.mesh:11: vertex 5 does not exist; vertices are numbered 1 to 4"},
          {four + "Triangles\n1\n0 1 2 0\n", "memory.mesh:11: vertex 0 does not exist"},
          {four + "Triangles\n1\n1 2 3 99999999999\n",
           "memory.mesh:11: the reference 99999999999 is too large"},
          {four + "Triangles\n-1\n", "memory.mesh:10: a negative number of triangles"},
          {four + "Quadrilaterals\n1\n1 2 3 4\nEnd\n", "memory.mesh:12: expected a whole number"},
          {four + "Fancy\n{1 2}\nEnd\n", "memory.mesh:10: expected a keyword, found '{1'"},
      });
}

}  // namespace
}  // namespace pliant

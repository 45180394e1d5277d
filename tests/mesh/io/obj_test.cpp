#include <pliant/topology.h>

#include "mesh/io/formats.h"
#include "support/bad_input.h"
#include "support/meshes.h"
#include "support/models.h"

namespace pliant {
namespace {

using io::obj_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Obj, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), obj_format.holds);
  EXPECT_EQ(test::round_trip(obj_format, mesh), mesh);
}

// Two flat tetrahedra that share all their faces: there is nothing to write, and a file without
// vertices would not be read again.
TEST(Obj, ABodyWithoutASurfaceIsRefused) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.tetrahedra.cells = {{0, 0, 1, 2}, {0, 1, 0, 2}};
  Notes notes;
  try {
    io::write(obj_format, mesh, ".obj", {}, notes);
    FAIL() << "it was written";
  } catch (const InputError& e) {
    EXPECT_THAT(e.problem(), HasSubstr("none of the mesh's cells"));
  }
}

TEST(Obj, ReadsWhatModellersExport) {
  Notes notes;
  const Mesh mesh = parse(obj_format,
                          "# Modeller v4.1 OBJ File from C:\\houses\\\n"
                          "mtllib C:\\houses\\house.mtl\n"
                          "o House\n"
                          "v 0.000000 0.000000 0.000000 1.0 0.5 0.5\n"
                          "v 1.000000 0.000000 0.000000\n"
                          "v 1.000000 1.000000 0.000000 1.0\n"
                          "v 0.000000 1.000000 0.000000\n"
                          "v 0.500000 0.500000 1.000000\n"
                          "vt 0.0 0.0\n"
                          "vn 0.0000 0.0000 1.0000\n"
                          "g walls\n"
                          "usemtl Material\n"
                          "s off\n"
                          "f 1/1/1 4/1/1 3/1/1 2/1/1\n"
                          "f 1//1 2//1 5//1\n"
                          "f 2/1 3/1 5/1\n"
                          "f -3 -2 \\\n"
                          "  -1\n"
                          "l 1 2/1 3\n"
                          "p 1\n",
                          &notes);
  EXPECT_EQ(mesh.vertices.size(), 5u);
  EXPECT_EQ(mesh.vertices[4], (Vec3d{0.5, 0.5, 1}));
  EXPECT_EQ(mesh.triangles.cells,
            (std::vector<Triangle>{{0, 3, 2}, {0, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}}));
  EXPECT_EQ(mesh.lines.cells, (std::vector<Line>{{0, 1}, {1, 2}}));
  EXPECT_THAT(notes, ElementsAre("memory.obj: 1 polygon is split into triangles",
                                 "memory.obj: point statements skipped: 1",
                                 "memory.obj: names a file outside of its folder, which is not "
                                 "read: 'C:\\houses\\house.mtl'",
                                 "memory.obj: 1 material is in no .mtl file, such as 'Material'"));
  ASSERT_TRUE(mesh.appearance);
  EXPECT_THAT(mesh.appearance->texture_points, ElementsAre(std::array<double, 2>{}));
  EXPECT_THAT(mesh.appearance->normals, ElementsAre(Vec3d{0, 0, 1}));
  EXPECT_EQ(mesh.appearance->normal_corners.back()[0], no_index);
}

TEST(Obj, NegativeNumbersCountBackFromTheirOwnLine) {
  const Mesh mesh = parse(obj_format,
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\n"
                          "v 0 0 1\nv 1 0 1\nv 0 1 1\nf -3 -2 -1\n");
  EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 1, 2}, {3, 4, 5}}));
}

TEST(Obj, FacesMayStandBeforeTheirVertices) {
  const Mesh mesh = parse(obj_format, "f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0");
  EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 1, 2}}));
}

TEST(Obj, CurvesAndUnknownStatementsAreCounted) {
  Notes notes;
  const Mesh mesh = parse(obj_format,
                          "v 0 0 0\nv 1 0 0\nv 0 1 0\ncstype bezier\ndeg 2\n"
                          "curv 0 1 1 2 3\nparm u 0 1\nend\n"
                          "surf 0 1 0 1 1 2 \\\n3\nend\nvw 1 2\nvw 3 4\n",
                          &notes);
  EXPECT_EQ(mesh.vertices.size(), 3u);
  EXPECT_THAT(
      notes, ElementsAre(HasSubstr("curves skipped: 1"), HasSubstr("free-form surfaces skipped: 1"),
                         HasSubstr("unknown statements skipped: 2")));
}

TEST(Obj, LineEndsOfEverySystem) {
  for (const std::string end : {"\n", "\r\n", "\r"}) {
    const Mesh mesh =
        parse(obj_format, "# c" + end + "v 0 0 0" + end + "v 1 0 0" + end + "v 0 1 0" + end +
                              "f 1 2 3" + end + "g a" + end + "f 3 2 \\" + end + "1");
    EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 1, 2}, {2, 1, 0}}));
  }
}

TEST(Obj, RealSurfaceIsClosed) {
  PLIANT_NEEDS_MODELS();
  const Mesh mesh = read_mesh(test::model("surfaces/bunny.obj"));
  const std::span<const Triangle> triangles = mesh.triangles.cells;
  const auto edges = unique_edges<3>(triangles, vertex_cells<3>(triangles, mesh.vertices.size()));
  EXPECT_EQ(mesh.vertices.size(), 3212u);
  EXPECT_EQ(mesh.vertices.size() + triangles.size(), edges.size() + 2);  // Euler, a sphere
  double volume = 0;
  for (const Triangle& t : triangles)
    volume +=
        signed_volume<double>({}, mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]);
  EXPECT_NEAR(volume, 0.19967, 5e-6);  // what the models' table says
}

TEST(Obj, BadInputNamesFileLineAndCure) {
  const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  test::expect_refused(
      obj_format,
      {
          {"", "memory.obj: the file has no vertices"},
          {"g empty\n", "memory.obj: the file has no vertices"},
          {std::string("\0\1\2\377", 4), "memory.obj:1: expected a statement such as v or f"},
          {"v 0 0\nf 1 1 1\n", "memory.obj:2: expected a number, found 'f'"},
          {"v 0 0", "memory.obj:1: the file ends too early"},
          {"v 0 0 nan\n", "memory.obj:1: a number is not finite"},
          {"v 0 0 1e999\n", "memory.obj:1: the number '1e999' is too large"},
          {corners + "f 1 2 4\nv 0 0\n", "memory.obj:6: the file ends too early"},
          {corners + "f 1 2 4\nf 1 2 3\n",
           "memory.obj:4: vertex 4 does not exist; vertices are numbered 1 to 3"},
          {corners + "f 0 1 2\n", "memory.obj:4: vertex 0 does not exist; vertices are numbered f"},
          {corners + "f 1 2 -4\nv 0 0 0\n",
           "memory.obj:4: vertex -4 does not exist; 3 vertices stand before"},
          {corners + "f 1 2 -9223372036854775808\n", "does not exist"},
          {corners + "f 1 2 99999999999999999999\n", "memory.obj:4: expected a vertex number"},
          {corners + "f 1 2 4294967299\n", "memory.obj:4: vertex 4294967299 does not exist"},
          {corners + "f 1 2 three\n", "memory.obj:4: expected a vertex number, found 'three'"},
          {corners + "f 1.5 2 3\n", "found '1.5'; corners are written 5, 5/2"},
          {corners + "f /1 2 3\n", "found '/1'"},
          {corners + "\nl 1 9\n", "memory.obj:5: vertex 9 does not exist"},
      });
}

}  // namespace
}  // namespace pliant

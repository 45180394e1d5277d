#include "mesh/io/formats.h"
#include "support/bad_input.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::l13_format;

TEST(L13, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), l13_format.holds);
  EXPECT_EQ(test::round_trip(l13_format, mesh), mesh);
}

TEST(L13, NamingEitherFileBringsTheOther) {
  const io::FileMap files{{".vertices", "5\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n1.5 1 1"},
                          {".tetrahedra", "2\n0 1 2 3\n1 2 3 4\n"}};
  for (const char* extension : {".vertices", ".tetrahedra"}) {
    io::MemoryFiles memory("memory", extension, files);
    Notes notes;
    const Mesh mesh = io::read(l13_format, memory, notes);
    ASSERT_EQ(mesh.vertices.size(), 5u);
    EXPECT_EQ(mesh.vertices[4], (Vec3d{1.5, 1, 1}));
    EXPECT_EQ(mesh.tetrahedra.cells, (std::vector<Tetrahedron>{{0, 1, 2, 3}, {1, 2, 3, 4}}));
    EXPECT_TRUE(notes.empty());
  }
}

TEST(L13, BadInputNamesFileLineAndCure) {
  const auto files = [](std::string vertices, std::string tetrahedra) {
    return io::FileMap{{".vertices", std::move(vertices)}, {".tetrahedra", std::move(tetrahedra)}};
  };
  const std::string four = "4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  test::expect_refused(
      l13_format,
      std::vector<test::BadInput>{
          {{{".vertices", four}}, "memory.tetrahedra: no such file; the two files must lie"},
          {{{".tetrahedra", "0\n"}}, "memory.vertices: no such file"},
          {files("", "0\n"), "memory.vertices:1: the file ends too early"},
          {files("0\n", "0\n"), "memory.vertices: the file has no vertices"},
          {files("3\n0 0 0\n1 0 0\n", "0\n"), "memory.vertices:4: the file ends too early"},
          {files("1\n0 0 0\n1 0 0\n", "0\n"), "memory.vertices:3: the file goes on"},
          {files("1\n0 nan 0\n", "0\n"), "memory.vertices:2: a number is not finite"},
          {files("1000000000000\n0 0 0\n", "0\n"), "memory.vertices:1: the file says it has 1000"},
          {files(four, ""), "memory.tetrahedra:1: the file ends too early"},
          {files(four, "-1\n"), "memory.tetrahedra:1: a negative number of tetrahedra"},
          {files(four, "2\n0 1 2 3\n1 2 3 4\n"),
           "memory.tetrahedra:3: vertex 4 does not exist; vertices are numbered 0 to 3"},
          {files(four, "1\n0 1 2 -1\n"), "memory.tetrahedra:2: vertex -1 does not exist"},
          {files(four, "1\n0 1 2 0.5\n"), "memory.tetrahedra:2: expected a whole number"},
          {files(four, "1\n0 1 2 3\n7"), "memory.tetrahedra:3: the file goes on"},
      });
}

}  // namespace
}  // namespace pliant

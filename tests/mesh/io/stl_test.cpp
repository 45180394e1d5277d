#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::stl_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const WriteOptions binary{.binary = true, .version = {}};

// Welded, every vertex used, vertices numbered as they appear: what STL keeps whole.
Mesh ordered_surface() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 1.0 / 3, 0}, {0.1, 0, 0}, {0, 1e-17, 2.5e11}};
  mesh.triangles.cells = {{0, 1, 2}, {0, 2, 3}, {3, 2, 1}, {1, 0, 3}};
  return mesh;
}

std::string binary_file(std::string header, const std::vector<std::array<Vec3f, 3>>& triangles) {
  std::string out = std::move(header);
  out.resize(80, '\0');
  io::put(out, static_cast<std::uint32_t>(triangles.size()));
  for (const auto& triangle : triangles) {
    for (int i = 0; i < 3; ++i) io::put(out, 0.0f);
    for (const Vec3f& p : triangle)
      for (int i = 0; i < 3; ++i) io::put(out, p[i]);
    io::put(out, std::uint16_t{0});
  }
  return out;
}

const std::array<Vec3f, 3> first{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
const std::array<Vec3f, 3> second{{{0, 1, 0}, {1, 0, 0}, {1, 1, -0.0f}}};

TEST(Stl, TextKeepsAnOrderedSurfaceWhole) {
  EXPECT_EQ(test::round_trip(stl_format, ordered_surface()), ordered_surface());
}

TEST(Stl, TextKeepsTheTrianglesOfAnyMesh) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), stl_format.holds);
  const Mesh back = test::round_trip(stl_format, mesh);
  ASSERT_EQ(back.triangles.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(back.vertices[back.triangles[i][k]], mesh.vertices[mesh.triangles[i][k]]);
}

TEST(Stl, BinaryRoundsToFloatsOnce) {
  const Mesh once = test::round_trip(stl_format, ordered_surface(), binary);
  EXPECT_EQ(once.triangles, ordered_surface().triangles);
  for (std::size_t i = 0; i < once.vertices.size(); ++i)
    for (int k = 0; k < 3; ++k)
      EXPECT_EQ(once.vertices[i][k],
                static_cast<double>(static_cast<float>(ordered_surface().vertices[i][k])));
  EXPECT_EQ(test::round_trip(stl_format, once, binary), once);
}

TEST(Stl, WrittenNormalsFaceOutwards) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}};
  mesh.triangles.cells = {{0, 1, 2}, {0, 0, 1}};
  Notes notes;
  const std::string text = io::write(stl_format, mesh, ".stl", {}, notes).at(".stl");
  EXPECT_THAT(text, HasSubstr("facet normal 0 0 1\n"));
  EXPECT_THAT(text, HasSubstr("facet normal 0 0 0\n"));  // the triangle without area
}

TEST(Stl, ReadsSeveralSolidsInAnySpelling) {
  const Mesh mesh = parse(stl_format,
                          "  solid first part\r\n"
                          "facet normal nan nan nan\r\n outer loop\r\n"
                          " vertex 0 0 0\r\n vertex 1 0 0\r\n vertex 0 1E0 0\r\n"
                          " endloop\r\nendfacet\r\nendsolid first part\r\n"
                          "SOLID\nFACET NORMAL 0 0 1 OUTER LOOP VERTEX 0 1 0 VERTEX 1 0 0 "
                          "VERTEX +1.0 1 -0 ENDLOOP ENDFACET\nENDSOLID\n\n");
  EXPECT_EQ(mesh, parse(stl_format, binary_file("two triangles", {first, second})));
  EXPECT_THAT(mesh.vertices,
              ElementsAre(Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{1, 1, 0}));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}, Triangle{2, 1, 3}));
}

TEST(Stl, ABinaryFileMayBeginWithSolid) {
  EXPECT_EQ(
      parse(stl_format, binary_file("solid made by a famous program", {first})).vertices.size(),
      3u);
}

TEST(Stl, BytesAfterTheTrianglesAreNoted) {
  Notes notes;
  parse(stl_format, binary_file("solid", {first}) + "tail", &notes);
  EXPECT_THAT(notes, ElementsAre(HasSubstr("4 bytes after the triangles")));
}

TEST(Stl, BadInputNamesFilePlaceAndCure) {
  const auto reading = [](std::string text) { return [text] { parse(stl_format, text); }; };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  EXPECT_THAT(reading(""), message("neither a text nor a binary STL"));
  EXPECT_THAT(reading("solid\n"), message("memory.stl:2: the file ends too early"));
  EXPECT_THAT(reading("solid\nendsolid\n"), message("no vertices"));
  EXPECT_THAT(reading("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n"),
              message("memory.stl:4: a number is not finite"));
  EXPECT_THAT(reading("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 0 0\n"
                      "vertex 0 0 0\nvertex 0 0 0\n"),
              message("memory.stl:7: expected 'endloop', found 'vertex'"));
  std::string lies = binary_file("header", {first});
  lies[83] = '\x7f';
  EXPECT_THAT(reading(lies), message("too short for them"));
  std::string infinite = binary_file("header", {first});
  infinite[84 + 12 + 2] = '\x80';
  infinite[84 + 12 + 3] = '\x7f';
  EXPECT_THAT(reading(infinite), message("not finite"));
}

TEST(Stl, CoordinatesTooLargeForAFloatAreAnError) {
  Mesh mesh = ordered_surface();
  mesh.vertices[3].z = 1e39;
  EXPECT_THAT([&] { test::round_trip(stl_format, mesh, binary); },
              ThrowsMessage<InputError>(HasSubstr("1e+39 is too large for STL; write it as text")));
}

}  // namespace
}  // namespace pliant

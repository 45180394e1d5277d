#include "mesh/io/formats.h"
#include "support/bad_input.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::off_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(Off, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), off_format.holds);
  EXPECT_EQ(test::round_trip(off_format, mesh), mesh);
}

TEST(Off, SplitsPolygonsAndTakesSegmentsAsLines) {
  Notes notes;
  const Mesh mesh = parse(off_format,
                          "OFF # by hand\n"
                          "# counts: vertices faces edges\n"
                          "5 4 7\n"
                          "\n"
                          "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0.5 0.5 1 # tip\n"
                          "4 0 3 2 1  255 0 0\n"
                          "3 0 1 4 0.1 0.2 0.3 0.4\n"
                          "2 0 4\n"
                          "1 2",
                          &notes);
  EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 3, 2}, {0, 2, 1}, {0, 1, 4}}));
  EXPECT_EQ(mesh.lines.cells, (std::vector<Line>{{0, 4}}));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 polygon is split"), HasSubstr("1 face of less")));
}

TEST(Off, AFanOfAConvexPolygonKeepsItsArea) {
  std::string text = "OFF 12 1 0\n";
  for (int i = 0; i < 12; ++i)
    text += std::to_string(std::cos(i * M_PI / 6)) + ' ' + std::to_string(std::sin(i * M_PI / 6)) +
            " 0\n";
  const Mesh mesh = parse(off_format, text + "12 0 1 2 3 4 5 6 7 8 9 10 11\n");
  ASSERT_EQ(mesh.triangles.size(), 10u);
  Vec3d area{};
  for (const Triangle& t : mesh.triangles.cells)
    area += 0.5 * cross(mesh.vertices[t[1]] - mesh.vertices[t[0]],
                        mesh.vertices[t[2]] - mesh.vertices[t[0]]);
  EXPECT_NEAR(area.z, 3.0, 1e-5);  // of a regular dodecagon in the unit circle
}

TEST(Off, ReadsTheHeadersOfManyPrograms) {
  const std::vector<Vec3d> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::string plain = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
  for (const std::string& text :
       {"OFF\n3 1 0\n" + plain, "OFF 3 1 0\n" + plain, "OFF3 1 0\n" + plain, "3 1 0\n" + plain,
        "OFF\n3 1\n" + plain, "\xEF\xBB\xBFOFF\r\n3 1 0\r\n" + plain,
        std::string("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 255 0 255\n0 1 0 0 0 255 255\n3 0 1 "
                    "2\n"),
        std::string("NOFF\n3 1 0\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n"),
        std::string("STCNOFF 3 1 0\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0 0 0 1 1 1 1 1 1 0\n"
                    "0 1 0 0 0 1 1 1 1 1 0 1\n3 0 1 2\n")}) {
    SCOPED_TRACE(text);
    const Mesh mesh = parse(off_format, text);
    EXPECT_EQ(mesh.vertices, corners);
    EXPECT_EQ(mesh.triangles.cells, (std::vector<Triangle>{{0, 1, 2}}));
  }
}

TEST(Off, BadInputNamesFileLineAndCure) {
  const std::string corners = "0 0 0\n1 0 0\n0 1 0\n";
  test::expect_refused(
      off_format,
      {
          {"", "memory.off:1: the file ends too early"},
          {"PLY\n", "memory.off:1: expected 'OFF', found 'PLY'"},
          {"C\n", "expected 'OFF', found 'C'"},
          {std::string("\0\1\2\377", 4), "memory.off:1: expected 'OFF', found '?"},
          {"OFF BINARY\n\1\2", "memory.off:1: this is a binary OFF file; save it as text"},
          {"4OFF\n1 0 0\n0 0 0 1\n", "memory.off:1: the vertices do not have three coordinates"},
          {"nOFF 2\n1 0 0\n0 0\n", "three coordinates; only three dimensions"},
          {"OFF\n1000000000000 0 0\n", "memory.off:2: the file says it has 1000000000000 vertices"},
          {"OFF\n0 0 0\n", "memory.off: the file has no vertices"},
          {"OFF\n3 -1 0\n" + corners, "memory.off:2: a negative number of faces"},
          {"OFF\n1 0 0\n0 0\n0\n", "memory.off:3: the line ends inside a vertex"},
          {"OFF\n3\n1\n0\n" + corners, "memory.off:4: the line ends inside a vertex"},
          {"OFF\n1 0 0\n0 inf 0\n", "memory.off:3: a number is not finite"},
          {"OFF\n3 1 0\n" + corners, "memory.off:6: the file ends too early"},
          {"OFF\n3 1 0\n" + corners + "3 0 1\n", "memory.off:6: the line ends inside a face"},
          {"OFF\n3 1 0\n" + corners + "3 0 1 3\n",
           "memory.off:6: vertex 3 does not exist; vertices are numbered 0 to 2"},
          {"OFF\n3 1 0\n" + corners + "3 0 1 -1\n", "memory.off:6: vertex -1 does not exist"},
          {"OFF\n3 1 0\n" + corners + "4000000000 0 1\n", "memory.off:6: the file says it has"},
      });
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::tetgen_format;
using test::parse;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Tetgen, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), tetgen_format.holds);
  EXPECT_EQ(test::round_trip(tetgen_format, mesh), mesh);
}

TEST(Tetgen, CountsFromOneAndSkipsCommentsAndColumns) {
  const Mesh mesh = parse(tetgen_format, {{".node",
                                           "# made by hand\n4 3 1 1\n"
                                           "1 0 0 0 9.5 1\n2 1 0 0 9.5 1\n"
                                           "3 0 1 0 9.5 1 # y\n4 0 0 1 9.5 1\n"},
                                          {".ele", "1 4 1\n1 1 2 3 4 7\n"}});
  EXPECT_EQ(mesh.tetrahedra[0], (Tetrahedron{0, 1, 2, 3}));
  EXPECT_EQ(mesh.tetrahedra.region(0), 7);
}

TEST(Tetgen, QuadraticTetrahedraLoseTheirMidpointsWithANote) {
  std::string nodes = "10 3 0 0\n";
  for (int i = 0; i < 10; ++i) nodes += std::to_string(i) + " 0 0 " + std::to_string(i) + "\n";
  Notes notes;
  const Mesh mesh =
      parse(tetgen_format, {{".node", nodes}, {".ele", "1 10 0\n0 0 1 2 3 4 5 6 7 8 9\n"}}, &notes);
  EXPECT_EQ(mesh.tetrahedra.size(), 1u);
  EXPECT_THAT(notes, testing::ElementsAre(HasSubstr("1 quadratic")));
}

TEST(Tetgen, BadInputNamesFileLineAndCure) {
  const auto node = [](std::string text) {
    return [text] { parse(tetgen_format, {{".node", text}}); };
  };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  EXPECT_THAT(node(""), message("memory.node:1: the file ends too early"));
  EXPECT_THAT(node("1000000000000 3 0 0\n"), message("too short for them"));
  EXPECT_THAT(node("1 3 0 0\n0 0 nan 0\n"), message("memory.node:2: a number is not finite"));
  EXPECT_THAT(node("1 3 0 0\n0 0 1e999 0\n"), message("too large"));
  EXPECT_THAT(node("2 3 0 0\n0 0 0 0\n5 0 0 0\n"), message("memory.node:3: vertex 5 stands"));
  EXPECT_THAT(node("-3 3 0 0\n"), message("negative"));
  EXPECT_THAT(node("1 2 0 0\n0 0 0\n"), message("three coordinates"));
  EXPECT_THAT(node(std::string("\0\1\2\377", 4)), message("expected a whole number"));
  EXPECT_THAT(
      ([] {
        parse(tetgen_format, {{".node", "1 3 0 0\n0 0 0 0\n"}, {".ele", "1 4 0\n0 0 0 0 1\n"}});
      }),
      message("memory.ele:2: vertex 1 does not exist; vertices are numbered 0 to 0"));
}

}  // namespace
}  // namespace pliant

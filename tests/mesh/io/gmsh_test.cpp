#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::gmsh_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const WriteOptions all_options[] = {{false, ""}, {false, "2.2"}, {false, "4.1"},
                                    {true, ""},  {true, "2.2"},  {true, "4.1"}};

TEST(Gmsh, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), gmsh_format.holds);
  for (const WriteOptions& options : all_options)
    EXPECT_EQ(test::round_trip(gmsh_format, mesh, options), mesh)
        << options.binary << options.version;
}

TEST(Gmsh, RegionsReadBackEqualHoweverTheyAreMixed) {
  Mesh mesh = test::held_part(test::mixed_mesh(), gmsh_format.holds);
  mesh.lines.regions = {};
  mesh.triangles.regions = {7, -3, 7};
  mesh.tetrahedra.regions = {0, 2147483647};
  mesh.hexahedra.regions = {};
  Mesh zeros = mesh;
  zeros.triangles.regions = {0, 0, 0};
  for (const WriteOptions& options : all_options) {
    EXPECT_EQ(test::round_trip(gmsh_format, mesh, options), mesh);
    // Documented: only zeros are the same as no regions.
    EXPECT_TRUE(test::round_trip(gmsh_format, zeros, options).triangles.regions.empty());
  }
}

TEST(Gmsh, VerticesAloneReadBackEqual) {
  Mesh mesh;
  mesh.vertices = {{1, 2, 3}, {4, 5, 6}};
  for (const WriteOptions& options : all_options)
    EXPECT_EQ(test::round_trip(gmsh_format, mesh, options), mesh);
}

TEST(Gmsh, OtherVersionsAreNotWritten) {
  EXPECT_THAT(([] {
                test::round_trip(gmsh_format, test::single_tetrahedron(), {false, "3.0"});
              }),
              ThrowsMessage<InputError>(
                  HasSubstr("Gmsh cannot be written as version 3.0; use 2.2 or 4.1")));
}

// Nodes with gaps in their numbers and out of order, a point, a quadrangle, a quadratic triangle,
// and tags for partitions.
const std::string version_2 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
3 5 "solid stuff"
$EndPhysicalNames
$Nodes
6
12 0 0 0
3 1 0 0
40 0 1 0
41 0 0 1
42 0.5 0.5 0
7 2e0 2 2.5
$EndNodes
$Elements
5
1 15 2 0 1 12
2 3 2 0 1 12 3 40 41
9 4 4 5 1 1 2 3 40 41 7
3 9 2 0 2 12 3 40 42 42 42
4 4 2 6 1 12 3 40 41
$EndElements
$NodeData
anything 1 2 3
$EndNodeData
)";

TEST(Gmsh, ReadsVersion2AsGmshWritesIt) {
  Notes notes;
  const Mesh mesh = parse(gmsh_format, version_2, &notes);
  EXPECT_EQ(mesh.vertices.size(), 6u);
  EXPECT_EQ(mesh.vertices[5], (Vec3d{2, 2, 2.5}));
  EXPECT_THAT(mesh.tetrahedra.cells, ElementsAre(Tetrahedron{0, 1, 2, 3}, Tetrahedron{1, 2, 3, 5}));
  EXPECT_THAT(mesh.tetrahedra.regions, ElementsAre(6, 5));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}));
  EXPECT_TRUE(mesh.triangles.regions.empty());
  EXPECT_THAT(notes, ElementsAre(HasSubstr("names of physical groups"),
                                 HasSubstr("1 element of type 3 (quad of 4 nodes) skipped"),
                                 HasSubstr("of 1 element of type 9 (triangle of 6 nodes) only"),
                                 HasSubstr("1 element of type 15 (point of 1 node) skipped")));
}

// The same small mesh in version 4.1: parametric nodes, two volumes, only one of them in a group.
const std::string version_41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$Entities
1 1 0 2
1 0 0 0 0
4 0 0 0 1 0 0 0 2 1 -1
8 0 0 0 1 1 1 2 50 60 0
9 0 0 0 1 1 1 0 1 4
$EndEntities
$Nodes
3 5 1 100
0 1 0 1
100
0 0 0
1 4 1 2
2
5
1 0 0 0.25
0 1 0 0.75
3 8 0 2
1
3
0 0 1
1 1 1
$EndNodes
$Elements
3 4 1 9
3 9 4 1
9 100 2 5 3
3 8 4 1
1 100 2 5 1
1 4 1 2
2 100 2
3 2 5
$EndElements
)";

TEST(Gmsh, ReadsVersion41AsGmshWritesIt) {
  Notes notes;
  const Mesh mesh = parse(gmsh_format, version_41, &notes);
  EXPECT_THAT(mesh.vertices, ElementsAre(Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0},
                                         Vec3d{0, 0, 1}, Vec3d{1, 1, 1}));
  EXPECT_THAT(mesh.tetrahedra.cells, ElementsAre(Tetrahedron{0, 1, 2, 3}, Tetrahedron{0, 1, 2, 4}));
  EXPECT_THAT(mesh.tetrahedra.regions, ElementsAre(50, 0));
  EXPECT_THAT(mesh.lines.cells, ElementsAre(Line{0, 1}, Line{1, 2}));
  EXPECT_TRUE(mesh.lines.regions.empty());
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 entity is in several physical groups")));
}

TEST(Gmsh, EntitiesAreRegionsWhereThereAreNoPhysicalGroups) {
  std::string file = version_41;
  file.replace(file.find("2 50 60 0"), 9, "0 0");
  EXPECT_THAT(parse(gmsh_format, file).tetrahedra.regions, ElementsAre(8, 9));
}

TEST(Gmsh, ReadsVersion40) {
  const Mesh mesh = parse(gmsh_format, R"($MeshFormat
4 0 8
$EndMeshFormat
$Entities
1 0 0 1
1 0 0 0 0 0 0 0
3 0 0 0 1 1 1 1 77 0
$EndEntities
$Nodes
2 4
1 0 0 1
10 0 0 0
3 3 0 3
20 1 0 0
30 0 1 0
40 0 0 1
$EndNodes
$Elements
1 1
3 3 4 1
1 10 20 30 40
$EndElements
)");
  Mesh expected = test::single_tetrahedron();
  expected.tetrahedra.regions = {77};
  EXPECT_EQ(mesh, expected);
}

TEST(Gmsh, ReadsBinaryOfEitherByteOrder) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    std::string file = "$MeshFormat\n2.2 1 8\n";
    io::put(file, std::int32_t{1}, order);
    file += "\n$EndMeshFormat\n$Nodes\n4\n";
    const Mesh mesh = test::single_tetrahedron();
    for (std::int32_t i = 0; i < 4; ++i) {
      io::put(file, 10 * i + 10, order);
      io::put(file, mesh.vertices[static_cast<std::size_t>(i)], order);
    }
    file += "\n$EndNodes\n$Elements\n1\n";
    for (std::int32_t n : {4, 1, 0, 5, 10, 20, 30, 40}) io::put(file, n, order);
    file += "\n$EndElements\n";
    EXPECT_EQ(parse(gmsh_format, file), mesh);
  }
}

std::string replaced(std::string file, const std::string& from, const std::string& to) {
  return file.replace(file.find(from), from.size(), to);
}

TEST(Gmsh, BadInputNamesFilePlaceAndCure) {
  const auto reading = [](std::string file) { return [file] { parse(gmsh_format, file); }; };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  const auto two = [&](const std::string& from, const std::string& to) {
    return reading(replaced(version_2, from, to));
  };
  const auto four = [&](const std::string& from, const std::string& to) {
    return reading(replaced(version_41, from, to));
  };
  EXPECT_THAT(reading(""), message("memory.msh:1: the file has no $MeshFormat"));
  EXPECT_THAT(reading("$NOD\n1\n1 0 0 0\n$ENDNOD\n"), message("has no end"));
  EXPECT_THAT(reading(std::string("\0\1\2\377", 4)), message("belongs to no section"));
  EXPECT_THAT(reading("$Nodes\n0\n$EndNodes\n"), message("$MeshFormat does not come first"));
  EXPECT_THAT(two("2.2 0 8", "3.0 0 8"), message("save it as version 4.1 or 2.2"));
  EXPECT_THAT(two("2.2 0 8", "2.2 0 4"), message("memory.msh:2: numbers that do not have 8"));
  EXPECT_THAT(two("2.2 0 8", "2.2 7 8"), message("a file type of 7"));
  EXPECT_THAT(two("2.2 0 8", "2.2 1 8"), message("the mark of the byte order is not 1"));
  EXPECT_THAT(two("Nodes\n6", "Nodes\n1000000000000"), message("memory.msh:9: the file says"));
  EXPECT_THAT(two("Nodes\n6", "Nodes\n7"), message("expected a whole number, found '$EndNodes'"));
  EXPECT_THAT(two("Nodes\n6", "Nodes\n5"), message("expected '$EndNodes'"));
  EXPECT_THAT(two("12 0 0 0", "12 0 inf 0"), message("memory.msh:10: a number is not finite"));
  EXPECT_THAT(two("12 0 0 0", "3 0 0 0"), message("two nodes have the number 3"));
  EXPECT_THAT(two("1 15 2", "1 34 2"), message("memory.msh:19: element type 34 is not known"));
  EXPECT_THAT(two("1 15 2", "1 -1 2"), message("element type -1"));
  EXPECT_THAT(two("3 40 41 7", "3 40 41 8"),
              message("memory.msh:21: element 9 uses node 8, which does not exist"));
  EXPECT_THAT(two("9 4 4 5 1", "9 4 4 3000000000 1"), message("too large here"));
  EXPECT_THAT(two("9 4 4", "9 4 -4"), message("negative number of tags"));
  EXPECT_THAT(two("$NodeData", "$Elements"), message("expected a whole number"));
  EXPECT_THAT(two("$NodeData", "$Nodes"), message("a second $Nodes section"));
  EXPECT_THAT(four("3 5 1 100", "3 6 1 100"), message("6 nodes are announced, but 5 are there"));
  EXPECT_THAT(four("3 4 1 9", "3 5 1 9"), message("5 elements are announced, but 4"));
  EXPECT_THAT(four("3 4 1 9", "9999999999 4 1 9"), message("too short"));
  EXPECT_THAT(four("1 4 1 2\n2\n5", "5 4 1 2\n2\n5"), message("an entity of dimension 5"));
  EXPECT_THAT(four("$Entities", "$ParametricNodes"), message("SaveParametric"));
}

TEST(Gmsh, ACutFileFailsWhereverItIsCut) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), gmsh_format.holds);
  for (const WriteOptions& options : all_options) {
    Notes notes;
    const std::string whole = io::write(gmsh_format, mesh, ".msh", options, notes)[".msh"];
    const std::size_t elements = whole.find("$Elements");
    for (std::size_t size = 0; size + 2 < whole.size(); ++size) {
      // Between the sections the file is whole so far.
      if (whole[size] == '\n' && whole[size + 1] == '$') continue;
      if (size > 0 && whole[size - 1] == '\n' && whole[size] == '$' && size <= elements) continue;
      EXPECT_THROW(parse(gmsh_format, whole.substr(0, size)), InputError) << size;
    }
  }
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::vtk_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(Vtk, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), vtk_format.holds);
  EXPECT_EQ(test::round_trip(vtk_format, mesh, {false, ""}), mesh);
  EXPECT_EQ(test::round_trip(vtk_format, mesh, {true, ""}), mesh);
}

TEST(Vtk, RegionsAndGroupsReadBackEqualHoweverTheyAreMixed) {
  Mesh mesh = test::held_part(test::mixed_mesh(), vtk_format.holds);
  mesh.lines.regions = {};
  mesh.triangles.regions = {0, 0, 0};
  mesh.hexahedra.regions = {};
  mesh.groups = {{"", {1}}, {"nobody", {}}, {"left & right \"%20\" <ä>", {0, 8}}};
  Mesh plain = test::single_tetrahedron();
  for (const bool binary : {false, true}) {
    EXPECT_EQ(test::round_trip(vtk_format, mesh, {binary, ""}), mesh);
    EXPECT_EQ(test::round_trip(vtk_format, plain, {binary, ""}), plain);
  }
}

TEST(Vtk, WritesAnOldFileThatEveryProgramReads) {
  Mesh mesh = test::single_tetrahedron();
  mesh.tetrahedra.regions = {5};
  mesh.groups = {{"feet", {0, 2}}};
  Notes notes;
  EXPECT_EQ(io::write(vtk_format, mesh, ".vtk", {}, notes)[".vtk"],
            "# vtk DataFile Version 4.2\nwritten by Pliant\nASCII\nDATASET UNSTRUCTURED_GRID\n"
            "POINTS 4 double\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
            "CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"
            "CELL_DATA 1\nFIELD FieldData 1\nregion 1 1 int\n5\n"
            "POINT_DATA 4\nFIELD FieldData 1\ngroup:feet 1 4 unsigned_char\n1\n0\n1\n0\n");
}

// In the style of ParaView: points three to a line, metadata, attributes of all sorts.
const std::string unstructured = R"(# vtk DataFile Version 3.0
vtk output
ASCII
DATASET UNSTRUCTURED_GRID
FIELD FieldData 2
TIME 1 1 double
0.5
METADATA
INFORMATION 0

names 1 2 string
first%20one
second
POINTS 9 float
0 0 0 1 0 0 0 1 0
0 0 1 1 1 1 2 0 0
2 1 0 2 2 0 3 0 0
METADATA
INFORMATION 1
NAME L2_NORM_RANGE LOCATION vtkDataArray
DATA 2 0 1

CELLS 9 50
2 0 1
4 0 1 2 3
3 0 1 2
5 0 1 2 4 5
4 0 1 4 2
4 0 1 2 3
8 0 1 2 3 4 5 6 7
8 0 1 2 3 4 5 6 7
3 6 7 8
CELL_TYPES 9
3
4
5
6
9
10
11
12
21
CELL_DATA 9
SCALARS pressure float 1
LOOKUP_TABLE default
nan inf 3 4 5 6 7 8 9
LOOKUP_TABLE mine 2
0 0 0 1
1 1 1 1
VECTORS push double
1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3
SCALARS region int
LOOKUP_TABLE default
10 20 30 40 50 60 70 80 90
POINT_DATA 9
NORMALS n float
0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1
FIELD FieldData 2
group:left%20foot 1 9 int
0 1 1 0 0 0 0 0 0
group:tensor 2 9 int
0 1 1 0 0 0 0 0 0 0 1 1 0 0 0 0 0 0
)";

TEST(Vtk, ReadsUnstructuredGridsAsParaViewWritesThem) {
  Notes notes;
  const Mesh mesh = parse(vtk_format, unstructured, &notes);
  EXPECT_EQ(mesh.vertices.size(), 9u);
  EXPECT_EQ(mesh.vertices[6], (Vec3d{2, 1, 0}));
  EXPECT_THAT(mesh.lines.cells,
              ElementsAre(Line{0, 1}, Line{0, 1}, Line{1, 2}, Line{2, 3}, Line{6, 7}));
  EXPECT_THAT(mesh.lines.regions, ElementsAre(10, 20, 20, 20, 90));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2},
                                                Triangle{2, 1, 4}, Triangle{2, 4, 5}));
  EXPECT_THAT(mesh.triangles.regions, ElementsAre(30, 40, 40, 40));
  EXPECT_THAT(mesh.tetrahedra.cells, ElementsAre(Tetrahedron{0, 1, 2, 3}));
  EXPECT_THAT(mesh.hexahedra.cells,
              ElementsAre(Hexahedron{0, 1, 3, 2, 4, 5, 7, 6}, Hexahedron{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_THAT(mesh.groups, ElementsAre(testing::Pair("left foot", ElementsAre(1, 2))));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 cell of VTK's type 9 (quad) skipped"),
                                 HasSubstr("of 1 curved cell of VTK's type 21 only the corners")));
}

// Cell data of polygonal data counts vertices, lines, polygons, strips, whatever the file's order.
TEST(Vtk, ReadsPolygonalData) {
  Notes notes;
  const Mesh mesh = parse(vtk_format, R"(# vtk DataFile Version 2.0
by hand
ASCII
DATASET POLYDATA
POINTS 5 double
0 0 0 1 0 0 1 1 0 0 1 0 2 2 2
POLYGONS 3 13
3 0 1 2
4 0 1 2 3
3 2 3 4
LINES 1 3
2 0 4
VERTICES 1 2
1 4
CELL_DATA 5
SCALARS region short 1
LOOKUP_TABLE default
1 2 3 4 5
)",
                          &notes);
  EXPECT_THAT(mesh.lines.regions, ElementsAre(2));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2},
                                                Triangle{0, 2, 3}, Triangle{2, 3, 4}));
  EXPECT_THAT(mesh.triangles.regions, ElementsAre(3, 4, 4, 5));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 cell of VTK's type 2 (points)"),
                                 HasSubstr("1 polygon of more than three points split")));
}

template <class T>
void put_all(std::string& file, std::initializer_list<T> values) {
  for (T value : values) io::put(file, value, std::endian::big);
}

// Version 5.1 with its two lists of 64-bit numbers, as ParaView 5.9 and later writes it.
TEST(Vtk, ReadsBinaryOfVersion51) {
  std::string file =
      "# vtk DataFile Version 5.1\nvtk output\nBINARY\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 float\n";
  put_all<float>(file, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  file += "\nCELLS 3 7\nOFFSETS vtktypeint64\n";
  put_all<std::int64_t>(file, {0, 4, 7});
  file += "\nCONNECTIVITY vtktypeint64\n";
  put_all<std::int64_t>(file, {0, 1, 2, 3, 2, 1, 0});
  file += "\nCELL_TYPES 2\n";
  put_all<std::int32_t>(file, {10, 5});
  file += "\nPOINT_DATA 4\nFIELD FieldData 3\nname 1 2 string\n";
  file +=
      "\xc3"
      "abc"
      "\x80\x01"
      "d";
  file += "\nbits 1 4 bit\n\x0f\ngroup:x 1 4 vtkIdType\n";
  put_all<std::int32_t>(file, {0, 0, 1, 1});
  file += "\nCELL_DATA 2\n";
  Mesh expected = test::single_tetrahedron();
  expected.triangles.cells = {{2, 1, 0}};
  expected.groups = {{"x", {2, 3}}};
  EXPECT_EQ(parse(vtk_format, file), expected);
}

std::string replaced(std::string file, const std::string& from, const std::string& to) {
  return file.replace(file.find(from), from.size(), to);
}

TEST(Vtk, BadInputNamesFilePlaceAndCure) {
  const auto reading = [](std::string file) { return [file] { parse(vtk_format, file); }; };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  const auto changed = [&](const std::string& from, const std::string& to) {
    return reading(replaced(unstructured, from, to));
  };
  EXPECT_THAT(reading(""), message("memory.vtk:1: the first line is not '# vtk DataFile"));
  EXPECT_THAT(reading(std::string("\0\1\2\377", 4)), message("the first line is not"));
  EXPECT_THAT(reading("# vtk DataFile Version 3.0\n\n"), message("ends too early"));
  EXPECT_THAT(reading("# vtk DataFile Version 3.0\n\nHEX\n"), message("neither ASCII nor BINARY"));
  EXPECT_THAT(reading("# vtk DataFile Version 3.0\n\nASCII\nDATASET POLYDATA\n"),
              message("has no vertices"));
  EXPECT_THAT(changed("UNSTRUCTURED_GRID", "STRUCTURED_POINTS"),
              message("memory.vtk:4: a dataset of a type that is no mesh; save it as"));
  EXPECT_THAT(changed("POINTS 9 float", "POINTS 1000000000000 float"), message("too short"));
  EXPECT_THAT(changed("POINTS 9 float", "POINTS 60 float"), message("expected a number, found"));
  EXPECT_THAT(changed("POINTS 9 float", "POINTS 9 quaternion"), message("a data type that is not"));
  EXPECT_THAT(changed("0 0 1 1 1 1", "0 0 nan 1 1 1"), message("memory.vtk:16: a number is not"));
  EXPECT_THAT(changed("CELLS 9 50", "CELLS 9 49"), message("does not fit into the list of cells"));
  EXPECT_THAT(changed("CELLS 9 50", "CELLS 10 50"), message("cell 9 does not fit"));
  EXPECT_THAT(changed("CELLS 9 50", "CELLS 9 -50"), message("negative"));
  EXPECT_THAT(changed("2 0 1\n4 0", "2 0 9\n4 0"), message("cell 0 uses point 9, but there are 9"));
  EXPECT_THAT(changed("2 0 1\n4 0", "2 0 -1\n4 0"), message("cell 0 uses point -1"));
  EXPECT_THAT(changed("2 0 1\n4", "1 0\n5 0"), message("cell 0 of type 3 has 1 point"));
  EXPECT_THAT(changed("CELL_TYPES 9\n3", "CELL_TYPES 9\n-3"), message("cell 0 is of type -3"));
  EXPECT_THAT(changed("CELL_DATA 9", "CELL_DATA 8"), message("data for 8 items, but there are 9"));
  EXPECT_THAT(changed("10 20 30", "10 3000000000 30"), message("a region of number 3000000000"));
  EXPECT_THAT(changed("VECTORS", "DOINGS"), message("a keyword that is not known"));
  EXPECT_THAT(changed("TIME 1 1", "TIME 4000000000 4000000000"), message("too short for them"));
}

TEST(Vtk, ACutBinaryFileFailsWhereverItIsCut) {
  Mesh mesh = test::held_part(test::mixed_mesh(), vtk_format.holds);
  mesh.groups.clear();
  Notes notes;
  const std::string whole = io::write(vtk_format, mesh, ".vtk", {true, ""}, notes)[".vtk"];
  const std::size_t points_end = whole.find("\nCELLS");
  const std::size_t types_end = whole.find("\nCELL_DATA");
  for (std::size_t size = 0; size < types_end; ++size) {
    // A cut right behind all points leaves a mesh without cells.
    if (size == points_end || size == points_end + 1) continue;
    EXPECT_THROW(parse(vtk_format, whole.substr(0, size)), InputError) << size;
  }
}

}  // namespace
}  // namespace pliant

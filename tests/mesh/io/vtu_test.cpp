#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::vtu_format;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::ThrowsMessage;

TEST(Vtu, WhatIsWrittenReadsBackEqual) {
  Mesh mesh = test::held_part(test::mixed_mesh(), vtu_format.holds);
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {false, ""}), mesh);
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {true, ""}), mesh);
  mesh.lines.regions = {};
  mesh.triangles.regions = {0, 0, 0};
  mesh.groups = {{"", {1}}, {"nobody", {}}, {"left & right \"%20\" <ä>", {0, 8}}};
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {false, ""}), mesh);
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {true, ""}), mesh);
}

TEST(Vtu, VerticesAloneReadBackEqual) {
  Mesh mesh;
  mesh.vertices = {{1, 2, 3}};
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {false, ""}), mesh);
  EXPECT_EQ(test::round_trip(vtu_format, mesh, {true, ""}), mesh);
}

// Two pieces; only the second has regions, and each has a part of the group.
const std::string pieces = R"(<?xml version="1.0"?>
<!-- by hand -->
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
  <UnstructuredGrid>
    <Piece NumberOfPoints="3" NumberOfCells="2">
      <PointData Scalars="u">
        <DataArray type="Float64" Name="u" format="ascii">nan inf 3</DataArray>
        <DataArray type="Int32" Name="group:feet" format="ascii"> 0 1 0 </DataArray>
      </PointData>
      <Points>
        <DataArray type="Float32" NumberOfComponents="3" format="ascii">
          0 0 0  1 0 0
          0 1 0.5
        </DataArray>
      </Points>
      <Cells>
        <DataArray type="Int32" Name="connectivity" format="ascii">0 1 2 2 0</DataArray>
        <DataArray type="Int32" Name="offsets" format="ascii">3 5</DataArray>
        <DataArray type="UInt8" Name="types" format="ascii">5 3</DataArray>
      </Cells>
    </Piece>
    <Piece NumberOfPoints="4" NumberOfCells="2">
      <PointData>
        <DataArray type="Int32" Name="group:feet" format="ascii">1 0 0 0</DataArray>
      </PointData>
      <CellData>
        <DataArray type="Int64" Name="region" format="ascii">4 5</DataArray>
      </CellData>
      <Points>
        <DataArray type="Float64" NumberOfComponents="3" format="ascii">
          0 0 0 1 0 0 1 1 0 0 1 1
        </DataArray>
      </Points>
      <Cells>
        <DataArray type="Int32" Name="types" format="ascii">9 10</DataArray>
        <DataArray type="Int32" Name="offsets" format="ascii">4 8</DataArray>
        <DataArray type="Int32" Name="connectivity" format="ascii">0 1 2 3 3 2 1 0</DataArray>
      </Cells>
    </Piece>
  </UnstructuredGrid>
</VTKFile>
)";

TEST(Vtu, PiecesAreJoined) {
  Notes notes;
  const Mesh mesh = parse(vtu_format, pieces, &notes);
  EXPECT_EQ(mesh.vertices.size(), 7u);
  EXPECT_EQ(mesh.vertices[2], (Vec3d{0, 1, 0.5}));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}));
  EXPECT_THAT(mesh.lines.cells, ElementsAre(Line{2, 0}));
  EXPECT_THAT(mesh.lines.regions, IsEmpty());
  EXPECT_THAT(mesh.tetrahedra.cells, ElementsAre(Tetrahedron{6, 5, 4, 3}));
  EXPECT_THAT(mesh.tetrahedra.regions, ElementsAre(5));
  EXPECT_THAT(mesh.groups, ElementsAre(Pair("feet", ElementsAre(1, 3))));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 cell of VTK's type 9 (quad) skipped")));
}

// One tetrahedron whose four arrays are made by `array(type, name, which)`.
template <class Array>
std::string tetrahedron_file(const std::string& attributes, Array&& array,
                             const std::string& end = "") {
  return "<VTKFile type=\"UnstructuredGrid\" " + attributes +
         "><UnstructuredGrid>\n<Piece NumberOfPoints=\"4\" NumberOfCells=\"1\">\n<Points>" +
         array("points", 0) + "</Points>\n<Cells>" + array("connectivity", 1) +
         array("offsets", 2) + array("types", 3) + "</Cells>\n</Piece></UnstructuredGrid>" + end +
         "</VTKFile>\n";
}

// Packed by Python's zlib: the coordinates in blocks of 64 and 32 bytes, the others in one each.
const std::string packed[] = {
    "AgAAAEAAAAAgAAAAEgAAAA4AAAA=eJxjYMAHPtjjlQbKAwAqXgJfeJxjYMAHPtgDAAI/ATA=",
    "AQAAAACAAAAgAAAAEwAAAA==eJxjYIAARijNBKWZoTQAAHAABw==",
    "AQAAAACAAAAIAAAACwAAAA==eJxjYYAAAAAoAAU=", "AQAAAACAAAABAAAACQAAAA==eJzjAgAACwAL"};

std::string packed_file(const std::string (&data)[4]) {
  return tetrahedron_file("byte_order=\"LittleEndian\" compressor=\"vtkZLibDataCompressor\"",
                          [&](const std::string& name, std::size_t i) {
                            const std::string types[] = {"Float64", "Int64", "Int64", "UInt8"};
                            return "<DataArray type=\"" + types[i] + "\" Name=\"" + name +
                                   "\" format=\"binary\">\n        " + data[i] +
                                   "\n      </DataArray>";
                          });
}

TEST(Vtu, ReadsBase64PackedByZlib) {
  EXPECT_EQ(parse(vtu_format, packed_file(packed)), test::single_tetrahedron());
}

// Big endian with 64-bit headers, encoded by Python.
TEST(Vtu, ReadsBase64OfBigEndianNumbers) {
  const std::string data[] = {
      "AAAAAAAAADAAAAAAAAAAAAAAAAA/gAAAAAAAAAAAAAAAAAAAP4AAAAAAAAAAAAAAAAAAAD+AAAA=",
      "AAAAAAAAABAAAAAAAAAAAQAAAAIAAAAD", "AAAAAAAAAAQAAAAE", "AAAAAAAAAAEK"};
  const std::string attributes = "byte_order=\"BigEndian\" header_type=\"UInt64\"";
  const std::string types[] = {"Float32", "Int32", "Int32", "UInt8"};
  EXPECT_EQ(parse(vtu_format, tetrahedron_file(attributes,
                                               [&](const std::string& name, std::size_t i) {
                                                 return "<DataArray type=\"" + types[i] +
                                                        "\" Name=\"" + name +
                                                        "\" format=\"binary\">" + data[i] +
                                                        "</DataArray>";
                                               })),
            test::single_tetrahedron());
  // The same arrays one after the other at the end of the file.
  std::string appended;
  const std::string file =
      tetrahedron_file(attributes, [&](const std::string& name, std::size_t i) {
        const std::string offset = std::to_string(appended.size());
        appended += data[i];
        return "<DataArray type=\"" + types[i] + "\" Name=\"" + name +
               "\" format=\"appended\" offset=\"" + offset + "\"/>";
      });
  const std::string end =
      "<AppendedData encoding=\"base64\">\n   _" + appended + "\n</AppendedData>";
  std::string whole = file;
  whole.insert(whole.find("</VTKFile>"), end);
  EXPECT_EQ(parse(vtu_format, whole), test::single_tetrahedron());
}

std::string replaced(std::string file, const std::string& from, const std::string& to) {
  return file.replace(file.find(from), from.size(), to);
}

const auto reading = [](std::string file) { return [file] { parse(vtu_format, file); }; };
const auto message = [](const std::string& part) {
  return ThrowsMessage<InputError>(HasSubstr(part));
};

TEST(Vtu, BadInputNamesFileLineAndCure) {
  const auto changed = [&](const std::string& from, const std::string& to) {
    return reading(replaced(pieces, from, to));
  };
  EXPECT_THAT(reading(""), message("memory.vtu:1: not XML"));
  EXPECT_THAT(reading(std::string("\0\1\2\377", 4)), message("not XML"));
  EXPECT_THAT(reading("<a/>"), message("no <VTKFile>"));
  EXPECT_THAT(changed("</Points>", "</Point>"), message("memory.vtu:15: not XML"));
  EXPECT_THAT(changed("\"UnstructuredGrid\"", "\"PolyData\""),
              message("memory.vtu:3: the file does not hold an unstructured grid"));
  EXPECT_THAT(changed("LittleEndian", "MiddleEndian"), message("a byte order"));
  EXPECT_THAT(changed("version=\"0.1\"", "header_type=\"UInt8\""), message("a header type"));
  EXPECT_THAT(changed("version=\"0.1\"", "compressor=\"vtkLZ4DataCompressor\""),
              message("save it with zlib or without compression"));
  EXPECT_THAT(changed("NumberOfPoints=\"3\"", ""), message("memory.vtu:5: NumberOfPoints is not"));
  EXPECT_THAT(changed("NumberOfPoints=\"3\"", "NumberOfPoints=\"-3\""), message("is not a number"));
  EXPECT_THAT(changed("NumberOfPoints=\"3\"", "NumberOfPoints=\"999999999999\""),
              message("too many"));
  EXPECT_THAT(changed("NumberOfPoints=\"3\"", "NumberOfPoints=\"4000000000\""),
              message("the file is too short for them"));
  EXPECT_THAT(changed("NumberOfPoints=\"3\"", "NumberOfPoints=\"2\""), message("more than 6"));
  EXPECT_THAT(changed("NumberOfCells=\"2\"", "NumberOfCells=\"3\""),
              message("memory.vtu:18: 3 numbers are announced, but the file is too short"));
  EXPECT_THAT(changed("0 1 0.5", "0 1 inf"), message("memory.vtu:13: a number is not finite"));
  EXPECT_THAT(changed("0 1 2 2 0", "0 1 2 2 3"), message("uses point 3, but the piece has 3"));
  EXPECT_THAT(changed("0 1 2 2 0", "0 1 2 2 -1"), message("uses point -1"));
  EXPECT_THAT(changed(">3 5<", ">6 5<"), message("the offsets do not grow"));
  EXPECT_THAT(changed(">3 5<", ">3 -5<"), message("a negative offset"));
  EXPECT_THAT(changed(">3 5<", ">3 9000000000000000000<"), message("too short"));
  EXPECT_THAT(changed(">5 3<", ">5 300<"), message("cell 1 is of type 300"));
  EXPECT_THAT(changed("Name=\"offsets\"", "Name=\"offset\""), message("no array 'offsets'"));
  EXPECT_THAT(changed("type=\"Int32\" Name=\"offsets\"", "type=\"Float32\" Name=\"offsets\""),
              message("memory.vtu:18: fractions where whole numbers are needed"));
  EXPECT_THAT(changed("format=\"ascii\">3 5<", "format=\"octal\">3 5<"),
              message("it is ascii, binary or appended"));
  EXPECT_THAT(changed("format=\"ascii\">3 5<", "format=\"appended\" offset=\"7\">3 5<"),
              message("the array lies at 7 of 0 appended bytes"));
  EXPECT_THAT(changed("format=\"ascii\">3 5<", "format=\"binary\">AAAAAAA<"),
              message("base64 text ends inside a group of four"));
  EXPECT_THAT(changed("format=\"ascii\">3 5<", "format=\"binary\">AAAA!AAA<"),
              message("a character that is not base64"));
  EXPECT_THAT(changed("</VTKFile>", "<AppendedData encoding=\"raw\">"),
              message("the appended data does not begin with '_'"));
  EXPECT_THAT(reading(std::string(200000, '<')), message("not XML"));
  std::string deep = "<VTKFile type=\"UnstructuredGrid\">";
  for (int i = 0; i < 100000; ++i) deep += "<a>";
  EXPECT_THAT(reading(deep), message("not XML"));
}

TEST(Vtu, PackedArraysThatLieAreNotUnpacked) {
  const auto with = [](std::size_t which, const std::string& data) {
    std::string changed[4];
    std::copy_n(packed, 4, changed);
    changed[which] = data;
    return reading(packed_file(changed));
  };
  // 2^31 blocks; a block larger than the array; a size that is not the one needed; junk.
  EXPECT_THAT(with(0, "AAAAgEAAAAAgAAAAEgAAAA4AAAA="), message("2147483648 blocks of 64 bytes"));
  EXPECT_THAT(with(3, "AQAAAAAAAIAAAAAACQAAAA==eJzjAgAACwAL"),
              message("a block of 9 bytes cannot hold 2147483648"));
  EXPECT_THAT(with(0, packed[1]), message("bytes, where 96"));
  EXPECT_THAT(with(2, "AQAAAAgAAAAAAAAACwAAAA==AAAAAAAAAAAAAAA="), message("cannot unpack"));
}

TEST(Vtu, ManyArraysOnTheSameBytesAreAnError) {
  std::string file =
      "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\"><UnstructuredGrid>\n";
  for (int i = 0; i < 200; ++i)
    file +=
        "<Piece NumberOfPoints=\"1000\" NumberOfCells=\"0\"><Points><DataArray type=\"Float64\" "
        "format=\"appended\" offset=\"0\"/></Points></Piece>\n";
  file += "</UnstructuredGrid><AppendedData encoding=\"raw\">_";
  io::put(file, std::uint32_t{24000});
  file += std::string(24000, '\0');
  EXPECT_THAT(reading(file), message("too many arrays share the same bytes"));
}

TEST(Vtu, ACutBinaryFileFailsWhereverItIsCut) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), vtu_format.holds);
  Notes notes;
  const std::string whole = io::write(vtu_format, mesh, ".vtu", {true, ""}, notes)[".vtu"];
  const std::size_t data_end = whole.find("\n</AppendedData>");
  for (std::size_t size = 0; size < data_end; ++size)
    EXPECT_THROW(parse(vtu_format, whole.substr(0, size)), InputError) << size;
}

}  // namespace
}  // namespace pliant

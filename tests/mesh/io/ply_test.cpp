#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::ply_format;
using io::put;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Ply, WhatIsWrittenReadsBackEqual) {
  const Mesh mesh = test::held_part(test::mixed_mesh(), ply_format.holds);
  EXPECT_EQ(test::round_trip(ply_format, mesh), mesh);
  EXPECT_EQ(test::round_trip(ply_format, mesh, {.binary = true, .version = {}}), mesh);
}

TEST(Ply, ReadsWhatScannersWrite) {
  Notes notes;
  const Mesh mesh = parse(ply_format,
                          "ply\r\ncomment VCGLIB generated\r\nformat ascii 1.0\r\n"
                          "obj_info num_cols 512\r\nelement vertex 5\r\n"
                          "property uchar red\r\nproperty float z\r\nproperty float x\r\n"
                          "property float y\r\nproperty list uchar float extra\r\n"
                          "element camera 1\r\nproperty float view\r\nproperty list int int odd\r\n"
                          "element face 4\r\nproperty list uchar int vertex_index\r\n"
                          "property float quality\r\nend_header\r\n"
                          "255 0 1.5 0 2 nan nan\r\n255 0 1 0 0\r\n255 0 0 1 0\r\n"
                          "255 1 0 0 0\r\n0 1 1 1 1 7\r\n"
                          "0.25 3 1 2 3\r\n"
                          "3 0 1 2 0.5\r\n4 0 1 2 3 0.5\r\n2 0 1 0.5\r\n5 4 3 2 1 0 0.5",
                          &notes);
  EXPECT_EQ(mesh.vertices[0], (Vec3d{1.5, 0, 0}));
  EXPECT_EQ(mesh.vertices[3], (Vec3d{0, 0, 1}));
  EXPECT_THAT(mesh.triangles.cells,
              ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2}, Triangle{0, 2, 3},
                          Triangle{4, 3, 2}, Triangle{4, 2, 1}, Triangle{4, 1, 0}));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("1 of the element camera"), HasSubstr("2 polygons"),
                                 HasSubstr("1 face with fewer")));
}

// The same little mesh in either byte order, with an element and properties to pass over.
std::string binary_file(std::endian order) {
  std::string out = std::string("ply\nformat ") +
                    (order == std::endian::big ? "binary_big_endian" : "binary_little_endian") +
                    " 1.0\nelement vertex 4\nproperty double x\nproperty int16 y\n"
                    "property float z\nproperty uint8 alpha\n"
                    "element odd 2\nproperty list ushort double values\n"
                    "element face 2\nproperty char flags\nproperty list uint ushort "
                    "vertex_indices\n"
                    "element edge 1\nproperty uint vertex1\nproperty char vertex2\nend_header\n";
  for (int i = 0; i < 4; ++i) {
    put(out, i / 3.0, order);
    put(out, static_cast<std::int16_t>(-i), order);
    put(out, 0.5f * static_cast<float>(i), order);
    put(out, std::uint8_t{255}, order);
  }
  for (std::uint16_t size : {2, 0}) {
    put(out, size, order);
    for (int i = 0; i < size; ++i) put(out, 1e300, order);
  }
  const std::vector<std::vector<std::uint16_t>> faces{{0, 1, 2}, {3, 2, 1, 0}};
  for (const auto& face : faces) {
    put(out, std::int8_t{-1}, order);
    put(out, static_cast<std::uint32_t>(face.size()), order);
    for (const std::uint16_t v : face) put(out, v, order);
  }
  put(out, std::uint32_t{2}, order);
  put(out, std::int8_t{3}, order);
  return out;
}

TEST(Ply, ReadsEveryTypeInEitherByteOrder) {
  const Mesh mesh = parse(ply_format, binary_file(std::endian::little));
  EXPECT_THAT(mesh.vertices, ElementsAre(Vec3d{0, 0, 0}, Vec3d{1 / 3.0, -1, 0.5},
                                         Vec3d{2 / 3.0, -2, 1}, Vec3d{1, -3, 1.5}));
  EXPECT_THAT(mesh.triangles.cells,
              ElementsAre(Triangle{0, 1, 2}, Triangle{3, 2, 1}, Triangle{3, 1, 0}));
  EXPECT_THAT(mesh.lines.cells, ElementsAre(Line{2, 3}));
  EXPECT_EQ(parse(ply_format, binary_file(std::endian::big)), mesh);
}

TEST(Ply, StripsKeepTheirSideAndRestart) {
  const Mesh mesh = parse(ply_format,
                          "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\n"
                          "property float y\nproperty float z\nelement tristrips 1\n"
                          "property list int int vertex_indices\nend_header\n"
                          "0 0 0\n0 1 0\n1 0 0\n1 1 0\n2 0 0\n2 1 0\n"
                          "12 0 2 1 3 3 4 5 -1 2 4 3 5\n");
  // All but the degenerate ones; z is the outside, so every signed area is positive.
  EXPECT_EQ(mesh.triangles.size(), 5u);
  for (const Triangle& t : mesh.triangles.cells) {
    const Vec3d& a = mesh.vertices[t[0]];
    EXPECT_GT(cross(mesh.vertices[t[1]] - a, mesh.vertices[t[2]] - a).z, 0);
  }
}

std::string with_header(const std::string& after_format, const std::string& body) {
  return "ply\nformat ascii 1.0\n" + after_format + "end_header\n" + body;
}

TEST(Ply, BadInputNamesFilePlaceAndCure) {
  const auto reading = [](std::string text) { return [text] { parse(ply_format, text); }; };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  const std::string xyz = "property float x\nproperty float y\nproperty float z\n";
  const std::string one = "element vertex 1\n" + xyz;
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\n";
  EXPECT_THAT(reading(""), message("memory.ply:1: the file ends too early"));
  EXPECT_THAT(reading("solid"), message("expected 'ply'"));
  EXPECT_THAT(reading("ply\nend_header\n"), message("no line 'format'"));
  EXPECT_THAT(reading("ply\nformat utf8 1.0\n"), message("memory.ply:2: the format is neither"));
  EXPECT_THAT(reading("ply\nproperty int x\n"), message("before any element"));
  EXPECT_THAT(reading(with_header("element vertex 1\nproperty int x\n", "0\n")),
              message("has no number y"));
  EXPECT_THAT(reading(with_header("element vertex 1\nproperty quad x\n", "")),
              message("unknown type"));
  EXPECT_THAT(reading(with_header("element vertex 1000000000\n" + xyz, "0 0 0\n")),
              message("too short for them"));
  EXPECT_THAT(reading(with_header("element nothing 1000000000000\n", "")), message("no vertices"));
  EXPECT_THAT(reading(with_header("element vertex 9999999999\n" + xyz, "")), message("at most"));
  EXPECT_THAT(reading(with_header("element vertex -1\n" + xyz, "")), message("negative"));
  EXPECT_THAT(reading(with_header(one + one, "")), message("vertex stands twice"));
  EXPECT_THAT(reading(with_header(one, "0 inf 0\n")), message("not finite"));
  EXPECT_THAT(reading(with_header(one + face, "0 0 0\n3 0 0 1\n")),
              message("memory.ply:11: vertex 1 does not exist; the file has 1 vertices"));
  EXPECT_THAT(reading(with_header(one + face, "0 0 0\n4000000000 0 0 0\n")),
              message("4000000000 items, but is too short"));
  EXPECT_THAT(reading(with_header(one + "element face 1\nproperty list uchar float vertex_index\n",
                                  "0 0 0\n3 0 0 0\n")),
              message("must be whole numbers"));
  EXPECT_THAT(reading(with_header(one + "element face 1\nproperty list float int vertex_index\n",
                                  "0 0 0\n3 0 0 0\n")),
              message("must be of whole numbers"));
  const std::string whole = binary_file(std::endian::big);
  EXPECT_THAT(reading(whole.substr(0, whole.size() - 1)), message("at byte"));
}

}  // namespace
}  // namespace pliant

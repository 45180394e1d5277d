#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>

#include <nlohmann/json.hpp>

#include "mesh/io/bytes.h"
#include "mesh/io/formats.h"
#include "mesh/io/gltf_parts.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using io::gltf_format;
using nlohmann::json;
using test::parse;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// Buffers: three positions at byte 8 after the three 16-bit indices 0 1 2.
constexpr const char* triangle_buffer =
    "data:application/octet-stream;base64,"
    "AAABAAIAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAAAAAACAPwAAAAA=";

json triangle_scene() {
  json scene = json::parse(R"({
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
    "buffers": [{"byteLength": 44}],
    "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 6, "target": 34963},
                    {"buffer": 0, "byteOffset": 8, "byteLength": 36, "target": 34962}],
    "accessors": [{"bufferView": 0, "componentType": 5123, "count": 3, "type": "SCALAR"},
                  {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC3"}]
  })");
  scene["buffers"][0]["uri"] = triangle_buffer;
  return scene;
}

std::string data_uri(const std::string& bytes) {
  return "data:;base64," + io::gltf::encode_base64(bytes);
}

// A scene of one primitive of six vertices with the x coordinates 0 to 5, without indices.
json scene_of_mode(int mode) {
  std::string bytes;
  for (float x : {0.f, 1.f, 2.f, 3.f, 4.f, 5.f})
    for (float y : {x, 0.f, 0.f}) io::put(bytes, y);
  json scene = json::parse(R"({
    "asset": {"version": "2.0"},
    "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
    "buffers": [{"byteLength": 72}],
    "bufferViews": [{"buffer": 0, "byteLength": 72}],
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 6, "type": "VEC3"}]
  })");
  scene["meshes"][0]["primitives"][0]["mode"] = mode;
  scene["buffers"][0]["uri"] = data_uri(bytes);
  return scene;
}

Mesh parse_scene(const json& scene, Notes* notes = nullptr) {
  return parse(gltf_format, scene.dump(), notes);
}

Mesh float_mesh() {
  Mesh mesh;
  mesh.vertices = {{9, 9, 9}, {0, 0, 0}, {0.1f, 0, 0}, {0, 3e38f, 0}, {0, 0, 1e-40f}};
  mesh.triangles.cells = {{1, 3, 2}, {1, 2, 4}, {2, 3, 4}, {1, 4, 3}};
  mesh.lines.cells = {{4, 1}};
  return mesh;
}

Mesh round_trip(const Mesh& mesh, const std::string& extension) {
  Notes notes;
  io::MemoryFiles files("memory", extension, io::write(gltf_format, mesh, extension, {}, notes));
  return io::read(gltf_format, files, notes);
}

TEST(Gltf, FloatsReadBackEqual) {
  EXPECT_EQ(round_trip(float_mesh(), ".glb"), float_mesh());
  EXPECT_EQ(round_trip(float_mesh(), ".gltf"), float_mesh());
  Mesh points;
  points.vertices = {{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(round_trip(points, ".glb"), points);
}

TEST(Gltf, DoublesAreRoundedAndTooLargeOnesRefused) {
  Mesh mesh = float_mesh();
  mesh.vertices[2].x = 0.1;
  EXPECT_EQ(round_trip(mesh, ".glb").vertices[2].x, static_cast<double>(0.1f));
  mesh.vertices[2].x = 1e300;
  EXPECT_THAT([&] { round_trip(mesh, ".glb"); },
              ThrowsMessage<InputError>(HasSubstr("1e+300 is too large for glTF")));
}

// What the specification asks of a file, checked without our reader.
TEST(Gltf, WrittenFilesKeepTheRulesOfTheSpecification) {
  Notes notes;
  const std::string glb = io::write(gltf_format, float_mesh(), ".glb", {}, notes).at(".glb");
  io::Bytes in("", glb);
  EXPECT_EQ(in.raw(4, "magic"), "glTF");
  EXPECT_EQ(in.get<std::uint32_t>(), 2u);
  EXPECT_EQ(in.get<std::uint32_t>(), glb.size());
  const auto json_size = in.get<std::uint32_t>();
  EXPECT_EQ(json_size % 4, 0u);
  EXPECT_EQ(in.raw(4, "type"), "JSON");
  const json scene = json::parse(in.raw(json_size, "JSON"));
  const auto binary_size = in.get<std::uint32_t>();
  EXPECT_EQ(binary_size % 4, 0u);
  EXPECT_EQ(in.raw(4, "type"), std::string_view("BIN\0", 4));
  EXPECT_EQ(in.remaining(), binary_size);
  EXPECT_EQ(scene["asset"]["version"], "2.0");
  EXPECT_EQ(scene["buffers"][0]["byteLength"], binary_size);
  for (const json& view : scene["bufferViews"]) {
    EXPECT_EQ(view["byteOffset"].get<std::size_t>() % 4, 0u);
    EXPECT_LE(view["byteOffset"].get<std::size_t>() + view["byteLength"].get<std::size_t>(),
              binary_size);
  }
  EXPECT_EQ(scene["bufferViews"][0]["target"], 34962);
  EXPECT_EQ(scene["bufferViews"][1]["target"], 34963);
  const json& positions = scene["accessors"][0];
  EXPECT_EQ(positions["min"].get<std::vector<float>>(), (std::vector{0.f, 0.f, 0.f}));
  EXPECT_EQ(positions["max"].get<std::vector<float>>(), (std::vector{9.f, 3e38f, 9.f}));
  EXPECT_EQ(scene["accessors"][1]["count"], 12);
  EXPECT_EQ(scene["meshes"][0]["primitives"][0]["mode"], 4);
  EXPECT_EQ(scene["meshes"][0]["primitives"][1]["mode"], 1);
}

TEST(Gltf, ReadsATriangleFromAnEmbeddedBuffer) {
  const Mesh mesh = parse_scene(triangle_scene());
  EXPECT_THAT(mesh.vertices, ElementsAre(Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0, 1, 0}));
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Gltf, ReadsTheBufferBesideTheFile) {
  json scene = triangle_scene();
  const std::string uri = triangle_buffer;
  const std::string bytes = *io::gltf::decode_base64(uri.substr(uri.find(',') + 1));
  scene["buffers"][0]["uri"] = "./%6demory.bin";
  const Mesh mesh = parse(gltf_format, {{".glb", scene.dump()}, {".bin", bytes}});
  EXPECT_EQ(mesh, parse_scene(triangle_scene()));
  EXPECT_THAT([&] { parse_scene(scene); }, ThrowsMessage<InputError>(HasSubstr("memory.bin")));
  scene["buffers"][0]["uri"] = "../other.bin";
  EXPECT_THAT(
      [&] { parse_scene(scene); },
      ThrowsMessage<InputError>(HasSubstr("'../other.bin'; embed the buffer (export as .glb)")));
}

TEST(Gltf, NodesPlaceMeshesAndMirrorsTurnThemRound) {
  json scene = triangle_scene();
  // The first child turns a quarter about z; the last node is in no scene.
  scene["nodes"] = json::parse(R"([
    {"children": [1, 2], "translation": [10, 0, 0]},
    {"mesh": 0, "rotation": [0, 0, 1, 1], "scale": [2, 3, 1], "translation": [0, 0, 5]},
    {"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 7, 8, 9, 1]},
    {"mesh": 0}])");
  const Mesh mesh = parse_scene(scene);
  const std::vector<Vec3d> expected{{10, 0, 5}, {10, 2, 5}, {7, 0, 5},
                                    {17, 8, 9}, {18, 8, 9}, {17, 9, 9}};
  ASSERT_EQ(mesh.vertices.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_LT(length(mesh.vertices[i] - expected[i]), 1e-14) << i;
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 5, 4}));
}

TEST(Gltf, WithoutASceneTheRootsAreTaken) {
  json scene = triangle_scene();
  scene.erase("scene");
  scene.erase("scenes");
  scene["nodes"] = json::parse(R"([{"mesh": 0, "translation": [1, 0, 0]},
                                   {"children": [0], "translation": [1, 0, 0]}])");
  EXPECT_EQ(parse_scene(scene).vertices[0], (Vec3d{2, 0, 0}));
  scene.erase("nodes");
  EXPECT_EQ(parse_scene(scene).vertices[0], (Vec3d{0, 0, 0}));
}

TEST(Gltf, EveryModeOfPrimitives) {
  EXPECT_TRUE(parse_scene(scene_of_mode(0)).lines.empty());
  EXPECT_THAT(parse_scene(scene_of_mode(1)).lines.cells,
              ElementsAre(Line{0, 1}, Line{2, 3}, Line{4, 5}));
  EXPECT_THAT(parse_scene(scene_of_mode(2)).lines.cells,
              ElementsAre(Line{0, 1}, Line{1, 2}, Line{2, 3}, Line{3, 4}, Line{4, 5}, Line{5, 0}));
  EXPECT_EQ(parse_scene(scene_of_mode(3)).lines.size(), 5u);
  EXPECT_THAT(parse_scene(scene_of_mode(4)).triangles.cells,
              ElementsAre(Triangle{0, 1, 2}, Triangle{3, 4, 5}));
  EXPECT_THAT(
      parse_scene(scene_of_mode(5)).triangles.cells,
      ElementsAre(Triangle{0, 1, 2}, Triangle{1, 3, 2}, Triangle{2, 3, 4}, Triangle{3, 5, 4}));
  EXPECT_THAT(
      parse_scene(scene_of_mode(6)).triangles.cells,
      ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 4}, Triangle{0, 4, 5}));
}

TEST(Gltf, SeamsAreWeldedAndNoted) {
  Mesh torn;
  torn.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}};
  torn.triangles.cells = {{0, 1, 2}, {3, 4, 5}};
  Notes notes;
  const Mesh mesh =
      parse(gltf_format, io::write(gltf_format, torn, ".glb", {}, notes).at(".glb"), &notes);
  EXPECT_EQ(mesh.vertices.size(), 4u);
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 1, 2}, Triangle{2, 1, 3}));
  EXPECT_THAT(notes, ElementsAre(HasSubstr("2 vertices joined")));
}

TEST(Gltf, SparseAndQuantizedPositions) {
  json scene = triangle_scene();
  std::string bytes;
  for (int k : {0, 127, -128}) io::put(bytes, static_cast<std::int8_t>(k));
  bytes += std::string(1, '\0') + std::string(1, '\2');  // padding; vertex 2 is replaced
  scene["buffers"].push_back(json::parse(R"({"byteLength": 5})"));
  scene["buffers"][1]["uri"] = data_uri(bytes);
  scene["bufferViews"].push_back(json::parse(R"({"buffer": 1, "byteLength": 5})"));
  scene["accessors"][1] = json::parse(R"({
    "componentType": 5120, "normalized": true, "count": 3, "type": "VEC3",
    "sparse": {"count": 1,
               "indices": {"bufferView": 2, "byteOffset": 4, "componentType": 5121},
               "values": {"bufferView": 2}}})");
  const Mesh mesh = parse_scene(scene);
  EXPECT_THAT(mesh.vertices, ElementsAre(Vec3d{0, 0, 0}, Vec3d{0, 1, -1}));  // 0 and 1 welded
  EXPECT_THAT(mesh.triangles.cells, ElementsAre(Triangle{0, 0, 1}));
}

// Changes one value of the scene of a triangle and expects a message.
void expect_error(const char* pointer, const std::string& value, const std::string& part) {
  json scene = triangle_scene();
  scene[json::json_pointer(pointer)] = json::parse(value);
  EXPECT_THAT([&] { parse_scene(scene); }, ThrowsMessage<InputError>(HasSubstr(part)))
      << pointer << " = " << value;
}

TEST(Gltf, BadScenesSayWhatIsWrong) {
  expect_error("/asset/version", "\"1.0\"", "not glTF 2");
  for (const std::string name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"})
    expect_error("/extensionsRequired", "[\"" + name + "\"]", name);
  expect_error("/scene", "3", "no number 3 in 'scenes', which has 1");
  expect_error("/nodes/0/children", "[0]", "its own ancestor");
  expect_error("/scenes/0/nodes", "[0, 0]", "two parents");
  expect_error("/nodes/0/mesh", "-1", "'mesh' is not a whole number");
  expect_error("/nodes/0/mesh", "0.5", "'mesh' is not a whole number");
  expect_error("/nodes/0/rotation", "[0, 0, 0, 0]", "rotation of a node is zero");
  expect_error("/nodes/0/scale", "[1, 1]", "does not have 3 numbers");
  expect_error("/nodes/0/scale", "[1, true, 1]", "not made of numbers");
  expect_error("/nodes/0/matrix", "[1, 2]", "does not have 16 numbers");
  expect_error("/nodes/0/matrix", "[1,0,0,0, 0,1,0,0, 0,0,1,1, 0,0,0,1]", "last row");
  expect_error("/nodes/0", "[]", "not an object");
  expect_error("/nodes", "{}", "not a list");
  expect_error("/buffers/0/byteLength", "45", "has 44 bytes instead of 45");
  expect_error("/buffers/0/uri", "\"data:;base64,A*==\"", "not valid base64");
  expect_error("/buffers/0/uri", "7", "has no data");
  expect_error("/bufferViews/1/byteOffset", "45", "an offset of 45 leaves its buffer");
  expect_error("/bufferViews/1/byteStride", "0", "a stride of 0");
  expect_error("/accessors/1/count", "1000000000000", "do not fit");
  expect_error("/accessors/1/count", "18446744073709551615", "do not fit");
  expect_error("/accessors/1/count", "2", "vertex 2 does not exist; the primitive has 2");
  expect_error("/accessors/1/type", "\"VEC2\"", "not vectors of 3");
  expect_error("/accessors/0/componentType", "5126", "not unsigned whole numbers");
  expect_error("/meshes/0/primitives/0/mode", "7", "mode 7");
}

TEST(Gltf, BrokenFilesSayWhatIsWrong) {
  const auto reading = [](std::string text) { return [text] { parse(gltf_format, text); }; };
  const auto message = [](const std::string& part) {
    return ThrowsMessage<InputError>(HasSubstr(part));
  };
  EXPECT_THAT(reading(""), message("broken JSON"));
  EXPECT_THAT(reading("{\n\"asset\": {\n"), message("memory.glb:3: broken JSON"));
  EXPECT_THAT(reading("[]"), message("not an object"));
  EXPECT_THAT(reading(std::string(1000000, '[')), message("nested more than 64 deep"));
  EXPECT_THAT(reading("{\"asset\":{\"version\":\"2.0\"},\"scene\":1e999}"), message("glTF"));
  EXPECT_THAT(reading("{\"asset\":{\"version\":\"2.0\"}}"), message("no vertices"));
  Notes notes;
  const std::string glb = io::write(gltf_format, float_mesh(), ".glb", {}, notes).at(".glb");
  for (std::size_t size = 0; size < glb.size(); ++size)
    EXPECT_THROW(parse(gltf_format, glb.substr(0, size)), InputError) << size;
}

// 2000 nodes that each show the same 65536 vertices.
TEST(Gltf, ManyCopiesAreRefusedInsteadOfEatingMemory) {
  json scene = scene_of_mode(1);
  const std::string bytes(12 << 16, '\0');
  scene["buffers"][0]["uri"] = data_uri(bytes);
  scene["buffers"][0]["byteLength"] = bytes.size();
  scene["bufferViews"][0]["byteLength"] = bytes.size();
  scene["accessors"][0]["count"] = 1 << 16;
  scene["nodes"] = json::array();
  scene["scenes"][0]["nodes"] = json::array();
  for (int i = 0; i < 2000; ++i) {
    scene["nodes"].push_back(json::parse(R"({"mesh": 0})"));
    scene["scenes"][0]["nodes"].push_back(i);
  }
  EXPECT_THAT([&] { parse_scene(scene); },
              ThrowsMessage<InputError>(HasSubstr("repeats its meshes too often")));
}

TEST(Gltf, Base64GoesBothWays) {
  // The test vectors of RFC 4648.
  const std::pair<std::string, std::string> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) {
    EXPECT_EQ(io::gltf::encode_base64(plain), coded);
    EXPECT_EQ(io::gltf::decode_base64(coded), plain);
  }
  EXPECT_FALSE(io::gltf::decode_base64("Z"));
  EXPECT_FALSE(io::gltf::decode_base64("Zm9v!g=="));
}

}  // namespace
}  // namespace pliant

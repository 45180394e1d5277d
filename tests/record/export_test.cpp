#include "record/export/export.h"

#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <zlib.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "mesh/io/gltf_parts.h"
#include "record/export/surface.h"
#include "support/recordings.h"

namespace pliant {
namespace {

using nlohmann::json;
using record::export_recording;
using testing::ElementsAre;
using testing::HasSubstr;

class Exports : public test::FolderTest {
 protected:
  static constexpr std::int64_t count = 7;

  void SetUp() override {
    FolderTest::SetUp();
    Recorder recorder(source(), {}, bodies);
    for (std::int64_t i = 0; i < count; ++i) recorder.add(test::made_frame(bodies, i));
    recorder.finish();
  }
  std::filesystem::path source() const { return folder() / "run"; }
  std::filesystem::path target(const std::string& name) const { return folder() / name; }
  std::size_t exported(const std::string& name, std::int64_t every = 1) const {
    return export_recording(Recording(source()), target(name), {.every = every});
  }
  Vec3d place(std::int64_t frame, std::size_t body, std::size_t vertex) const {
    return Recording(source()).read(frame).bodies[body].positions[vertex];
  }
  std::string problem(const std::string& name) const {
    try {
      exported(name);
    } catch (const InputError& error) {
      EXPECT_NE(error.cure(), "");
      return error.what();
    }
    return "none";
  }

  const std::vector<RecordedBody> bodies = test::two_bodies();
};

TEST_F(Exports, ToVtuHaveEveryBodyFrameAndField) {
  EXPECT_EQ(exported("film.pvd", 3), 3u);
  pugi::xml_document series;
  ASSERT_TRUE(series.load_file(target("film.pvd").c_str()));
  std::vector<double> times;
  for (const auto& found : series.select_nodes("//DataSet")) {
    const pugi::xml_node set = found.node();
    const auto body = set.attribute("part").as_uint();
    times.push_back(set.attribute("timestep").as_double());
    const Mesh mesh = read_mesh(folder() / set.attribute("file").value());
    EXPECT_EQ(mesh.tetrahedra, bodies[body].mesh.tetrahedra);
    EXPECT_EQ(mesh.groups, bodies[body].mesh.groups);
    const auto frame = static_cast<std::int64_t>(times.back() / 0.125);
    EXPECT_EQ(mesh.vertices, Recording(source()).read(frame).bodies[body].positions);
  }
  EXPECT_THAT(times, ElementsAre(0, 0, 0.375, 0.375, 0.75, 0.75));
  const std::string text = test::bytes_of(target("film") / "film_00000.vtu");
  for (const char* part : {"Name=\"velocities\" NumberOfComponents=\"3\"",
                           "Name=\"stress\" NumberOfComponents=\"6\"", "Name=\"warmth\" format"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST_F(Exports, ToSurfacesAreOneFileForEachFrame) {
  for (const std::string extension : {".obj", ".ply"}) {
    EXPECT_EQ(exported("fall" + extension), std::size_t(count));
    const Mesh last = read_mesh(target("fall_00006" + extension));
    EXPECT_EQ(last.triangles.size(), 6u + 4u);
    ASSERT_EQ(last.vertices.size(), 5u + 4u);
    const Vec3d first = last.vertices[last.triangles.cells[0][0]];
    const record::Surface surface = record::surface_of(bodies[0], record::SkinShown::own);
    EXPECT_LT(length(first - place(6, 0, surface.vertices[surface.shape.triangles[0][0]])), 1e-6);
  }
}

// What a validator of glTF checks of accessors, buffers and animations.
struct Glb {
  json scene;
  std::string binary;

  explicit Glb(const std::string& bytes) {
    const auto parts = io::gltf::open("film.glb", bytes);
    scene = json::parse(parts.json);
    binary = *parts.binary;
  }
  template <class T>
  std::vector<T> numbers(std::size_t accessor, std::size_t components) const {
    const json& a = scene["accessors"].at(accessor);
    const json& view = scene["bufferViews"].at(a["bufferView"].get<std::size_t>());
    const std::size_t begin = view["byteOffset"], length = view["byteLength"];
    std::vector<T> values(a["count"].get<std::size_t>() * components);
    EXPECT_EQ(a["componentType"], (std::is_same_v<T, float> ? 5126 : 5125));
    EXPECT_EQ(begin % 4, 0u);
    EXPECT_LE(begin + length, binary.size());
    EXPECT_EQ(values.size() * sizeof(T), length);
    std::memcpy(values.data(), binary.data() + begin, length);
    return values;
  }
  std::vector<float> points(std::size_t accessor) const {
    const json& a = scene["accessors"].at(accessor);
    EXPECT_EQ(a["type"], "VEC3");
    const std::vector<float> values = numbers<float>(accessor, 3);
    for (std::size_t k = 0; k < 3; ++k) {
      float low = values[k], high = values[k];
      for (std::size_t i = k; i < values.size(); i += 3) {
        low = std::min(low, values[i]);
        high = std::max(high, values[i]);
      }
      EXPECT_EQ(a["min"].at(k).get<float>(), low);
      EXPECT_EQ(a["max"].at(k).get<float>(), high);
    }
    return values;
  }
};

TEST_F(Exports, ToGlbMoveEachBodyByMorphTargets) {
  EXPECT_EQ(exported("film.glb", 2), 4u);
  const Glb glb(test::bytes_of(target("film.glb")));
  EXPECT_EQ(glb.scene["asset"]["version"], "2.0");
  EXPECT_EQ(glb.scene["buffers"][0]["byteLength"], glb.binary.size());
  ASSERT_EQ(glb.scene["nodes"].size(), 2u);
  ASSERT_EQ(glb.scene["animations"].size(), 1u);
  const json& animation = glb.scene["animations"][0];
  const json& sampler = animation["samplers"][0];
  const std::vector<float> times = glb.numbers<float>(sampler["input"], 1);
  EXPECT_THAT(times, ElementsAre(0, 0.25f, 0.5f, 0.75f));
  EXPECT_EQ(glb.scene["accessors"][sampler["input"].get<std::size_t>()]["max"][0], 0.75);
  const std::vector<float> weights = glb.numbers<float>(sampler["output"], 1);
  ASSERT_EQ(animation["channels"].size(), 2u);

  for (std::size_t b = 0; b < 2; ++b) {
    const json& mesh = glb.scene["meshes"].at(b);
    EXPECT_EQ(mesh["name"], bodies[b].name);
    EXPECT_EQ(animation["channels"][b]["target"]["node"], b);
    const json& primitive = mesh["primitives"].at(0);
    const std::size_t targets = primitive["targets"].size();
    ASSERT_EQ(targets, times.size() - 1);
    EXPECT_EQ(mesh["weights"].size(), targets);
    ASSERT_EQ(weights.size(), targets * times.size());
    const auto indices = glb.numbers<std::uint32_t>(primitive["indices"], 1);
    const auto start = glb.points(primitive["attributes"]["POSITION"]);
    for (const std::uint32_t v : indices) EXPECT_LT(v, start.size() / 3);

    // Start and weighted targets give the frame.
    const record::Surface surface = record::surface_of(bodies[b], record::SkinShown::own);
    EXPECT_EQ(indices.size(), 3 * surface.shape.triangles.size());
    for (std::size_t frame = 0; frame < times.size(); ++frame) {
      std::vector<float> moved = start;
      for (std::size_t t = 0; t < targets; ++t) {
        const auto target = glb.points(primitive["targets"][t]["POSITION"]);
        ASSERT_EQ(target.size(), start.size());
        for (std::size_t i = 0; i < moved.size(); ++i)
          moved[i] += weights[frame * targets + t] * target[i];
      }
      const Vec3d expected = place(2 * static_cast<std::int64_t>(frame), b, surface.vertices[1]);
      EXPECT_NEAR(moved[3], expected.x, 1e-6);
      EXPECT_NEAR(moved[4], expected.y, 1e-6);
      EXPECT_NEAR(moved[5], expected.z, 1e-6);
    }
  }
  EXPECT_EQ(read_mesh(target("film.glb")).triangles.size(), 10u);  // as any program sees it
}

TEST_F(Exports, ToGlbThinOutTooManyFrames) {
  const std::vector<RecordedBody> one{{"a", test::single_tetrahedron()}};
  Recorder recorder(folder() / "long", {}, one);
  for (std::int64_t i = 0; i < 700; ++i) recorder.add(test::made_frame(one, i, false));
  recorder.finish();
  Notes notes;
  export_recording(Recording(folder() / "long"), target("long.glb"), {}, &notes);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_THAT(notes[0], HasSubstr("took 234 of 700 frames"));
  const Glb glb(test::bytes_of(target("long.glb")));
  EXPECT_EQ(glb.scene["meshes"][0]["primitives"][0]["targets"].size(), 233u);
}

TEST_F(Exports, ToCsvHaveARowForEachVertex) {
  EXPECT_EQ(exported("all.csv"), std::size_t(count));
  std::istringstream rows(test::bytes_of(target("all.csv")));
  std::string row;
  std::getline(rows, row);
  EXPECT_EQ(row, "step,time [s],body,vertex,x [m],y [m],z [m],vx [m/s],vy [m/s],vz [m/s]");
  std::getline(rows, row);
  EXPECT_THAT(row, testing::StartsWith("0,0,\"soft body\",0,"));
  std::size_t more = 1;
  while (std::getline(rows, row)) ++more;
  EXPECT_EQ(more, count * (5u + 4u));
}

// Entries of an archive without compression, by its directory.
std::map<std::string, std::string> unzipped(const std::string& zip) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, zip.data() + at, bytes);
    return value;
  };
  std::map<std::string, std::string> entries;
  const std::size_t end = zip.rfind("PK\x06\x06");
  std::size_t at = number(end + 48, 8);
  for (std::uint64_t i = 0; i < number(end + 32, 8); ++i) {
    EXPECT_EQ(zip.substr(at, 4), "PK\x01\x02");
    const std::size_t name_size = number(at + 28, 2), extra = number(at + 30, 2);
    const std::string name = zip.substr(at + 46, name_size);
    const std::size_t field = at + 46 + name_size;
    const std::size_t size = number(field + 4, 8), local = number(field + 20, 8);
    EXPECT_EQ(zip.substr(local, 4), "PK\x03\x04");
    EXPECT_EQ(zip.substr(local + 30, name_size), name);
    EXPECT_EQ(number(local + 30 + name_size + 4, 8), size);
    const std::size_t data = local + 30 + name_size + number(local + 28, 2);
    entries[name] = zip.substr(data, size);
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(zip.data() + data), uInt(size));
    EXPECT_EQ(number(at + 16, 4), crc);
    EXPECT_EQ(number(local + 14, 4), crc);
    at += 46 + name_size + extra;
  }
  return entries;
}

TEST_F(Exports, ToNpzAreArraysForNumPy) {
  EXPECT_EQ(exported("arrays.npz", 3), 3u);
  const auto entries = unzipped(test::bytes_of(target("arrays.npz")));
  std::vector<std::string> names;
  for (const auto& [name, bytes] : entries) names.push_back(name);
  EXPECT_THAT(names,
              ElementsAre("a.positions.npy", "a.stress.npy", "a.tetrahedra.npy", "a.velocities.npy",
                          "a.warmth.npy", "soft body.positions.npy", "soft body.stress.npy",
                          "soft body.tetrahedra.npy", "soft body.velocities.npy",
                          "soft body.warmth.npy", "step.npy", "time.npy"));
  const auto header = [&](const std::string& name) {
    const std::string& bytes = entries.at(name);
    EXPECT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t size = static_cast<unsigned char>(bytes[8]) + 256u * std::size_t(bytes[9]);
    EXPECT_EQ((10 + size) % 64, 0u);
    EXPECT_EQ(bytes[9 + size], '\n');
    return std::pair(bytes.substr(10, size), bytes.substr(10 + size));
  };
  const auto [words, data] = header("soft body.positions.npy");
  EXPECT_THAT(words, testing::StartsWith(
                         "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 5, 3, ), }"));
  ASSERT_EQ(data.size(), 3u * 5 * 3 * 8);
  Vec3d last;
  std::memcpy(&last, data.data() + data.size() - sizeof last, sizeof last);
  EXPECT_EQ(last, place(6, 0, 4));
  EXPECT_THAT(header("a.stress.npy").first,
              HasSubstr("'<f4', 'fortran_order': False, 'shape': (3, 1, 6, )"));
  EXPECT_THAT(header("a.warmth.npy").first, HasSubstr("'shape': (3, 4, )"));
  EXPECT_THAT(header("step.npy").first, HasSubstr("'<i8', 'fortran_order': False, 'shape': (3, )"));
}

TEST_F(Exports, ThatCannotBeAreRefused) {
  EXPECT_THAT(problem("film.avi"), HasSubstr("recordings cannot be exported as .avi"));
  EXPECT_THAT(problem("film"), HasSubstr("no extension tells the format"));
  EXPECT_THAT(problem("none/film.glb"), HasSubstr("its folder is not there"));
  test::put_bytes(source() / "probes.csv", "step,time [s]\n");
  EXPECT_THAT(problem("run/probes.csv"), HasSubstr("is a file of the recording's folder"));
  EXPECT_EQ(test::bytes_of(source() / "probes.csv"), "step,time [s]\n");
  Recorder(folder() / "empty", {}, bodies).finish();
  EXPECT_THROW(export_recording(Recording(folder() / "empty"), target("a.csv")), InputError);
}

}  // namespace
}  // namespace pliant

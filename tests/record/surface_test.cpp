#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/io.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "mesh/io/gltf_parts.h"
#include "record/export/export.h"
#include "support/recordings.h"
#include "support/textured_cube.h"

namespace pliant {
namespace {

using record::export_recording;
using record::SkinShown;

// A motion that every embedding follows exactly.
Vec3d moved(const Vec3d& p, std::int64_t step) {
  const double t = 0.25 * static_cast<double>(step);
  return {p.x + t * p.y, 1.5 * p.y - t, p.z - 0.5 * t * p.x + t};
}

// A textured cube in two tetrahedra, which it reaches beyond.
class OwnSurface : public test::FolderTest {
 protected:
  static constexpr std::int64_t count = 4;

  void SetUp() override {
    FolderTest::SetUp();
    const TetMesh solid(test::two_tetrahedra());
    Mesh cube = test::textured_cube();
    Embedding embedding(cube.vertices, solid);
    bodies = {{"cube",
               solid.mesh(),
               {},
               {},
               std::make_shared<const EmbeddedSurface>(EmbeddedSurface{cube, embedding})},
              {"plain", test::single_tetrahedron()}};
    Recorder recorder(source(), {}, bodies, {.double_precision = true});
    for (std::int64_t i = 0; i < count; ++i) recorder.add(frame(i));
    recorder.finish();
  }

  RecordedFrame frame(std::int64_t step) const {
    RecordedFrame made{step, 0.1 * static_cast<double>(step), {}};
    for (const RecordedBody& body : bodies) {
      BodyFrame& part = made.bodies.emplace_back();
      RecordedField height{"height", 1, FieldPlace::vertices, {}};
      for (const Vec3d& p : body.mesh.vertices) {
        part.positions.push_back(moved(p, step));
        height.values.push_back(static_cast<float>(p.y));
      }
      part.fields.push_back(std::move(height));
    }
    return made;
  }

  std::filesystem::path source() const { return folder() / "run"; }
  Mesh exported(const std::string& name, const std::string& first,
                const record::ExportOptions& options = {}) const {
    export_recording(Recording(source()), folder() / name, options);
    return read_mesh(folder() / first);
  }

  std::vector<RecordedBody> bodies;
};

TEST_F(OwnSurface, IsReadBackAndMovesWithTheBody) {
  const Recording recording(source());
  ASSERT_TRUE(recording.bodies()[0].surface);
  EXPECT_FALSE(recording.bodies()[1].surface);
  const EmbeddedSurface &read = *recording.bodies()[0].surface, &made = *bodies[0].surface;
  EXPECT_EQ(read.surface, made.surface);
  EXPECT_TRUE(std::ranges::equal(read.embedding.tetrahedra(), made.embedding.tetrahedra()));
  EXPECT_TRUE(std::ranges::equal(read.embedding.weights(), made.embedding.weights()));
  for (std::int64_t i = 0; i < count; ++i) {
    const auto places = read.positions(recording.read(i).bodies[0].positions);
    for (std::size_t v = 0; v < places.size(); ++v)
      EXPECT_LT(length(places[v] - moved(read.surface.vertices[v], i)), 1e-12);
  }
}

TEST_F(OwnSurface, SurvivesARecordingThatIsCutShort) {
  {
    Recorder recorder(folder() / "short", {}, bodies);
    recorder.add(frame(0));
    recorder.flush();
  }
  const Recording recording(folder() / "short");
  ASSERT_TRUE(recording.bodies()[0].surface);
  EXPECT_EQ(recording.bodies()[0].surface->surface, bodies[0].surface->surface);
}

TEST_F(OwnSurface, IsWhatObjAndGlbShowWithItsLook) {
  for (const auto& [name, first] : std::vector<std::pair<std::string, std::string>>{
           {"film.obj", "film_00000.obj"}, {"film.glb", "film.glb"}}) {
    const Mesh mesh = exported(name, first);
    EXPECT_EQ(mesh.triangles.size(), 12u + 4u);
    ASSERT_TRUE(mesh.appearance);
    const Appearance& look = *mesh.appearance;
    ASSERT_EQ(look.images.size(), 1u);
    EXPECT_EQ(look.images[0].bytes, test::four_colours());
    // Every corner with a picture is one of the cube's, at its place and with its texture point.
    const auto known = test::corner_looks(test::textured_cube());
    std::size_t pictured = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
      const Index m = look.triangle_materials[t];
      if (m == no_index || look.materials[m].name != "picture") continue;
      for (std::size_t k = 0; k < 3; ++k, ++pictured) {
        const Vec3d place = mesh.vertices[mesh.triangles[t][k]];
        const auto texture = look.texture_points[look.texture_corners[t][k]];
        EXPECT_TRUE(std::ranges::any_of(known, [&](const test::CornerLook& c) {
          return length(moved(c.place, 0) - place) < 1e-6 && c.texture == texture;
        }));
      }
    }
    EXPECT_EQ(pictured, 3u * 8u) << name;
  }
  EXPECT_TRUE(std::filesystem::exists(folder() / "film.mtl"));
  EXPECT_TRUE(std::filesystem::exists(folder() / "film.0.png"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "film_00001.mtl"));
  const Mesh last = read_mesh(folder() / "film_00003.obj");
  EXPECT_LT(length(last.vertices[0] - moved(test::textured_cube().vertices[0], 3)), 1e-6);
}

TEST_F(OwnSurface, NormalsFollowTheMotionAndStaySplit) {
  exported("film.obj", "film_00003.obj");
  const Mesh mesh = read_mesh(folder() / "film_00003.obj");
  const Appearance& look = *mesh.appearance;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& [a, b, c] = mesh.triangles[t];
    const Vec3d n =
        normalised(cross(mesh.vertices[b] - mesh.vertices[a], mesh.vertices[c] - mesh.vertices[a]));
    for (const Index i : look.normal_corners[t]) EXPECT_LT(length(look.normals[i] - n), 1e-9);
  }
}

TEST_F(OwnSurface, TheCoarseSkinIsStillThere) {
  EXPECT_EQ(exported("c.obj", "c_00000.obj", {.skin = SkinShown::coarse}).triangles.size(),
            6u + 4u);
  EXPECT_EQ(exported("c.glb", "c.glb", {.skin = SkinShown::coarse}).triangles.size(), 6u + 4u);
  EXPECT_EQ(exported("c.ply", "c_00000.ply").triangles.size(), 12u + 4u);
}

TEST_F(OwnSurface, GlbHasNormalsAndColoursOfAFieldInEveryFrame) {
  exported("film.glb", "film.glb", {.field = "height"});
  const std::string bytes = test::bytes_of(folder() / "film.glb");
  const auto parts = io::gltf::open("film.glb", bytes);
  const auto scene = nlohmann::json::parse(parts.json);
  const auto numbers = [&](std::size_t accessor) {
    const auto& a = scene["accessors"].at(accessor);
    const auto& view = scene["bufferViews"].at(a["bufferView"].get<std::size_t>());
    std::vector<float> values(3 * a["count"].get<std::size_t>());
    std::memcpy(values.data(), parts.binary->data() + view["byteOffset"].get<std::size_t>(),
                values.size() * sizeof(float));
    return values;
  };
  for (const auto& mesh : scene["meshes"]) {
    const auto& primitive = mesh["primitives"].at(0);
    ASSERT_EQ(primitive["targets"].size(), std::size_t(count - 1));
    const auto start = numbers(primitive["attributes"]["NORMAL"]);
    for (const auto& target : primitive["targets"]) {
      const auto change = numbers(target["NORMAL"]);
      ASSERT_EQ(change.size(), start.size());
      for (std::size_t i = 0; i < start.size(); i += 3)
        EXPECT_NEAR(std::hypot(start[i] + change[i], start[i + 1] + change[i + 1],
                               start[i + 2] + change[i + 2]),
                    1, 1e-5);
      for (const float c : numbers(target["COLOR_0"])) EXPECT_EQ(c, 0);  // heights at rest stay
    }
    // Higher is brighter.
    const auto places = numbers(primitive["attributes"]["POSITION"]);
    const auto colours = numbers(primitive["attributes"]["COLOR_0"]);
    std::size_t low = 0, high = 0;
    for (std::size_t i = 0; i < places.size(); i += 3) {
      if (places[i + 1] < places[low + 1]) low = i;
      if (places[i + 1] > places[high + 1]) high = i;
    }
    EXPECT_GT(colours[high] + colours[high + 1], colours[low] + colours[low + 1] + 0.3f);
  }
  EXPECT_THROW(exported("x.glb", "x.glb", {.field = "none"}), InputError);
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <pliant/generate.h>
#include <pliant/io.h>

#include <nlohmann/json.hpp>

#include "mesh/io/gltf_parts.h"
#include "record/export/export.h"
#include "record/export/html.h"
#include "support/page_reader.h"
#include "support/recordings.h"
#include "support/surfaces.h"

// A body that is cut in the middle of a recording is shown cut from then on.

namespace pliant {
namespace {

using record::export_recording;
using record::SkinShown;

class CutRecording : public test::FolderTest {
 protected:
  static constexpr std::int64_t count = 5, cut_at = 3;

  void SetUp() override {
    FolderTest::SetUp();
    Mesh ball = test::octasphere(1, 3);
    const TetMesh solid(tetrahedralise(ball, {.tetrahedra = 800}));
    Embedding embedding(ball.vertices, solid);
    bodies = {{"ball",
               solid.mesh(),
               {},
               {},
               std::make_shared<const EmbeddedSurface>(EmbeddedSurface{ball, embedding})}};
    // What the plane x = 0 passes is gone.
    for (const Tetrahedron& t : solid.tetrahedra()) {
      int beyond = 0;
      for (const Index v : t) beyond += solid.vertices()[v].x > 0;
      removed.push_back(beyond > 0 && beyond < 4);
    }
    Recorder recorder(source(), {}, bodies, {.double_precision = true});
    for (std::int64_t i = 0; i < count; ++i) recorder.add(frame(i));
    recorder.finish();
  }

  // Both halves go apart.
  RecordedFrame frame(std::int64_t step) const {
    RecordedFrame made{step, 0.1 * static_cast<double>(step), {}};
    BodyFrame& body = made.bodies.emplace_back();
    const double apart = step < cut_at ? 0 : 0.2 * static_cast<double>(step - cut_at + 1);
    for (const Vec3d& p : bodies[0].mesh.vertices)
      body.positions.push_back(p + Vec3d{p.x > 0 ? apart : -apart, 0, 0});
    if (step >= cut_at) body.fields.push_back(removed_as_field(removed));
    return made;
  }

  std::filesystem::path source() const { return folder() / "run"; }
  Mesh exported(const std::string& name, const std::string& file,
                const record::ExportOptions& options = {}) const {
    export_recording(Recording(source()), folder() / name, options);
    return read_mesh(folder() / file);
  }
  // No triangle reaches across the gap.
  static double widest(const Mesh& surface) {
    double most = 0;
    for (const auto& [a, b, c] : surface.triangles.cells)
      for (const auto& [i, j] : {std::pair(a, b), {b, c}, {c, a}})
        most = std::max(most, length(surface.vertices[i] - surface.vertices[j]));
    return most;
  }

  std::vector<RecordedBody> bodies;
  std::vector<bool> removed;
};

TEST_F(CutRecording, TellsWhatIsGone) {
  const Recording recording(source());
  EXPECT_TRUE(recording.has_field(removed_field));
  EXPECT_FALSE(recording.has_field("stress"));
  EXPECT_TRUE(removed_tetrahedra(recording.read(cut_at - 1).bodies[0]).empty());
  EXPECT_EQ(removed_tetrahedra(recording.read(cut_at).bodies[0]), removed);
  bool merged = false;
  const auto epochs = record::epochs_of(recording, {0, 1, 2, 3, 4}, 24, merged);
  ASSERT_EQ(epochs[0].size(), 2u);
  EXPECT_FALSE(merged);
  EXPECT_EQ(epochs[0][0].end, cut_at);
  EXPECT_EQ(epochs[0][1].first, cut_at);
  EXPECT_EQ(epochs[0][1].end, count);
  EXPECT_EQ(record::epochs_of(recording, {0, 1, 2, 3, 4}, 1, merged)[0].size(), 1u);
  EXPECT_TRUE(merged);
}

TEST_F(CutRecording, SurfacesAreCutAlongAndHaveAnInside) {
  for (const SkinShown skin : {SkinShown::own, SkinShown::coarse}) {
    const Mesh before = exported("a.obj", "a_00002.obj", {.skin = skin});
    const Mesh after = exported("b.obj", "b_00004.obj", {.skin = skin});
    EXPECT_LT(widest(after), 1.2 * widest(before));
    double middle = 0;  // what was laid open, near the axis of the cut
    for (const auto& [a, b, c] : after.triangles.cells) {
      const Vec3d centre = (after.vertices[a] + after.vertices[b] + after.vertices[c]) / 3.0;
      if (std::hypot(centre.y, centre.z) < 0.5)
        middle += 0.5 * length(cross(after.vertices[b] - after.vertices[a],
                                     after.vertices[c] - after.vertices[a]));
    }
    // Two ends of the ball and two faces of the cut: about four disks of that radius.
    EXPECT_GT(middle, 3.5 * 3.1416 * 0.25);
  }
  exported("c.obj", "c_00004.obj");
  EXPECT_THAT(test::bytes_of(folder() / "c.mtl"), testing::HasSubstr("inside"));
}

TEST_F(CutRecording, AnAnimatedSceneHasEachShapeAtItsTime) {
  export_recording(Recording(source()), folder() / "cut.glb");
  const auto scene =
      nlohmann::json::parse(io::gltf::open("cut.glb", test::bytes_of(folder() / "cut.glb")).json);
  ASSERT_EQ(scene["nodes"].size(), 2u);
  const auto& channels = scene["animations"][0]["channels"];
  int scales = 0, weights = 0;
  for (const auto& channel : channels) {
    scales += channel["target"]["path"] == "scale";
    weights += channel["target"]["path"] == "weights";
  }
  EXPECT_EQ(scales, 2);
  EXPECT_EQ(weights, 2);
  EXPECT_EQ(scene["meshes"][0]["primitives"][0]["targets"].size(), cut_at - 1);
  EXPECT_EQ(scene["meshes"][1]["primitives"][0]["targets"].size(), count - cut_at - 1);
}

TEST_F(CutRecording, APageHasEachShapeAtItsTime) {
  if (record::page_bundle().bytes == 0) GTEST_SKIP() << "this build has no page";
  export_recording(Recording(source()), folder() / "cut.html");
  const test::PageReader page(test::bytes_of(folder() / "cut.html"));
  ASSERT_EQ(page.about["bodies"].size(), 2u);
  EXPECT_EQ(page.about["bodies"][0]["end"], cut_at);
  EXPECT_EQ(page.about["bodies"][1]["begin"], cut_at);
  EXPECT_EQ(page.about["bodies"][1]["number"], 0);
  EXPECT_GT(page.triangles[1].size(), page.triangles[0].size());
  EXPECT_TRUE(page.positions[cut_at][0].empty());
  ASSERT_FALSE(page.positions[count - 1][1].empty());
  double widest = 0;
  const auto& x = page.positions[count - 1][1];
  for (std::size_t i = 0; i < page.triangles[1].size(); i += 3)
    widest = std::max(widest, length(x[page.triangles[1][i]] - x[page.triangles[1][i + 1]]));
  EXPECT_LT(widest, 0.5);
}

}  // namespace
}  // namespace pliant

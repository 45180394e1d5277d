#include <gmock/gmock.h>
#include <pliant/recording.h>

#include <nlohmann/json.hpp>

#include "run_program.h"
#include "support/meshes.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class RenderCommand : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    write("tetrahedron.obj",
          "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
    const auto probe = pliant("render tetrahedron.obj -o probe.png --size 32x32");
    if (probe.code != 0) GTEST_SKIP() << probe.err;
    Recorder recorder(path("run"), {}, {{"body", test::single_tetrahedron()}});
    for (int i = 0; i < 11; ++i) {
      BodyFrame body;
      for (const Vec3d& p : recorder.bodies()[0].mesh.vertices)
        body.positions.push_back(p * (1 + 0.1 * i));
      recorder.add({i, 0.05 * i, {body}});
    }
    recorder.finish();
  }
  /// Width and height in a PNG's header.
  std::pair<int, int> size_of(const std::string& name) const {
    const std::string bytes = text_of(name);
    if (bytes.size() < 24 || bytes.substr(1, 3) != "PNG") return {0, 0};
    const auto number = [&](std::size_t at) {
      int n = 0;
      for (std::size_t i = at; i < at + 4; ++i) n = n * 256 + static_cast<unsigned char>(bytes[i]);
      return n;
    };
    return {number(16), number(20)};
  }
  bool has(const std::string& name) const { return std::filesystem::exists(path(name)); }
  void expect_refused(const std::string& command, const std::string& message, int code = 1) {
    const auto outcome = pliant(command);
    EXPECT_EQ(outcome.code, code) << command;
    EXPECT_EQ(outcome.out, "") << command;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << command;
  }
};

TEST_F(RenderCommand, PairsAreDrawnInsteadOfFaces) {
  ASSERT_EQ(pliant("render run -o faces.png --size 120x80").code, 0);
  ASSERT_EQ(pliant("render run -o nothing.png --size 120x80 --no-faces").code, 0);
  const auto outcome = pliant("render run -o pairs.png --size 120x80 --pairs");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(text_of("pairs.png"), text_of("faces.png"));
  EXPECT_NE(text_of("pairs.png"), text_of("nothing.png"));
}

TEST_F(RenderCommand, DrawsOnePicture) {
  const auto outcome = pliant("render run -o end.png --size 120x80");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "1 picture: end.png\n");
  EXPECT_EQ(size_of("end.png"), std::pair(120, 80));
  EXPECT_EQ(pliant("render run/recording.h5 -o last.png --size 120x80 --frame 10").code, 0);
  EXPECT_EQ(pliant("render run -o late.png --size 120x80 --time 9").code, 0);
  EXPECT_EQ(pliant("render run -o first.png --size 120x80 --time 0").code, 0);
  EXPECT_EQ(text_of("last.png"), text_of("end.png"));
  EXPECT_EQ(text_of("late.png"), text_of("end.png"));
  EXPECT_NE(text_of("first.png"), text_of("end.png"));
}

TEST_F(RenderCommand, EverySwitchChangesThePicture) {
  const std::string command = "render run -o a.png --size 160x120 ";
  ASSERT_EQ(pliant(command).code, 0);
  const std::string plain = text_of("a.png");
  for (const char* option :
       {"--theme dark", "--camera 90,30", "--camera -35,14,2", "--field displacement",
        "--field volume_ratio --smooth", "--field displacement --range 0,5", "--cut 1",
        "--shrink 0.5", "--edges", "--points", "--no-faces", "--voronoi", "--voronoi-cell 1",
        "--voronoi-face 0", "--floor none", "--floor -0.5", "--no-shadows", "--no-words"}) {
    const auto outcome = pliant(command + option);
    EXPECT_EQ(outcome.code, 0) << option << outcome.err;
    EXPECT_NE(text_of("a.png"), plain) << option;
  }
}

TEST_F(RenderCommand, DrawsSequencesByAnyPattern) {
  EXPECT_EQ(pliant("render run -o a_###.png --size 32x32 --every 5").out,
            "3 pictures: a_###.png\n");
  EXPECT_EQ(pliant("render run -o b%02d.png --size 32x32 --every 5").code, 0);
  EXPECT_EQ(pliant("render run -o c0007.png --size 32x32 --every 5").code, 0);
  for (const char* name :
       {"a_000.png", "a_002.png", "b00.png", "b02.png", "c0007.png", "c0009.png"})
    EXPECT_TRUE(has(name)) << name;
  EXPECT_FALSE(has("a_003.png"));
  EXPECT_NE(text_of("a_000.png"), text_of("a_002.png"));
  EXPECT_EQ(text_of("a_002.png"), text_of("b02.png"));
  EXPECT_EQ(pliant("render run -o d0007.png --size 32x32 --frame 1").out, "1 picture: d0007.png\n");
}

TEST_F(RenderCommand, MakesAMovieInRealTime) {
  if (std::system("command -v ffmpeg ffprobe >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "ffmpeg is not installed";
  const auto frames = [&](const std::string& file) {
    const auto outcome =
        run("ffprobe",
            "-v error -count_frames -show_entries stream=nb_read_frames,r_frame_rate "
            "-of default=nw=1:nk=1 " +
                file);
    return outcome.out;
  };
  // 11 frames in 0.5 s
  auto outcome = pliant("render run -o a.mp4 --size 64x48");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(frames("a.mp4"), "20/1\n11\n");
  EXPECT_EQ(pliant("render run -o b.mp4 --size 64x48 --fps 30").code, 0);
  EXPECT_EQ(frames("b.mp4"), "30/1\n16\n");
  outcome = pliant("render run -o c.mp4 --size 64x48 --fps 10 --speed 0.25 --json");
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["pictures"], 21);
  EXPECT_EQ(frames("c.mp4"), "10/1\n21\n");
  // A run that ends between two frames: as many pictures a second, and the end is the last one.
  Recorder recorder(path("short"), {}, {{"body", test::single_tetrahedron()}});
  for (const double time : {0.0, 0.05, 0.1, 0.15, 0.2, 0.22}) {
    BodyFrame body{.positions = recorder.bodies()[0].mesh.vertices, .velocities = {}};
    recorder.add({static_cast<std::int64_t>(100 * time), time, {body}});
  }
  recorder.finish();
  EXPECT_EQ(pliant("render short -o e.mp4 --size 64x48").code, 0);
  EXPECT_EQ(frames("e.mp4"), "20/1\n6\n");
  EXPECT_FALSE(has("a.mp4.part"));
  std::filesystem::create_directories(path("d.mp4.part") / "in the way");
  expect_refused("render run -o d.mp4 --size 64x48", "d.mp4: ffmpeg gave up: ");
}

TEST_F(RenderCommand, SaysWhatAMovieNeeds) {
  const std::string before = std::getenv("PATH");
  ASSERT_EQ(setenv("PATH", "/nowhere", 1), 0);
  const auto outcome = pliant("render run -o a.mp4 --size 64x48");
  ASSERT_EQ(setenv("PATH", before.c_str(), 1), 0);
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("a movie needs the program ffmpeg"));
  EXPECT_THAT(outcome.err, HasSubstr("apt-get install ffmpeg"));
  EXPECT_FALSE(has("a.mp4"));
  EXPECT_FALSE(has("a.mp4.part"));
}

TEST_F(RenderCommand, RefusesWhatItCannotDo) {
  expect_refused("render none -o a.png", "none: there is no such folder");
  expect_refused("render none.obj -o a.png", "none.obj: cannot be read");
  expect_refused("render run -o a.gif", "'a.gif' must end in .mp4 or .png", 2);
  expect_refused("render run -o no/a.png", "no/a.png: its folder is not there");
  expect_refused("render run -o a.png --frame 11",
                 "run: there is no frame 11; choose one from 0 to 10");
  expect_refused("render run -o a.png --frame 1 --time 2", "excludes", 2);
  expect_refused("render run -o a.mp4 --frame 1", "are for a single picture", 2);
  expect_refused("render run -o a.mp4 --size 63x48", "must be even, not 63x48", 2);
  expect_refused("render run -o a.png --size 9x9", "is not a size such as 1280x720", 2);
  expect_refused("render run -o a.png --size 1280", "is not a size", 2);
  expect_refused("render run -o a.png --camera up", "is not YAW,PITCH,ZOOM", 2);
  expect_refused("render run -o a.png --camera 0,0,-1", "zoom above zero", 2);
  expect_refused("render run -o a.png --range 1,1", "with LOW below HIGH", 2);
  expect_refused("render run -o a.png --floor high", "is neither a height nor none", 2);
  expect_refused("render run -o a.png --theme pink", "pink", 2);
  expect_refused("render run -o a.png --field warmth",
                 "run: there is no field 'warmth'; choose one of displacement, volume_ratio");
  expect_refused("render run -o a.png --voronoi-cell 4", "there is no Voronoi cell 4");
  expect_refused("render run -o a.mp4 --fps 1 --speed 1e-9", "the movie would have");
  expect_refused("render tetrahedron.obj -o a.mp4", "a movie needs a recording", 2);
  expect_refused("render tetrahedron.obj -o a.png --voronoi", "has no Voronoi faces");
  write("scene.lua", "");
  expect_refused("render scene.lua -o a.png", "pliant run scene.lua");
  { const Recorder empty(path("empty"), {}, {{"body", test::single_tetrahedron()}}); }
  expect_refused("render empty -o a.png", "the recording has no frames");
  std::filesystem::create_directory(path("bare"));
  expect_refused("render bare -o a.png", "there is no recording in this folder");
  write("run/recording.h5", "\x89HDF\r\n\x1a\n");
  expect_refused("render run -o a.png", "run/recording.h5: the recording is damaged");
  EXPECT_FALSE(has("a.png"));
}

}  // namespace
}  // namespace pliant

#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/shapes.h>

#include "support/recordings.h"

namespace pliant {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

class Recordings : public test::FolderTest {
 protected:
  static constexpr std::int64_t count = 23;

  Recorder begin(const RecorderOptions& options = {}) const {
    return Recorder(folder(), {"print('scene')\n", 0.125}, bodies, options);
  }
  void add(Recorder& recorder, std::int64_t from, std::int64_t to) const {
    for (std::int64_t i = from; i < to; ++i) recorder.add(test::made_frame(bodies, i, fields(i)));
  }
  // Arrays come and go, which begins a new block.
  static bool fields(std::int64_t i) { return i % 7 != 6; }
  void expect_frames(std::int64_t wanted, bool doubles = false) const {
    const Recording recording(folder());
    ASSERT_EQ(recording.frames(), wanted);
    for (std::int64_t i = 0; i < wanted; ++i) {
      EXPECT_EQ(recording.steps()[static_cast<std::size_t>(i)], i);
      test::expect_equal(recording.read(i), test::made_frame(bodies, i, fields(i)), doubles);
    }
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder()))
      names.push_back(entry.path().filename().string());
    return names;
  }
  std::string problem(const std::function<void()>& work) const {
    try {
      work();
    } catch (const InputError& error) {
      EXPECT_NE(error.cure(), "");
      return error.what();
    }
    return "none";
  }

  const std::vector<RecordedBody> bodies = test::two_bodies();
};

TEST_F(Recordings, ComeBackAsTheyWereAdded) {
  for (const bool doubles : {false, true}) {
    remove_recording(folder());
    Recorder recorder = begin({.double_precision = doubles});
    add(recorder, 0, count);
    EXPECT_EQ(recorder.frames(), count);
    recorder.finish();
    EXPECT_THAT(files(), UnorderedElementsAre("recording.h5", "recording.xdmf"));
    expect_frames(count, doubles);
  }
  const Recording recording(folder() / "recording.xdmf");
  EXPECT_EQ(recording.info().scene, "print('scene')\n");
  EXPECT_EQ(recording.info().time_step, 0.125);
  EXPECT_EQ(recording.info().version, 1);
  EXPECT_THAT(recording.info().program, HasSubstr("pliant "));
  ASSERT_EQ(recording.bodies().size(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_EQ(recording.bodies()[i].name, bodies[i].name);
    EXPECT_EQ(recording.bodies()[i].mesh, bodies[i].mesh);
  }
}

TEST_F(Recordings, KeepHowBodiesLook) {
  std::vector<RecordedBody> looked = bodies;
  looked[0].look = {.material = "jelly", .colour = 0xaa3322};
  looked[1].look = {.obstacle = true};
  Recorder recorder(folder(), {}, looked);
  add(recorder, 0, 2);
  recorder.finish();
  const Recording recording(folder());
  for (std::size_t i = 0; i < looked.size(); ++i)
    EXPECT_EQ(recording.bodies()[i].look, looked[i].look);
}

TEST_F(Recordings, KeepEveryKindOfCell) {
  Mesh mesh = test::mixed_mesh();
  Recorder(folder(), {}, {{"mixed", mesh}}).finish();
  EXPECT_EQ(Recording(folder()).bodies()[0].mesh, mesh);
  EXPECT_EQ(Recording(folder()).frames(), 0);
}

TEST_F(Recordings, KeepTheVoronoiDiagram) {
  const TetMesh cube(make_shape("cube", {{"cells", 2}}));
  Mesh mesh = cube.mesh();
  mesh.voronoi = voronoi_diagram(cube, VoronoiKind::circumcentre);
  Recorder(folder(), {}, {{"stored", mesh}, {"clipped", cube.mesh(), VoronoiKind::clipped}})
      .finish();
  const Recording recording(folder());
  EXPECT_EQ(recording.bodies()[0].mesh, mesh);
  EXPECT_EQ(recording.bodies()[0].voronoi, std::nullopt);
  EXPECT_EQ(recording.bodies()[1].mesh, cube.mesh());
  EXPECT_EQ(recording.bodies()[1].voronoi, VoronoiKind::clipped);
}

// Frames of many chunks, and chunks that hold one frame.
TEST_F(Recordings, OfLargeAndManySmallFramesComeBack) {
  Mesh large;
  large.vertices.resize(60000);
  const std::vector<RecordedBody> two{{"large", large}, {"small", test::single_tetrahedron()}};
  Recorder recorder(folder(), {}, two);
  for (std::int64_t i = 0; i < 3; ++i) {
    RecordedFrame frame = test::made_frame(two, i, false);
    frame.bodies[1].velocities = frame.bodies[1].positions;
    recorder.add(std::move(frame));
  }
  recorder.finish();
  const Recording recording(folder());
  for (std::int64_t i = 2; i >= 0; --i)
    EXPECT_EQ(recording.read(i).bodies[0].positions[59999].x,
              float(test::made_frame(two, i, false).bodies[0].positions[59999].x));
}

// What has not moved is not packed again.
TEST_F(Recordings, OfWhatStaysWhereItIsComeBack) {
  Mesh large;
  large.vertices.resize(60000);
  const std::vector<RecordedBody> one{{"large", large}};
  const auto shown = [&](std::int64_t i) {
    return test::made_frame(one, i < 3 ? 0 : i < 5 ? 1 : i % 2, false).bodies[0].positions;
  };
  Recorder recorder(folder(), {}, one);
  for (std::int64_t i = 0; i < 9; ++i) {
    RecordedFrame frame = test::made_frame(one, i, false);
    frame.bodies[0].positions = shown(i);
    recorder.add(std::move(frame));
  }
  recorder.finish();
  const Recording recording(folder());
  for (std::int64_t i = 0; i < 9; ++i)
    for (const std::size_t v : {std::size_t(0), std::size_t(59999)})
      EXPECT_EQ(recording.read(i).bodies[0].positions[v].x, double(float(shown(i)[v].x))) << i;
}

TEST_F(Recordings, AreReadableBeforeTheyAreFinished) {
  Recorder recorder = begin({.segment_seconds = 0.001});
  add(recorder, 0, 9);
  recorder.flush();
  expect_frames(9);
  add(recorder, 9, 12);
  recorder.flush();
  expect_frames(12);
  EXPECT_THAT(problem([&] { begin(); }), HasSubstr("there is a recording in this folder already"));
}

TEST_F(Recordings, KeepWhatWasAddedWhenTheyAreNotFinished) {
  {
    Recorder recorder = begin();
    add(recorder, 0, 5);
  }
  expect_frames(5);
}

TEST_F(Recordings, GoOnAfterAnyFrame) {
  for (const bool finished : {false, true})
    for (const std::int64_t kept : {0, 3, 5, 8, 12, 13}) {
      SCOPED_TRACE(kept);
      remove_recording(folder());
      {
        Recorder recorder = begin();
        add(recorder, 0, 5);
        recorder.flush();
        add(recorder, 5, 9);
        recorder.flush();
        add(recorder, 9, 13);
        if (finished) recorder.finish();
      }
      Recorder recorder(folder(), ContinueAfter{kept});
      EXPECT_EQ(recorder.frames(), kept);
      expect_frames(kept);
      add(recorder, kept, count);
      if (kept % 2 == 0) {
        recorder.finish();
        EXPECT_THAT(files(), UnorderedElementsAre("recording.h5", "recording.xdmf"));
      } else {
        recorder.flush();
      }
      expect_frames(count);
    }
}

TEST_F(Recordings, DoNotGoOnAfterFramesTheyDoNotHave) {
  begin().finish();
  EXPECT_THAT(problem([&] { Recorder(folder(), ContinueAfter{1}); }),
              HasSubstr("has 0 frames, not 1"));
  EXPECT_THAT(problem([&] { Recorder(folder() / "none", ContinueAfter{0}); }),
              HasSubstr("there is no such folder"));
}

// A kill between the renaming of recording.h5 and the removal of the last segment.
TEST_F(Recordings, ReadEachFrameOnceWhereSegmentsWereLeftBehind) {
  {
    Recorder recorder = begin();
    add(recorder, 0, 4);
    recorder.flush();
    add(recorder, 4, 8);
    recorder.flush();
    const std::string first = test::bytes_of(folder() / "recording-000000.h5");
    const std::string last = test::bytes_of(folder() / "recording-000002.h5");
    recorder.finish();
    test::put_bytes(folder() / "recording-000000.h5", first);
    test::put_bytes(folder() / "recording-000002.h5", last);
    test::put_bytes(folder() / "recording-000003.h5.part", "half a file");
  }
  expect_frames(8);
  Recorder recorder(folder(), ContinueAfter{4});
  add(recorder, 4, count);
  recorder.finish();
  EXPECT_THAT(files(), UnorderedElementsAre("recording.h5", "recording.xdmf"));
  expect_frames(count);
}

TEST_F(Recordings, RefuseFramesThatDoNotBelong) {
  Recorder recorder = begin();
  const auto refused = [&](auto change, const std::string& message) {
    RecordedFrame frame = test::made_frame(bodies, 5);
    change(frame);
    EXPECT_THAT(problem([&] { recorder.add(std::move(frame)); }), HasSubstr(message));
  };
  recorder.add(test::made_frame(bodies, 4));
  refused([](auto& f) { f.step = 4; }, "a frame of step 4 came after one of 4");
  refused([](auto& f) { f.bodies.pop_back(); }, "a frame has 1 bodies");
  refused([](auto& f) { f.bodies[0].positions.pop_back(); }, "4 positions and 5 velocities");
  refused([](auto& f) { f.bodies[0].velocities.pop_back(); }, "5 positions and 4 velocities");
  refused([](auto& f) { f.bodies[0].fields[0].values.pop_back(); }, "'stress'");
  refused([](auto& f) { f.bodies[0].fields[0].components = 0; }, "'stress'");
  refused([](auto& f) { f.bodies[0].fields[0].name = "a/b"; }, "'a/b' cannot be the name");
  refused([](auto& f) { f.bodies[0].fields[0].name = "velocities"; }, "second field 'velocities'");
  recorder.finish();
  EXPECT_EQ(Recording(folder()).frames(), 1);
  EXPECT_THAT(problem([&] { recorder.add(test::made_frame(bodies, 9)); }),
              HasSubstr("after the end of the recording"));
}

TEST_F(Recordings, RefuseBodiesWithoutAUsableName) {
  const Mesh mesh = test::single_tetrahedron();
  for (const char* name : {"", ".", "a/b", "line\nend"})
    EXPECT_THAT(problem([&] {
                  Recorder(folder(), {}, {{name, mesh}});
                }),
                HasSubstr("cannot be the name of a recorded body"));
  EXPECT_THAT(problem([&] {
                Recorder(folder(), {}, {{"a", mesh}, {"a", mesh}});
              }),
              HasSubstr("two recorded bodies are named 'a'"));
  EXPECT_FALSE(has_recording(folder()));
  for (const char* name : {"step", "time", "bodies", "..", "ünïcode"}) {
    remove_recording(folder());
    Recorder recorder(folder(), {}, {{name, mesh}});
    recorder.add(test::made_frame(recorder.bodies(), 1));
    recorder.finish();
    EXPECT_EQ(Recording(folder()).bodies()[0].name, name);
  }
}

}  // namespace
}  // namespace pliant

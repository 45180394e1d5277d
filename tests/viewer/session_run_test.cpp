#include <pliant/material.h>
#include <pliant/recording.h>

#include "session_support.h"

namespace pliant::viewer {

namespace {

using SessionRun = SessionTest;

// What `pliant run` computes.
RecordedFrame end_of(const std::filesystem::path& file) {
  const Scene scene(file);
  SceneRun run(scene.simulation());
  run.advance(never);
  RecordedFrame frame{run.step(), run.time(), {}};
  for (const RunBody& body : run.bodies())
    frame.bodies.push_back({body.state.positions(), body.state.velocities()});
  return frame;
}

TEST_F(SessionRun, HasTheSamePositionsAsARunWithoutAWindow) {
  const auto file = write("scene.lua", small_scene);
  const auto show = open(file.string());
  run_to_end(*show);
  const RecordedFrame expected = end_of(file);
  const MomentPointer end = show->now();
  EXPECT_EQ(end->frame.step, expected.step);
  EXPECT_EQ(end->frame.bodies[0].positions, expected.bodies[0].positions);
  EXPECT_EQ(end->frame.bodies[0].velocities, expected.bodies[0].velocities);
  EXPECT_FALSE(show->progress().running);
}

TEST_F(SessionRun, IsPausedUntilItIsPlayed) {
  const auto show = open(write("scene.lua", small_scene).string());
  wait_for_model(*show);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(show->now()->frame.step, 0);
  show->step();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.step == 1; }));
  show->step();
  show->step();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.step == 3; }));
  EXPECT_FALSE(show->progress().running);
}

TEST_F(SessionRun, TimelineHasWhatARunWithoutAWindowRecords) {
  OpenOptions options;
  options.output = folder() / "out";
  {
    const Scene scene(write("scene.lua", small_scene));
    RunOptions run_options;
    run_options.output = folder() / "expected";
    SceneRun run(scene.simulation(), run_options);
    run.advance(never);
    run.finish();
  }
  const Recording expected(folder() / "expected");
  {
    const auto show = open(write("scene.lua", small_scene).string(), options);
    run_to_end(*show);
    EXPECT_EQ(show->times(), std::vector(expected.times().begin(), expected.times().end()));
    EXPECT_EQ(show->live()->recording(), options.output);
    const MomentPointer third = show->recorded(3);
    EXPECT_EQ(third->frame.time, show->times()[3]);
    EXPECT_GT(third->volume, 0);
    EXPECT_TRUE(third->has_energy);
  }
  const Recording recording(options.output);
  ASSERT_EQ(recording.frames(), expected.frames());
  EXPECT_EQ(recording.read(3).bodies[0].positions, expected.read(3).bodies[0].positions);
  const auto playback = open(options.output.string());
  EXPECT_EQ(playback->times().size(), static_cast<std::size_t>(expected.frames()));
  EXPECT_EQ(playback->recorded(3)->frame.bodies[0].positions, expected.read(3).bodies[0].positions);
  EXPECT_EQ(playback->live(), nullptr);
  EXPECT_EQ(playback->floor(), 0.0);
}

TEST_F(SessionRun, ResetStartsAnewWithAnotherRecording) {
  OpenOptions options;
  options.output = folder() / "out";
  const auto show = open(write("scene.lua", small_scene).string(), options);
  run_to_end(*show);
  const MomentPointer first = show->now();
  show->reset();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.step == 0; }));
  EXPECT_FALSE(show->progress().finished);
  EXPECT_EQ(show->times().size(), 1u);
  run_to_end(*show);
  EXPECT_EQ(show->now()->frame.bodies[0].positions, first->frame.bodies[0].positions);
  EXPECT_EQ(show->live()->recording(), folder() / "out-2");
  EXPECT_EQ(static_cast<std::size_t>(Recording(options.output).frames()), show->times().size());
}

TEST_F(SessionRun, ShapesFallOnAFloor) {
  const auto show = open("critter");
  run_until(*show, 0.3);
  ASSERT_TRUE(show->progress().trouble.empty()) << show->progress().trouble;
  EXPECT_EQ(show->floor(), 0.0);
  const MomentPointer moment = show->now();
  double low = 1;
  for (const Vec3d& p : moment->frame.bodies[0].positions) low = std::min(low, p.y);
  double before = 1;
  for (const Vec3d& p : (*moment->bodies)[0].mesh->vertices) before = std::min(before, p.y);
  EXPECT_LT(low, 0.7 * before);
  EXPECT_GE(low, -1e-6);
  EXPECT_NEAR(moment->volume / moment->rest_volume, 1, 0.1);
}

TEST_F(SessionRun, EveryMaterialFallsAndLies) {
  for (const Material& material : materials()) {
    OpenOptions options;
    options.material = material.name;
    const auto show = open("cube", options);
    show->set_pace({.unlimited = true});
    show->play();
    ASSERT_TRUE(wait_until([&] {
      return show->now()->frame.time >= 0.8 || !show->progress().trouble.empty();
    })) << material.name;
    EXPECT_EQ(show->progress().trouble, "") << material.name;
    const MomentPointer moment = show->now();  // a metre of brain squashes itself
    EXPECT_GT(moment->volume, 0.3 * moment->rest_volume) << material.name;
    EXPECT_LT(moment->volume, 1.5 * moment->rest_volume) << material.name;
  }
}

TEST_F(SessionRun, RecordingsArePlayedSteppedAndScrubbed) {
  OpenOptions options;
  options.output = folder() / "out";
  {
    const auto show = open(write("scene.lua", small_scene).string(), options);
    run_to_end(*show);
  }
  const auto show = open((options.output / "recording.h5").string());
  const std::vector<double> times = show->times();
  EXPECT_EQ(show->now()->frame.time, 0);
  show->step();
  EXPECT_EQ(show->now()->frame.time, times[1]);
  EXPECT_FALSE(show->now()->has_energy);
  EXPECT_GT(show->now()->volume, 0);
  show->set_pace({.unlimited = true});
  show->play();
  for (std::size_t i = 2; i < times.size(); ++i) EXPECT_EQ(show->now()->frame.time, times[i]);
  EXPECT_TRUE(show->progress().finished);
  EXPECT_FALSE(show->progress().running);
  EXPECT_EQ(show->recorded(2)->frame.time, times[2]);
  EXPECT_EQ(show->now()->frame.time, times.back());
  show->reset();
  EXPECT_EQ(show->now()->frame.time, 0);
  const std::vector<std::string> fields = show->fields();
  EXPECT_NE(std::ranges::find(fields, "volume_ratio"), fields.end());
  show->set_pace({.speed = 1000});
  show->play();
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.time == times.back(); }));
}

TEST_F(SessionRun, WantedFieldsComeWithMoments) {
  const auto show = open(write("scene.lua", small_scene).string());
  wait_for_model(*show);
  for (const std::string name : {"von_mises", "force"}) {
    show->want_field(name);
    ASSERT_TRUE(wait_until([&] {
      const MomentPointer moment = show->now();
      const auto& fields = moment->frame.bodies[0].fields;
      return fields.size() == 1 && fields[0].name == name;
    }));
  }
  show->want_field("");
  ASSERT_TRUE(wait_until([&] { return show->now()->frame.bodies[0].fields.empty(); }));
}

}  // namespace

}  // namespace pliant::viewer

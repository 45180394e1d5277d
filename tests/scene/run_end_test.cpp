#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/diverged.h>
#include <pliant/probes.h>
#include <pliant/run.h>

#include "support/recordings.h"

// A recording ends with the last state of its run, however that came to its end.

namespace pliant {
namespace {

using namespace action;
using testing::ElementsAre;

// As recordings of bodies in single precision keep them. As floats: g++ 12 leaves such roundings
// out where the result is to be double again.
std::vector<Vec3f> in_single(const std::vector<Vec3d>& positions) {
  std::vector<Vec3f> out;
  for (const Vec3d& x : positions)
    out.push_back({static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
  return out;
}

class RunEnd : public test::FolderTest {
 protected:
  // 25 steps of 1 ms; frames every 10, probes every 4 and 7 steps.
  static Simulation cube() {
    Simulation sim;
    sim.add_body({.mesh = "cube", .density = 1200, .name = "cube", .settings = {{"cells", 2}}});
    sim.add(MassSpringForces{.young = 1e5, .poisson = 0.3});
    sim.add(Gravity{});
    sim.add(Record{.every = 10});
    sim.add(Probe{.quantity = "lowest", .every = 4});
    sim.add(Probe{.quantity = "velocity", .name = "v", .every = 7});
    sim.settings.value.time_step = 1e-3;
    sim.settings.value.steps = 25;
    return sim;
  }
  RunOptions options(const char* name, bool resume = false) const {
    RunOptions out;
    out.output = folder() / name;
    out.resume = resume;
    return out;
  }
  std::vector<std::int64_t> steps(const char* name) const {
    const Recording recording(folder() / name);
    return {recording.steps().begin(), recording.steps().end()};
  }
  std::vector<Vec3d> last_positions(const char* name) const {
    const Recording recording(folder() / name);
    return recording.read(recording.frames() - 1).bodies[0].positions;
  }
  ProbeData probes(const char* name) const { return read_probes(folder() / name / "probes.csv"); }
};

TEST_F(RunEnd, TheLastStateIsRecordedOnce) {
  SceneRun run(cube(), options("run"));
  run.advance(100);
  run.finish();
  EXPECT_THAT(steps("run"), ElementsAre(0, 10, 20, 25));
  EXPECT_DOUBLE_EQ(Recording(folder() / "run").times().back(), 0.025);
  EXPECT_EQ(in_single(last_positions("run")), in_single(run.bodies()[0].state.positions()));
  const ProbeData table = probes("run");
  EXPECT_THAT(table.steps, ElementsAre(0, 4, 7, 8, 12, 14, 16, 20, 21, 24, 25));
  for (const auto& column : table.values) EXPECT_FALSE(std::isnan(column.back()));
  EXPECT_EQ(table.values[0].back(), run.measure("lowest")[0]);
}

TEST_F(RunEnd, WhatIsDueAtTheEndIsNotRecordedTwice) {
  Simulation sim = cube();
  sim.settings.value.steps = 20;
  SceneRun run(sim, options("run"));
  run.advance(20);
  run.finish();
  run.finish();
  EXPECT_THAT(steps("run"), ElementsAre(0, 10, 20));
  EXPECT_THAT(probes("run").steps, ElementsAre(0, 4, 7, 8, 12, 14, 16, 20));
  EXPECT_FALSE(std::isnan(probes("run").values[1].back())) << "the row of the end is whole";
}

TEST_F(RunEnd, ARunThatIsStoppedEndsThere) {
  Simulation sim = cube();
  sim.add(StopWhen{.time = 0.013});
  SceneRun run(sim, options("run"));
  run.advance(100);
  run.finish();
  EXPECT_EQ(run.step(), 13);
  EXPECT_THAT(steps("run"), ElementsAre(0, 10, 13));
  EXPECT_EQ(probes("run").steps.back(), 13);
}

TEST_F(RunEnd, AnInterruptedRunEndsWhereItIsAndGoesOnAsIfItHadNot) {
  {
    SceneRun whole(cube(), options("whole"));
    whole.advance(100);
    whole.finish();
    SceneRun part(cube(), options("part"));
    part.advance(13);
    part.save_checkpoint();
    part.finish();
  }
  EXPECT_THAT(steps("part"), ElementsAre(0, 10, 13));
  EXPECT_EQ(probes("part").steps.back(), 13);
  {  // interrupted again before any step
    SceneRun again(cube(), options("part", true));
    again.save_checkpoint();
    again.finish();
  }
  EXPECT_THAT(steps("part"), ElementsAre(0, 10, 13));
  EXPECT_EQ(probes("part").steps.back(), 13);
  SceneRun rest(cube(), options("part", true));
  rest.advance(100);
  rest.finish();
  EXPECT_EQ(steps("part"), steps("whole"));
  EXPECT_EQ(test::bytes_of(folder() / "part/probes.csv"),
            test::bytes_of(folder() / "whole/probes.csv"));
}

TEST_F(RunEnd, ACheckpointOfTheEndDoesNotRecordItAgain) {
  {
    SceneRun run(cube(), options("run"));
    run.advance(100);
    run.save_checkpoint();  // and then it is killed
  }
  SceneRun rest(cube(), options("run", true));
  rest.advance(100);
  rest.finish();
  EXPECT_THAT(steps("run"), ElementsAre(0, 10, 20, 25));
  EXPECT_EQ(probes("run").steps.size(), 11u);
}

TEST_F(RunEnd, ARunThatIsExtendedGoesOn) {
  SceneRun run(cube(), options("run"));
  run.advance(100);
  run.extend(0.007);
  run.advance(100);
  run.finish();
  EXPECT_THAT(steps("run"), ElementsAre(0, 10, 20, 25, 30, 32));
}

TEST_F(RunEnd, WhatRanAwayIsNotRecordedAsAState) {
  Simulation sim = cube();
  sim.settings.value.time_step = 0.1;
  sim.settings.value.steps = 1005;
  sim.add(Pin{.group = "plane:0,1,0,0,1,0"});
  SceneRun run(sim, options("run"));
  EXPECT_THROW(run.advance(2000), Diverged);
  run.finish();
  for (const std::int64_t step : steps("run")) EXPECT_EQ(step % 10, 0);
}

TEST_F(RunEnd, TellsWhichOfSeveralBodiesRanAway) {
  Simulation sim = cube();
  sim.settings.value.time_step = 0.1;
  sim.settings.value.steps = 1005;
  const auto words = [&] {
    SceneRun run(sim);
    try {
      run.advance(2000);
    } catch (const Diverged& e) {
      return run.words_of(e);
    }
    return std::string();
  };
  EXPECT_THAT(words(), testing::StartsWith("the simulation ran away"));
  sim.add_body({.mesh = "cube", .density = 1200, .name = "light", .settings = {{"cells", 1}}});
  sim.add(Pin{.group = "all", .body = {"light"}});
  EXPECT_THAT(words(), testing::StartsWith("body 'cube': the simulation ran away"));
}

}  // namespace
}  // namespace pliant

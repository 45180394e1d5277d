#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/probes.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include "support/noted_disk.h"

namespace pliant {
namespace {

constexpr std::int64_t end = 36;

Simulation falling_cube() {
  Simulation sim;
  sim.settings.value.steps = end;
  sim.settings.value.time_step = 1e-3;
  sim.add_body({.mesh = "cube", .material = "rubber", .settings = {{"cells", 2}}});
  sim.add(action::MassSpringForces{});
  sim.add(action::Gravity{});
  sim.add(action::Probe{.quantity = "momentum", .every = 2});
  sim.add(action::Record{.every = 3});
  return sim;
}

class PowerCut : public test::FolderTest {
 protected:
  struct Commit {
    std::size_t calls;  // of the disk, when it was complete
    std::int64_t step;
  };

  void SetUp() override {
    FolderTest::SetUp();
    SceneRun run(falling_cube(), options("whole", false));
    run.advance(end);
    run.finish();
  }
  RunOptions options(const std::string& name, bool resume) const {
    static const auto cache = std::make_shared<SceneCache>();
    RunOptions options;
    options.output = folder() / name;
    options.cache = cache;
    options.resume = resume;
    return options;
  }
  /// To the end, with a checkpoint every seven steps.
  std::vector<Commit> run_to_end(SceneRun& run, const test::NotedDisk& disk) const {
    std::vector<Commit> commits;
    while (!run.finished()) {
      run.advance(7);
      run.save_checkpoint();
      commits.push_back({disk.calls(), run.step()});
    }
    run.finish();
    return commits;
  }
  /// Cuts after every call; what was committed by then is there, and goes on as if nothing had
  /// been.
  void expect_survival(const test::NotedDisk& disk, const std::vector<Commit>& commits,
                       std::int64_t at_start) const {
    std::mt19937 random(7);
    for (std::size_t calls = 0; calls <= disk.calls(); ++calls) {
      SCOPED_TRACE(testing::Message() << "cut after call " << calls);
      std::int64_t committed = at_start;
      for (const Commit& commit : commits)
        if (commit.calls <= calls) committed = commit.step;
      disk.leave(folder() / "cut", calls, random);
      RunOptions how = options("cut", true);
      how.restart = committed == 0;
      try {
        SceneRun run(falling_cube(), how);
        EXPECT_GE(run.step(), committed);
        run.advance(end);
        run.finish();
      } catch (const InputError& problem) {
        FAIL() << problem.what();
      }
      expect_whole("cut");
    }
  }
  void expect_whole(const std::string& name) const {
    EXPECT_EQ(test::bytes_of(folder() / name / "probes.csv"),
              test::bytes_of(folder() / "whole/probes.csv"));
    const Recording whole(folder() / "whole"), found(folder() / name);
    ASSERT_EQ(found.frames(), whole.frames());
    for (std::int64_t i = 0; i < whole.frames(); ++i) {
      EXPECT_EQ(found.read(i).step, whole.read(i).step);
      EXPECT_EQ(found.read(i).bodies[0].positions, whole.read(i).bodies[0].positions);
    }
  }
};

TEST_F(PowerCut, AtAnyMomentOfARunLeavesWhatWasCommitted) {
  std::filesystem::create_directory(folder() / "run");
  test::NotedDisk disk(folder() / "run");
  std::vector<Commit> commits;
  {
    const DiskInPlace in_place(disk);
    SceneRun run(falling_cube(), options("run", false));
    commits = run_to_end(run, disk);
  }
  expect_whole("run");
  expect_survival(disk, commits, 0);
}

TEST_F(PowerCut, AtAnyMomentOfARunThatGoesOnLeavesWhatWasCommitted) {
  constexpr std::int64_t saved = 12;
  {
    SceneRun run(falling_cube(), options("run", false));
    run.advance(5);
    run.save_checkpoint();
    run.advance(saved - 5);
    run.save_checkpoint();
    run.advance(13);  // frames and rows that come again
  }
  test::NotedDisk disk(folder() / "run");
  std::vector<Commit> commits;
  {
    const DiskInPlace in_place(disk);
    SceneRun run(falling_cube(), options("run", true));
    EXPECT_EQ(run.step(), saved);
    commits = run_to_end(run, disk);
  }
  expect_whole("run");
  expect_survival(disk, commits, saved);
}

}  // namespace
}  // namespace pliant

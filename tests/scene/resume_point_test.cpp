#include <gmock/gmock.h>
#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/recording.h>
#include <pliant/run.h>

#include "support/recordings.h"

namespace pliant {
namespace {

using testing::Contains;
using testing::HasSubstr;

class ResumePoint : public test::FolderTest {
 protected:
  static Simulation falling_cube() {
    Simulation sim;
    sim.settings.value.steps = 40;
    sim.settings.value.time_step = 1e-3;
    sim.add_body({.mesh = "cube", .material = "rubber", .settings = {{"cells", 2}}});
    sim.add(action::MassSpringForces{});
    sim.add(action::Gravity{});
    sim.add(action::Record{.every = 2});
    return sim;
  }
  RunOptions options(bool resume) const {
    RunOptions options;
    options.output = folder() / "run";
    options.resume = resume;
    return options;
  }
  int damaged_frames() const {
    const Recording recording(folder() / "run");
    int damaged = 0;
    for (std::int64_t i = 0; i < recording.frames(); ++i) {
      try {
        recording.read(i);
      } catch (const InputError&) {
        ++damaged;
      }
    }
    return damaged;
  }
  /// Changes a byte of a file so that it opens, but frames of it are not read; how many.
  int damage_frames(const std::string& name) const {
    const std::filesystem::path file = folder() / "run" / name;
    const std::string whole = test::bytes_of(file);
    for (std::size_t at = whole.size() / 8; at < whole.size(); at += 7) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0x55);
      test::put_bytes(file, changed);
      try {
        if (const int damaged = damaged_frames()) return damaged;
      } catch (const InputError&) {  // what describes the numbers was hit
      }
    }
    return 0;
  }
};

TEST_F(ResumePoint, KeepsTheSoundFramesBesideDamagedOnes) {
  {
    SceneRun run(falling_cube(), options(false));
    run.advance(10);
    run.save_checkpoint();
    std::filesystem::remove(folder() / "run/checkpoint-before.bin");
  }
  const int damaged = damage_frames("recording-000001.h5");
  ASSERT_GT(damaged, 0);
  SceneRun run(falling_cube(), options(true));
  EXPECT_EQ(run.step(), 10);
  EXPECT_THAT(run.notes(), Contains(HasSubstr("is damaged and stays so; the others are kept")));
  run.advance(40);
  run.halt();
  EXPECT_EQ(Recording(folder() / "run").frames(), 21);
  EXPECT_EQ(damaged_frames(), damaged);
}

TEST_F(ResumePoint, IsTheCheckpointBeforeWhereFramesOfTheLastAreDamaged) {
  {
    SceneRun run(falling_cube(), options(false));
    for (int i = 0; i < 2; ++i) {
      run.advance(10);
      run.save_checkpoint();
    }
  }
  ASSERT_GT(damage_frames("recording-000002.h5"), 0);
  SceneRun run(falling_cube(), options(true));
  EXPECT_EQ(run.step(), 10);
  run.advance(40);
  run.finish();
  EXPECT_EQ(Recording(folder() / "run").frames(), 21);
  EXPECT_EQ(damaged_frames(), 0);
}

TEST_F(ResumePoint, IsToldToBeMissingWhereAFileOfTheRecordingIs) {
  {
    SceneRun run(falling_cube(), options(false));
    for (int i = 0; i < 3; ++i) {
      run.advance(10);
      run.save_checkpoint();
    }
  }
  std::filesystem::remove(folder() / "run/recording-000001.h5");
  const auto resume = [&] { SceneRun(falling_cube(), options(true)); };
  try {
    resume();
    ADD_FAILURE() << "it goes on";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("recording-000002.h5"));
    EXPECT_THAT(error.cure(), HasSubstr("--restart: it throws away 0 frames, 2 more files"));
  }
  for (const char* file : {"recording-000000.h5", "recording-000002.h5", "recording-000003.h5"})
    EXPECT_TRUE(std::filesystem::exists(folder() / "run" / file));
}

}  // namespace
}  // namespace pliant

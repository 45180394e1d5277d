#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/shapes.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "support/recordings.h"

namespace pliant {
namespace {

using testing::HasSubstr;

class Survival : public test::FolderTest {
 protected:
  /// Runs something in a process of its own, which ends with what it returns.
  static pid_t start(const std::function<int()>& work) {
    const pid_t child = fork();
    if (child == 0) {
      int code = 99;
      try {
        code = work();
      } catch (...) {
      }
      _exit(code);
    }
    return child;
  }
  static int wait(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  void record(Recorder& recorder, std::int64_t from, std::int64_t to) const {
    for (std::int64_t i = from; i < to; ++i) recorder.add(test::made_frame(bodies, i));
  }
  void expect_frames(std::int64_t wanted) const {
    const Recording recording(folder());
    ASSERT_EQ(recording.frames(), wanted);
    for (std::int64_t i = 0; i < wanted; ++i)
      test::expect_equal(recording.read(i), test::made_frame(bodies, i), false);
  }

  std::vector<RecordedBody> bodies = test::two_bodies();
};

TEST_F(Survival, AKillAtAnyMomentLeavesWholeFramesAndARecordingThatGoesOn) {
  constexpr int kills = 50;
  std::mt19937 random(5);
  int killed = 0, with_frames = 0;
  for (int i = 0; i < kills; ++i) {
    SCOPED_TRACE(i);
    remove_recording(folder());
    const pid_t child = start([&] {
      Recorder recorder(folder(), {}, bodies);
      for (std::int64_t j = 0; j < 10; ++j) {
        record(recorder, 3 * j, 3 * (j + 1));
        recorder.flush();
      }
      recorder.finish();
      return 0;
    });
    // At some moment after so many files were stored.
    const std::string file = "recording-00000" + std::to_string(random() % 10) + ".h5";
    for (int wait = 0; wait < 2000 && !std::filesystem::exists(folder() / file) &&
                       !std::filesystem::exists(folder() / "recording.h5");
         ++wait)
      usleep(200);
    usleep(static_cast<useconds_t>(random() % 3000));
    kill(child, SIGKILL);
    killed += wait(child) == -SIGKILL;
    if (!has_recording(folder())) continue;  // it had not begun
    const std::int64_t frames = [&] {
      // Half a first file: only that a run had begun can be said.
      return std::filesystem::exists(folder() / "recording-000000.h5") ||
                     std::filesystem::exists(folder() / "recording.h5")
                 ? Recording(folder()).frames()
                 : -1;
    }();
    if (frames < 0) continue;
    expect_frames(frames);
    with_frames += frames > 0;
    Recorder recorder(folder(), ContinueAfter{frames});
    record(recorder, frames, 32);
    if (i % 4 == 0)
      recorder.finish();
    else
      recorder.flush();
    expect_frames(32);
  }
  EXPECT_GT(killed, kills / 4);
  EXPECT_GT(with_frames, kills / 4);
}

// The system refuses to let a file grow, as on a full disk, once it has this many bytes.
int with_file_limit(rlim_t bytes, const std::function<void()>& work) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  try {
    work();
  } catch (const InputError& error) {
    const bool told = std::string(error.what()).find("File too large") != std::string::npos &&
                      error.cure().find("free space") != std::string::npos;
    if (!told) std::fprintf(stderr, "%s\n", error.what());
    return told ? 1 : 2;
  }
  return 0;
}

TEST_F(Survival, AFullDiskStopsTheRecordingAndKeepsWhatIsThere) {
  const pid_t child = start([&] {
    Recorder recorder(folder(), {}, bodies);
    record(recorder, 0, 10);
    recorder.flush();
    return with_file_limit(20000, [&] {
      record(recorder, 10, 3000);  // a segment of more than that
      recorder.flush();
    });
  });
  EXPECT_EQ(wait(child), 1);
  expect_frames(10);
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    EXPECT_NE(entry.path().extension(), ".part");
  Recorder recorder(folder(), ContinueAfter{10});
  record(recorder, 10, 20);
  recorder.finish();
  expect_frames(20);
}

TEST_F(Survival, WhereAFileFindsNoMoreRoomItIsStoredAndTheNextOneBegun) {
  constexpr rlim_t most = 600000;
  bodies[0].mesh = make_shape("cube", {{"cells", 3}});  // frames that outweigh their list
  const pid_t child = start([&] {
    Recorder recorder(folder(), {}, bodies);
    return with_file_limit(most, [&] {
      record(recorder, 0, 150);  // before packing, more than that
      recorder.flush();
    });
  });
  EXPECT_EQ(wait(child), 0);
  expect_frames(150);
  EXPECT_TRUE(std::filesystem::exists(folder() / "recording-000002.h5"));
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    EXPECT_NE(entry.path().extension(), ".part");
    EXPECT_LE(entry.file_size(), most);
  }
}

TEST_F(Survival, ADiskTooFullToJoinTheFilesLeavesThemReadable) {
  const pid_t child = start([&] {
    Recorder recorder(folder(), {}, bodies);
    for (int i = 0; i < 10; ++i) {
      record(recorder, 10 * i, 10 * (i + 1));
      recorder.flush();
    }
    const auto largest = std::filesystem::file_size(folder() / "recording.xdmf");
    const int code = with_file_limit(std::min<rlim_t>(largest, 50000), [&] { recorder.finish(); });
    return code;
  });
  EXPECT_EQ(wait(child), 1);
  EXPECT_FALSE(std::filesystem::exists(folder() / "recording.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "recording.h5.part"));
  expect_frames(100);
  Recorder(folder(), ContinueAfter{100}).finish();
  expect_frames(100);
}

TEST_F(Survival, AnErrorOfTheWritingThreadIsToldAtEveryCall) {
  Recorder recorder(folder(), {}, bodies);
  std::filesystem::create_directory(folder() / "recording-000001.h5");  // in the way
  record(recorder, 0, 1);
  for (int i = 0; i < 2; ++i) {
    try {
      recorder.flush();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("recording-000001.h5"));
    }
  }
  EXPECT_THROW(recorder.add(test::made_frame(bodies, 2)), InputError);
  EXPECT_THROW(recorder.finish(), InputError);
}

}  // namespace
}  // namespace pliant

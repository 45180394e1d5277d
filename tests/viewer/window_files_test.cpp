#include <fcntl.h>
#include <pliant/error.h>
#include <pliant/io.h>
#include <pliant/recording.h>
#include <pliant/shapes.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "viewer/window/window_test.h"

namespace pliant::viewer {
namespace {

using testing::HasSubstr;

class WindowFiles : public WindowTest {
 protected:
  // The program `pliant view`, with its words in the file "words".
  pid_t start_program(const std::vector<std::string>& arguments) const {
    const pid_t process = fork();
    if (process != 0) return process;
    const int words = ::open("words", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    dup2(words, 1);
    dup2(words, 2);
    std::vector<char*> list{const_cast<char*>(PLIANT_PROGRAM), const_cast<char*>("view")};
    for (const std::string& a : arguments) list.push_back(const_cast<char*>(a.c_str()));
    list.push_back(nullptr);
    execv(PLIANT_PROGRAM, list.data());
    _exit(127);
  }
  static int end_of(pid_t process) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
      if (std::chrono::steady_clock::now() > end) {
        kill(process, SIGKILL);
        waitpid(process, &status, 0);
        return -1;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  static std::string words() {
    std::stringstream all;
    all << std::ifstream("words").rdbuf();
    return all.str();
  }
  std::string scene() const { return falling_cube(1); }
  void expect_recorded_until(const std::filesystem::path& where, double time) {
    const Recording recording(where);
    ASSERT_GT(recording.frames(), 1);
    EXPECT_GE(recording.times().back(), time);
    const RecordedFrame last = recording.read(recording.frames() - 1);
    EXPECT_LT(last.bodies.at(0).positions.at(0).y, 1) << "it has fallen";
  }
};

TEST_F(WindowFiles, ClosingTheWindowDuringARunLosesNoRecording) {
  OpenOptions how;
  how.output = folder() / "kept.run";
  open(viewer::open(scene(), how), small_window(true));
  ASSERT_TRUE(until([&] { return viewer().show().times().size() > 6; }));
  const double time = viewer().show().times().back();
  user().ask_to_close();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (viewer().frame()) ASSERT_LT(std::chrono::steady_clock::now(), end) << "it does not close";
  close();
  expect_recorded_until(folder() / "kept.run", time);
}

TEST_F(WindowFiles, ASignalEndsTheProgramAndLosesNoRecording) {
  const std::filesystem::path out = folder() / "program.run";
  const pid_t process = start_program({scene(), "-o", out.string(), "--window", "640x480"});
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const auto has_run = [&] {
    try {
      return has_recording(out) && Recording(out).frames() > 3;
    } catch (const InputError&) {
      return false;  // it is being written
    }
  };
  while (!has_run()) {
    if (std::chrono::steady_clock::now() > end || waitpid(process, nullptr, WNOHANG) != 0) {
      kill(process, SIGKILL);
      FAIL() << words();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  const double time = Recording(out).times().back();
  kill(process, SIGTERM);
  EXPECT_GE(end_of(process), 0) << "it ends by itself, not by the signal";
  expect_recorded_until(out, time);
}

TEST_F(WindowFiles, WithoutADisplayThereIsASentenceThatNamesRender) {
  unsetenv("DISPLAY");
  try {
    Viewer viewer(viewer::open("cube"), small_window());
    FAIL() << "a window without a display";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("display"));
    EXPECT_THAT(error.what(), HasSubstr("pliant render"));
  }
}

TEST_F(WindowFiles, AMeshThatIsDroppedOnTheWindowFallsOnAFloor) {
  write_mesh(folder() / "ball.vtu", make_shape("sphere", {{"cells", 2}}));
  open_cube();
  ViewerOptions options = small_window(true);
  options.open.output = folder() / "ball.run";
  open(viewer::open("cube", options.open), options);
  const std::string before = viewer().show().title();
  viewer().drop((folder() / "ball.vtu").string());
  ASSERT_TRUE(until([&] {
    return viewer().shown() != nullptr && !viewer().shown()->bodies->empty();
  })) << viewer().show().progress().trouble;
  EXPECT_NE(viewer().show().title(), before);
  EXPECT_TRUE(viewer().show().floor());
  const double start = positions()[0].y;
  EXPECT_TRUE(until([&] { return positions()[0].y < start - 0.05; }));
  EXPECT_GT(body_pixels(), 300u);
}

TEST_F(WindowFiles, AFileThatCannotBeReadIsAMessageAndNothingElseChanges) {
  open_cube();
  viewer().drop(write("bad.vtu", "this is no mesh").string());
  user().frames(2);
  ASSERT_FALSE(viewer().messages().empty());
  EXPECT_THAT(viewer().messages().front(), HasSubstr("bad.vtu"));
  EXPECT_EQ(viewer().show().title(), "cube");
  EXPECT_GT(body_pixels(), 3000u);
  click("Close message");
  EXPECT_TRUE(until([&] { return viewer().messages().empty(); }));
}

TEST_F(WindowFiles, ARecordingIsSavedWhereTheUserWants) {
  open_cube(small_window(true));
  ASSERT_TRUE(until([&] { return viewer().show().times().size() > 3; }));
  user().hold("Control_L");
  user().key("s");
  user().let_go("Control_L");
  ASSERT_TRUE(until([&] { return viewer().place_of("Save").has_value(); }));
  user().hold("Control_L");
  user().key("a");
  user().let_go("Control_L");
  user().type("mine.run");
  click("Save");
  ASSERT_TRUE(until([&] { return has_recording(folder() / "mine.run"); }));
  EXPECT_GT(Recording(folder() / "mine.run").frames(), 3);
}

}  // namespace
}  // namespace pliant::viewer

#include "video.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pliant/error.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include "base/file.h"

extern char** environ;

namespace pliant::app {

namespace {

// A write into a pipe that nobody reads any more is to fail, not to end the program.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before_); }
  IgnoreBrokenPipe(const IgnoreBrokenPipe&) = delete;
  IgnoreBrokenPipe& operator=(const IgnoreBrokenPipe&) = delete;

 private:
  void (*before_)(int);
};

std::vector<std::string> arguments(const std::filesystem::path& file, int width, int height,
                                   double rate) {
  return {"ffmpeg", "-y", "-loglevel", "error", "-nostdin", "-xerror", "-f", "rawvideo", "-pix_fmt",
          "rgb24", "-s", fmt::format("{}x{}", width, height), "-r", fmt::format("{}", rate), "-i",
          "pipe:0", "-an", "-c:v", "libx264", "-preset", "medium", "-crf", "18", "-pix_fmt",
          "yuv420p",
          // Browsers take colours for those of television unless they are told.
          "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-colorspace", "bt709",
          "-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart", "-f",
          "mp4", "file:" + file.string()};
}

// Runs a program with a pipe as its input in a group of its own, so that Ctrl-C does not reach it.
int spawn(std::vector<std::string> words, int input, int errors, pid_t& child) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error =
      posix_spawnp(&child, pointers[0], &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

[[noreturn]] void no_ffmpeg(const std::filesystem::path& file) {
  throw InputError(file.string(), 0,
                   "a movie needs the program ffmpeg, which cannot be started here",
                   "install it (Debian: apt-get install ffmpeg); without it 'pliant render' writes "
                   "pictures (-o frames_####.png), and 'drop --record' a page (.html)");
}

}  // namespace

void need_ffmpeg(const std::filesystem::path& file) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((std::filesystem::path(folder) / "ffmpeg").c_str(), X_OK) == 0) return;
  no_ffmpeg(file);
}

Video::Video(std::filesystem::path file, int width, int height, double pictures_per_second)
    : file_(std::move(file)),
      partial_(file_.string() + ".part"),
      words_(std::tmpfile(), &std::fclose) {
  int ends[2];
  if (!words_ || ::pipe2(ends, O_CLOEXEC) != 0)
    throw InputError(file_.string(), 0, fmt::format("cannot be made: {}", std::strerror(errno)),
                     "close other programs and try again");
  const int error = spawn(arguments(partial_, width, height, pictures_per_second), ends[0],
                          ::fileno(words_.get()), child_);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error == 0) return;
  child_ = -1;
  ::close(pipe_);
  no_ffmpeg(file_);
}

Video::~Video() {
  if (child_ < 0) return;
  ::kill(child_, SIGKILL);
  wait();
  std::error_code error;
  std::filesystem::remove(partial_, error);
}

int Video::wait() {
  if (pipe_ >= 0) ::close(pipe_);
  pipe_ = -1;
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = -1;
  return status;
}

std::string Video::words() const {
  std::string said(2000, '\0');
  std::rewind(words_.get());
  said.resize(std::fread(said.data(), 1, said.size(), words_.get()));
  while (!said.empty() && said.back() == '\n') said.pop_back();
  return said;
}

void Video::fail() {
  if (child_ >= 0) wait();
  std::error_code error;
  std::filesystem::remove(partial_, error);
  std::string said = words();
  const auto line = said.rfind('\n');
  if (line != std::string::npos) said.erase(0, line + 1);
  throw InputError(file_.string(), 0,
                   "ffmpeg gave up" + (said.empty() ? std::string() : ": " + said),
                   "check the folder, its permissions and the free space");
}

void Video::add(const render::Image& image) {
  const IgnoreBrokenPipe ignore;
  std::size_t done = 0;
  while (done < image.pixels.size()) {
    const auto written = ::write(pipe_, image.pixels.data() + done, image.pixels.size() - done);
    if (written > 0)
      done += static_cast<std::size_t>(written);
    else if (written < 0 && errno != EINTR)
      fail();
  }
}

void Video::finish() {
  // On a full disk it complains, but says with its exit code that all is well.
  if (wait() != 0 || !words().empty()) fail();
  replace_file(partial_, file_);
}

}  // namespace pliant::app

#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace pliant::test {

struct Outcome {
  int code;
  std::string out, err;
};

/// A test in an empty folder of its own, from which the program is run.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Runs `pliant ARGUMENTS` by the shell.
  Outcome pliant(const std::string& arguments) const { return run(PLIANT_PROGRAM, arguments); }
  Outcome run(const std::string& program, const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && '" + program + "' " + arguments +
                                " >.out 2>.err </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(".out"), text_of(".err")};
  }

  /// Starts `pliant ARGUMENTS` and does not wait for it; finish() does.
  pid_t start(const std::string& arguments) const {
    const std::string command = "cd '" + folder_.string() + "' && exec '" PLIANT_PROGRAM "' " +
                                arguments + " >.out 2>.err </dev/null";
    const pid_t child = fork();
    if (child == 0) {
      std::signal(SIGINT, SIG_DFL);  // ignored where the tests run behind a script
      execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      _exit(127);
    }
    return child;
  }
  Outcome finish(pid_t child) const {
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(".out"), text_of(".err")};
  }

  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path folder_;
};

}  // namespace pliant::test

#include "base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace pliant {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("pliant_file_" + std::string(info->name()) + "_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path at(const std::string& name) const { return folder_ / name; }

  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }

  std::size_t entries() const {
    const auto count = std::distance(fs::directory_iterator(folder_), fs::directory_iterator());
    return static_cast<std::size_t>(count);
  }

  static std::string message(const fs::path& path, std::string_view bytes) {
    try {
      write_file(path, bytes);
    } catch (const InputError& e) {
      EXPECT_EQ(e.file(), path.string());
      EXPECT_NE(e.cure(), "");
      return e.problem();
    }
    ADD_FAILURE() << path << " was written";
    return {};
  }

 private:
  fs::path folder_;
};

// No file of this process grows beyond the limit while this lives, as if the disk were full.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST_F(FileTest, HoldsTheBytesAndNothingElseIsLeft) {
  const std::string bytes("one\0two\n", 8);
  write_file(at("a"), bytes);
  EXPECT_EQ(read(at("a")), bytes);
  write_file(at("a"), "");
  EXPECT_EQ(read(at("a")), "");
  std::ofstream(at("a.part")) << "of a run that was killed";
  write_file(at("a"), "new");
  EXPECT_EQ(read(at("a")), "new");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, AFullDiskLeavesWhatWasThere) {
  write_file(at("a"), "old");
  {
    const FullDisk disk(1000);
    EXPECT_THAT(message(at("a"), std::string(5000, 'x')), HasSubstr("cannot be written: "));
    EXPECT_THAT(message(at("b"), std::string(5000, 'x')), HasSubstr("cannot be written: "));
  }
  EXPECT_EQ(read(at("a")), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, WhatIsNoRegularFileIsRefused) {
  EXPECT_THAT(message("/dev/full", "x"), HasSubstr("not a regular file"));
  EXPECT_TRUE(fs::is_character_file("/dev/full"));
  fs::create_directory(at("folder"));
  EXPECT_THAT(message(at("folder"), "x"), HasSubstr("is a folder"));
  fs::create_symlink("/dev/full", at("link"));
  EXPECT_THAT(message(at("link"), "x"), HasSubstr("not a regular file"));
  EXPECT_TRUE(fs::is_symlink(at("link")));
  EXPECT_EQ(entries(), 2u);
}

TEST_F(FileTest, AMissingFolderIsSaid) {
  EXPECT_THAT(message(at("missing/a"), "x"), HasSubstr("No such file or directory"));
  EXPECT_THAT(message("", "x"), HasSubstr("cannot be written: "));
  EXPECT_EQ(entries(), 0u);
}

TEST_F(FileTest, AllBytesAreRead) {
  const std::string bytes("one\0two\n\xff", 9);
  write_file(at("a"), bytes);
  EXPECT_EQ(read_file(at("a")), bytes);
  EXPECT_EQ(read_file(at("a"), bytes.size()), bytes);
  write_file(at("a"), "");
  EXPECT_EQ(read_file(at("a")), "");
}

TEST_F(FileTest, WhatCannotBeReadIsSaid) {
  const auto problem_with = [](const fs::path& path, std::uintmax_t most) -> std::string {
    try {
      return "it holds " + read_file(path, most);
    } catch (const InputError& e) {
      EXPECT_EQ(e.file(), path.string());
      EXPECT_NE(e.cure(), "");
      return e.problem();
    }
  };
  write_file(at("a"), "12345");
  EXPECT_THAT(problem_with(at("a"), 4), HasSubstr("too long: 5 bytes"));
  EXPECT_THAT(problem_with(at("missing"), 4), HasSubstr("No such file"));
  EXPECT_THAT(problem_with(at(""), 1u << 30), HasSubstr("cannot be read: "));
  EXPECT_THAT(problem_with("/dev/zero", 4), HasSubstr("cannot be read: "));
}

TEST_F(FileTest, LinksStayLinks) {
  fs::create_directory(at("folder"));
  write_file(at("folder/a"), "old");
  fs::create_symlink("folder/a", at("relative"));
  fs::create_symlink(at("relative"), at("chain"));
  fs::create_symlink("folder/new", at("dangling"));
  write_file(at("chain"), "new");
  write_file(at("dangling"), "newer");
  EXPECT_EQ(read(at("folder/a")), "new");
  EXPECT_EQ(read(at("folder/new")), "newer");
  for (const char* link : {"relative", "chain", "dangling"}) EXPECT_TRUE(fs::is_symlink(at(link)));
  fs::create_symlink("loop", at("loop"));
  EXPECT_THAT(message(at("loop"), "x"), HasSubstr("cannot be written: "));
  EXPECT_EQ(entries(), 5u);
}

}  // namespace
}  // namespace pliant

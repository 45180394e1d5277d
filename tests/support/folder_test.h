#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace pliant::test {

/// A test with an empty folder of its own.
class FolderTest : public testing::Test {
 protected:
  void SetUp() override {
    // In memory where that is possible: recordings wait for the disk again and again.
    const std::filesystem::path memory = "/dev/shm";
    std::string pattern =
        ((std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path()) /
         "pliant-XXXXXX")
            .string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace pliant::test

#include "base/file_set.h"

#include <gmock/gmock.h>
#include <pliant/error.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/file.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

class FileSets : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "pliant-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& one, const std::string& other) const {
    write_together(std::vector<FileBytes>{{folder_ / "one", one}, {folder_ / "other", other}});
  }
  std::string read(const char* name) const { return read_file(folder_ / name); }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_))
      all.push_back(entry.path().filename().string());
    return all;
  }

  fs::path folder_;
};

TEST_F(FileSets, AllAreThereAndNothingElse) {
  write("1", "2");
  write("3", "");
  EXPECT_EQ(read("one"), "3");
  EXPECT_EQ(read("other"), "");
  EXPECT_THAT(names(), testing::UnorderedElementsAre("one", "other"));
}

TEST_F(FileSets, NoneIsWrittenWhereOneCannotBe) {
  write("1", "2");
  fs::remove(folder_ / "other");
  fs::create_directory(folder_ / "other");
  EXPECT_THROW(write("3", "4"), InputError);
  EXPECT_EQ(read("one"), "1");
  EXPECT_THAT(names(), testing::UnorderedElementsAre("one", "other"));
}

TEST_F(FileSets, AnErrorNamesTheFileThatWasWanted) {
  try {
    write_together(std::vector<FileBytes>{{folder_ / "one", ""}, {folder_ / "no" / "other", ""}});
    FAIL() << "there is no such folder";
  } catch (const InputError& e) {
    EXPECT_EQ(e.file(), (folder_ / "no" / "other").string());
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(FileSets, LinksStayLinks) {
  fs::create_directory(folder_ / "elsewhere");
  fs::create_symlink("elsewhere/one", folder_ / "one");
  write("1", "2");
  EXPECT_TRUE(fs::is_symlink(folder_ / "one"));
  EXPECT_EQ(read("elsewhere/one"), "1");
}

}  // namespace
}  // namespace pliant

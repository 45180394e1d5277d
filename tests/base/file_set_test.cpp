#include "base/file_set.h"

#include <gmock/gmock.h>
#include <pliant/error.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "base/file.h"
#include "support/folder_test.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;

class FileSets : public test::FolderTest {
 protected:
  void write(const std::string& one, const std::string& other) const {
    write_together(std::vector<FileBytes>{{folder() / "one", one}, {folder() / "other", other}});
  }
  std::string read(const char* name) const { return read_file(folder() / name); }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder()))
      all.push_back(entry.path().filename().string());
    return all;
  }
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
  fs::remove(folder() / "other");
  fs::create_directory(folder() / "other");
  EXPECT_THROW(write("3", "4"), InputError);
  EXPECT_EQ(read("one"), "1");
  EXPECT_THAT(names(), testing::UnorderedElementsAre("one", "other"));
}

TEST_F(FileSets, AnErrorNamesTheFileThatWasWanted) {
  try {
    write_together(std::vector<FileBytes>{{folder() / "one", ""}, {folder() / "no" / "other", ""}});
    FAIL() << "there is no such folder";
  } catch (const InputError& e) {
    EXPECT_EQ(e.file(), (folder() / "no" / "other").string());
  }
  EXPECT_TRUE(names().empty());
}

TEST_F(FileSets, LinksStayLinks) {
  fs::create_directory(folder() / "elsewhere");
  fs::create_symlink("elsewhere/one", folder() / "one");
  write("1", "2");
  EXPECT_TRUE(fs::is_symlink(folder() / "one"));
  EXPECT_EQ(read("elsewhere/one"), "1");
}

}  // namespace
}  // namespace pliant

#include "base/folder_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pliant/error.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <optional>

#include "support/folder_test.h"

namespace pliant {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class LockedFolder : public test::FolderTest {
 protected:
  fs::path file() const { return folder() / FolderLock::file_name; }
  void leave(const FolderOwner& owner) const {
    std::ofstream(file()) << owner.process << ' ' << owner.began << '\n'
                          << owner.host << '\n'
                          << owner.since << '\n'
                          << owner.command << '\n';
  }
  std::string problem() const {
    try {
      const FolderLock lock(folder());
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(folder().string()));
      return error.what();
    }
    return "";
  }
};

TEST_F(LockedFolder, HasOneOwnerAtATimeWhoIsNamed) {
  {
    const FolderLock lock(folder());
    ASSERT_TRUE(owner_of(folder()));
    EXPECT_EQ(owner_of(folder())->process, ::getpid());
    const std::string told = problem();
    EXPECT_THAT(told, HasSubstr("process " + std::to_string(::getpid()) + " on "));
    EXPECT_THAT(told, HasSubstr(owner_of(folder())->since));
    EXPECT_THAT(told, HasSubstr(owner_of(folder())->command));
  }
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_EQ(problem(), "");
}

TEST_F(LockedFolder, OfAProcessThatIsGoneIsTakenOver) {
  const pid_t child = fork();
  if (child == 0) {
    new FolderLock(folder());  // never let go of, as by a kill
    _exit(0);
  }
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  ASSERT_TRUE(owner_of(folder()));
  EXPECT_EQ(owner_of(folder())->process, child);
  const FolderLock lock(folder());
  EXPECT_EQ(owner_of(folder())->process, ::getpid());
}

TEST_F(LockedFolder, OfANumberThatAnotherProcessHasNowIsTakenOver) {
  FolderOwner before = this_owner();
  if (before.began == 0) GTEST_SKIP() << "the system does not tell when processes began";
  --before.began;
  leave(before);
  EXPECT_EQ(problem(), "");
}

TEST_F(LockedFolder, OfALivingProcessIsRespectedWhereTheSystemsLockIsNotSeen) {
  leave(this_owner());
  EXPECT_THAT(problem(), HasSubstr("wait for it"));
  EXPECT_TRUE(fs::exists(file()));
}

TEST_F(LockedFolder, OfAnotherMachineIsNeverTakenOver) {
  FolderOwner other = this_owner();
  other.host += "-other";
  leave(other);
  const std::string told = problem();
  EXPECT_THAT(told, HasSubstr("on " + other.host));
  EXPECT_THAT(told, HasSubstr("if it does not, remove " + file().string()));
  EXPECT_EQ(owner_of(folder()), other);
}

TEST_F(LockedFolder, ThatAKillLeftEmptyIsTakenOver) {
  std::ofstream(file()).close();
  EXPECT_EQ(problem(), "");
}

TEST_F(LockedFolder, OfALinkIsNotFollowed) {
  std::ofstream(folder() / "precious") << "mine";
  fs::create_symlink("precious", file());
  EXPECT_THROW(const FolderLock lock(folder()), InputError);
  EXPECT_EQ(fs::file_size(folder() / "precious"), 4u);
}

TEST_F(LockedFolder, IsGivenToOneOfManyThatComeAtOnce) {
  constexpr int processes = 8;
  leave({1 << 22, 1, this_owner().host, "gone", "long ago"});
  int ready[2], done[2];
  ASSERT_EQ(pipe(ready) | pipe(done), 0);
  for (int i = 0; i < processes; ++i)
    if (fork() == 0) {
      std::optional<FolderLock> lock;
      try {
        lock.emplace(folder());
      } catch (const InputError&) {
      }
      const char got = lock ? 'y' : 'n';
      char waited = 0;
      close(done[1]);
      const bool told = write(ready[1], &got, 1) == 1 && read(done[0], &waited, 1) == 0;
      _exit(told ? 0 : 1);
    }
  int owners = 0;
  for (int i = 0; i < processes; ++i) {
    char got = 0;
    ASSERT_EQ(read(ready[0], &got, 1), 1);
    owners += got == 'y';
  }
  EXPECT_EQ(owners, 1);
  close(done[1]);
  for (int i = 0; i < processes; ++i) wait(nullptr);
}

}  // namespace
}  // namespace pliant

#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pliant {

/// A process that has a folder for itself, as its file `pliant.lock` tells.
struct FolderOwner {
  std::int64_t process = 0;
  std::int64_t began = 0;  ///< when the process did, in the system's ticks; numbers come again
  std::string host, command, since;

  bool operator==(const FolderOwner&) const = default;
};

/// This process, now.
FolderOwner this_owner();
std::string in_words(const FolderOwner& owner);
/// False where it was a process of this machine that is gone.
bool may_be_running(const FolderOwner& owner);
/// What the lock of a folder says; none where there is no lock or it says nothing.
std::optional<FolderOwner> owner_of(const std::filesystem::path& folder);

/// A folder is this process's alone while one of these lives: a file that only one can make, which
/// is also locked (flock) where the file system can do that. A lock whose process of this machine
/// is gone is taken over.
class FolderLock {
 public:
  static constexpr const char* file_name = "pliant.lock";

  /// The folder must be there. InputError that names the owner where it has one.
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  bool made();
  bool taken_over();
  void sign() const;
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void refuse(const std::optional<FolderOwner>& owner) const;

  std::filesystem::path folder_, file_;
  int descriptor_ = -1;
};

}  // namespace pliant

#pragma once

#include <filesystem>
#include <optional>

#include "base/folder_lock.h"

namespace pliant::app {

/// The folder that a command writes into, made if need be, which is its alone while this lives. One
/// that it made and left empty goes again.
class OwnedFolder {
 public:
  /// InputError where it is no folder, another process has it, or a link stands where a run or a
  /// sweep would write a file: it may come from someone else.
  explicit OwnedFolder(std::filesystem::path folder);
  OwnedFolder(const OwnedFolder&) = delete;
  OwnedFolder& operator=(const OwnedFolder&) = delete;
  ~OwnedFolder();

 private:
  std::filesystem::path folder_;
  bool made_;
  std::optional<FolderLock> lock_;
};

}  // namespace pliant::app

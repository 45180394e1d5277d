#pragma once

#include <filesystem>

namespace pliant::viewer {

/// Where a session's recordings go: one folder after the other.
class RecordingFolder {
 public:
  /// Empty: the user's cache, where each recording takes the place of the last one.
  explicit RecordingFolder(std::filesystem::path wanted) : wanted_(std::move(wanted)) {}
  ~RecordingFolder();
  RecordingFolder(const RecordingFolder&) = delete;
  RecordingFolder& operator=(const RecordingFolder&) = delete;

  /// A folder that holds no recording. Empty where there is no cache, or it cannot be written to;
  /// InputError where that is so with a wanted one.
  std::filesystem::path next();
  /// Disks of those who did not ask for a recording are not to be filled.
  bool in_cache() const { return wanted_.empty(); }

 private:
  std::filesystem::path next_in_cache();
  std::filesystem::path next_wanted() const;

  std::filesystem::path wanted_, cached_;
  int lock_ = -1;  // of the folder in the cache, while this session has it
};

}  // namespace pliant::viewer

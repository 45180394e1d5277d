#include "session/recording_folder.h"

#include <fcntl.h>
#include <pliant/error.h>
#include <pliant/modes.h>
#include <pliant/probes.h>
#include <pliant/recording.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/text.h"
#include "scene/checkpoint.h"

namespace pliant::viewer {

namespace {

namespace fs = std::filesystem;

constexpr int most_folders = 100'000;

fs::path numbered(const fs::path& folder, int number) {
  if (number == 1) return folder;
  return folder.parent_path() /
         text(folder.stem().string(), '-', number, folder.extension().string());
}

// Whether it is, or can be made, a folder that files can be written into.
bool usable(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  return fs::is_directory(folder, error) && access(folder.c_str(), W_OK | X_OK) == 0;
}

// Held as long as the file is open; two windows do not write into one folder.
int locked(const fs::path& file) {
  const int descriptor = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
  if (descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  if (descriptor >= 0) close(descriptor);
  return -1;
}

void empty(const fs::path& folder) {
  if (folder.empty()) return;
  remove_recording(folder);
  remove_probes(folder / "probes.csv");
  remove_checkpoint(folder);
}

}  // namespace

RecordingFolder::~RecordingFolder() {
  if (lock_ >= 0) close(lock_);
}

fs::path RecordingFolder::next() {
  return in_cache() ? next_in_cache() : next_wanted();
}

fs::path RecordingFolder::next_wanted() const {
  for (int number = 1; number < most_folders; ++number) {
    const fs::path folder = numbered(wanted_, number);
    std::error_code error;
    if (has_recording(folder) ||
        (number > 1 && fs::exists(folder, error) && !fs::is_directory(folder, error)))
      continue;
    if (!usable(folder))
      throw InputError(folder.string(), 0, "no recording can be written into this folder",
                       "choose another with -o");
    return folder;
  }
  throw InputError(wanted_.string(), 0, "there are too many recordings beside it",
                   "choose another folder with -o");
}

fs::path RecordingFolder::next_in_cache() {
  const fs::path cache = modes_cache_folder();
  if (cache.empty()) return {};
  for (int number = 1; cached_.empty() && number < 100; ++number) {
    const fs::path folder = numbered(cache / "last.run", number);
    if (!usable(folder)) return {};
    lock_ = locked(folder / "lock");
    if (lock_ >= 0) cached_ = folder;
  }
  if (cached_.empty()) return {};
  empty(cached_);
  return cached_;
}

}  // namespace pliant::viewer

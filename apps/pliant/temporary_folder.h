#pragma once

#include <pliant/error.h>

#include <cstdlib>
#include <filesystem>

namespace pliant::app {

/// A folder that is gone with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw InputError(pattern, 0, "no folder can be made here", "set TMPDIR to another place");
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace pliant::app

#include "owned_folder.h"

#include <pliant/error.h>

#include <algorithm>

#include "base/file.h"

namespace pliant::app {

namespace {

bool is_new(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) return true;
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(folder.string(), 0, "is not a folder", "choose another with -o");
  return false;
}

// Of a run or a sweep, whole or being written.
bool is_name_of_pliant(const std::string& name) {
  constexpr const char* beginnings[] = {
      "run.json",         "scene.lua",  "probes.csv", "checkpoint.",         "checkpoint-",
      "recording.",       "recording-", "sweep.json", FolderLock::file_name, "sweep.csv",
      "compare-full.svg",
  };
  const auto begins_so = [&](const char* beginning) { return name.starts_with(beginning); };
  const bool is_run_of_sweep =
      std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
  return is_run_of_sweep || std::ranges::any_of(beginnings, begins_so) ||
         name.find("-last-good.vtu") != std::string::npos;
}

void refuse_links(const std::filesystem::path& folder) {
  std::error_code error;
  const std::filesystem::directory_iterator entries(folder, error);
  if (error)
    throw InputError(folder.string(), 0, "cannot be read: " + error.message(),
                     "check its permissions, or choose another folder");
  for (const auto& entry : entries)
    if (entry.is_symlink(error) && is_name_of_pliant(entry.path().filename().string()))
      throw InputError(entry.path().string(), 0,
                       "is a link, and what is written there would go elsewhere",
                       "put the file itself in its place, or choose another folder");
}

}  // namespace

OwnedFolder::OwnedFolder(std::filesystem::path folder)
    : folder_(std::move(folder)), made_(is_new(folder_)) {
  make_folder(folder_);
  refuse_links(folder_);
  lock_.emplace(folder_);
}

OwnedFolder::~OwnedFolder() {
  lock_.reset();
  std::error_code error;
  if (made_ && std::filesystem::is_empty(folder_, error)) std::filesystem::remove(folder_, error);
}

}  // namespace pliant::app

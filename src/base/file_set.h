#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace pliant {

struct FileBytes {
  std::filesystem::path file;
  std::string_view bytes;
};

/// Writes files that belong together: all of them under temporary names (FILE.part), which become
/// their own, in the order given, once the last is stored. Throws InputError where one cannot be
/// stored; those that were there stay then, all of them.
///
/// Names change one after the other. Who is killed just there leaves some new files beside old
/// ones: readers must be able to tell.
void write_together(std::span<const FileBytes> files);

}  // namespace pliant

#pragma once

#include <pliant/error.h>

#include <filesystem>
#include <optional>

#include "record/layout.h"

// A recording as files: recording.h5 once it is finished, and segments recording-000001.h5, ...
// of what came later. The first file (recording.h5, or recording-000000.h5 as long as there is
// none) has the bodies.

namespace pliant::record {

std::filesystem::path finished_file(const std::filesystem::path& folder);
std::filesystem::path xdmf_file(const std::filesystem::path& folder);
std::filesystem::path segment_file(const std::filesystem::path& folder, std::int64_t number);

struct Part {
  std::filesystem::path file;
  std::vector<Block> blocks;
};

/// What there is of a recording.
struct Parts {
  RecordingInfo info;
  std::vector<RecordedBody> bodies;
  std::vector<Part> parts{};  ///< in order; the first has the bodies
  /// Segments that recording.h5 holds already; a kill came before they were removed.
  std::vector<std::filesystem::path> stale{};
  /// What is wrong with the first file that cannot be read or leaves a gap, and all from it on.
  std::optional<InputError> problem{};
  std::vector<std::filesystem::path> unsound{};
  std::int64_t next_segment = 1;

  std::int64_t frames() const;
};

/// As far as it goes without gap or damage; InputError where there is no recording, or its first
/// file is damaged.
Parts find_sound_parts(const std::filesystem::path& folder);
/// InputError where the folder has no recording, or a damaged one.
Parts find_parts(const std::filesystem::path& folder);

/// All files that a recorder may have made, unfinished ones too.
std::vector<std::filesystem::path> all_files(const std::filesystem::path& folder);

/// Copies blocks of several parts, up to a number of frames, into one file that has what the first
/// of them has. It appears whole or not at all. Returns its blocks.
std::vector<Block> join(const std::vector<Part>& parts, const std::vector<RecordedBody>& bodies,
                        std::int64_t frames, const std::filesystem::path& target);

}  // namespace pliant::record

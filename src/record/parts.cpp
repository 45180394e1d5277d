#include "record/parts.h"

#include <pliant/error.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "record/file_reader.h"

namespace pliant::record {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view segment_start = "recording-", segment_end = ".h5";
constexpr std::size_t digits = 6;

// "recording-000012.h5" is 12.
std::optional<std::int64_t> segment_number(std::string_view name) {
  if (!name.starts_with(segment_start) || !name.ends_with(segment_end)) return std::nullopt;
  name.remove_prefix(segment_start.size());
  name.remove_suffix(segment_end.size());
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  if (name.size() < digits || name.front() == '-' || error != std::errc() ||
      end != name.data() + name.size())
    return std::nullopt;
  return number;
}

struct Segment {
  std::int64_t number;
  fs::path file;
};

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error))
    names.push_back(entry->path().filename().string());
  return names;
}

std::vector<Segment> segments(const fs::path& folder) {
  std::vector<Segment> found;
  for (const std::string& name : names_in(folder))
    if (const auto number = segment_number(name)) found.push_back({*number, folder / name});
  std::ranges::sort(found, {}, &Segment::number);
  return found;
}

[[noreturn]] void missing(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error))
    throw InputError(folder.string(), 0, "there is no such folder", "check its name");
  if (!fs::is_directory(folder, error))
    throw InputError(folder.string(), 0, "is not a folder", "name the folder of a recording");
  throw InputError(folder.string(), 0, "there is no recording in this folder",
                   "name a folder that 'pliant run' wrote");
}

}  // namespace

fs::path finished_file(const fs::path& folder) {
  return folder / "recording.h5";
}

fs::path xdmf_file(const fs::path& folder) {
  return folder / "recording.xdmf";
}

fs::path segment_file(const fs::path& folder, std::int64_t number) {
  const std::string plain = text(number);
  const std::string zeros(digits > plain.size() ? digits - plain.size() : 0, '0');
  return folder / text(segment_start, zeros, plain, segment_end);
}

std::int64_t Parts::frames() const {
  for (auto part = parts.rbegin(); part != parts.rend(); ++part)
    if (!part->blocks.empty()) return part->blocks.back().end();
  return 0;
}

namespace {

// The next file of a recording, unless what it holds is there already.
void add_part(const fs::path& file, Parts& found) {
  const FileReader reader(file);
  if (found.parts.empty()) {
    if (!reader.has_start())
      throw InputError(file.string(), 0, "the first part of the recording is missing",
                       "bring back recording-000000.h5");
    found.info = reader.info();
    found.bodies = reader.bodies();
  } else if (reader.has_start() || reader.first_frame() < found.frames()) {
    found.stale.push_back(file);
    return;
  } else if (reader.first_frame() > found.frames()) {
    throw InputError(file.string(), 0,
                     text("begins with frame ", reader.first_frame(),
                          ", but the parts before end with frame ", found.frames()),
                     "a part is missing: bring it back, or move the later ones away");
  }
  found.parts.push_back({file, reader.blocks(found.bodies)});
}

}  // namespace

Parts find_sound_parts(const fs::path& folder) {
  Parts found;
  std::error_code error;
  std::vector<fs::path> files;
  if (fs::exists(finished_file(folder), error)) files.push_back(finished_file(folder));
  for (const Segment& segment : segments(folder)) {
    files.push_back(segment.file);
    found.next_segment = segment.number + 1;
  }
  if (files.empty()) missing(folder);
  for (const fs::path& file : files) {
    if (found.problem) {
      found.unsound.push_back(file);
      continue;
    }
    try {
      add_part(file, found);
    } catch (const InputError& problem) {
      if (found.parts.empty()) throw;
      found.problem = problem;
      found.unsound.push_back(file);
    }
  }
  return found;
}

Parts find_parts(const fs::path& folder) {
  Parts found = find_sound_parts(folder);
  if (found.problem) throw InputError(*found.problem);
  return found;
}

std::vector<fs::path> all_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (std::string name : names_in(folder)) {
    const fs::path file = folder / name;
    constexpr std::string_view partial = ".part";
    if (name.ends_with(partial)) name.resize(name.size() - partial.size());
    if (name == "recording.h5" || name == "recording.xdmf" || segment_number(name))
      files.push_back(file);
  }
  return files;
}

}  // namespace pliant::record

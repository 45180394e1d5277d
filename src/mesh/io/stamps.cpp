#include "mesh/io/stamps.h"

#include <pliant/error.h>

#include <algorithm>
#include <charconv>

#include "base/fingerprint.h"
#include "base/text.h"

namespace pliant::io {

namespace {

constexpr std::string_view beginning = "# pliant: written together as ";

// The last line's, empty where that is none.
std::string_view stamp_in(std::string_view bytes) {
  constexpr std::size_t longest_line = 64;
  bytes.remove_prefix(bytes.size() - std::min(bytes.size(), longest_line));
  const std::size_t at = bytes.rfind(beginning);
  if (at == std::string_view::npos) return {};
  bytes.remove_prefix(at + beginning.size());
  return bytes.substr(0, bytes.find_first_of(" \r\n"));
}

}  // namespace

void stamp(FileMap& files) {
  Fingerprint fingerprint;
  for (const auto& [extension, bytes] : files) fingerprint.add(bytes);
  char number[16];
  const char* end = std::to_chars(number, number + sizeof number, fingerprint.value(), 16).ptr;
  for (auto& [extension, bytes] : files)
    bytes += text(beginning, std::string_view(number, end), '\n');
}

void check_stamps(const Format& format, Files& files) {
  std::string_view first_stamp, first_extension;
  for (const std::string_view extension : format.extensions) {
    const auto bytes = files.find(extension);
    if (!bytes) continue;
    const std::string_view found = stamp_in(*bytes);
    if (first_extension.empty()) {
      first_stamp = found;
      first_extension = extension;
    } else if (found != first_stamp) {
      throw InputError(files.name(extension), 0,
                       text("was not written together with ", files.name(first_extension)),
                       "write the mesh anew; if they do belong together, remove the comment in the "
                       "last line of each");
    }
  }
}

}  // namespace pliant::io

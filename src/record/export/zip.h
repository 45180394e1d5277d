#pragma once

#include <string>
#include <vector>

#include "record/export/output_stream.h"

namespace pliant::record {

/// Writes a zip archive of uncompressed entries of any size (the form called zip64), one after the
/// other.
class ZipWriter {
 public:
  explicit ZipWriter(const std::filesystem::path& target) : out_(target) {}

  void begin(const std::string& name);
  void write(std::string_view bytes);
  void end();
  /// Writes the directory at the end.
  void finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset, size = 0;
    std::uint32_t checksum = 0;
  };
  OutputStream out_;
  std::vector<Entry> entries_;
};

}  // namespace pliant::record

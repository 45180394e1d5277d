#pragma once

#include <memory>

#include "record/hdf5.h"
#include "record/layout.h"

namespace pliant::record {

/// One file of a recording, open for reading. All functions throw InputError with its name.
class FileReader {
 public:
  explicit FileReader(const std::filesystem::path& path);
  /// From memory.
  FileReader(std::string name, std::string_view bytes);

  const std::string& name() const { return name_; }
  std::int64_t first_frame() const { return first_frame_; }
  /// Only the first file of a recording has bodies.
  bool has_start() const;
  RecordingInfo info() const;
  std::vector<RecordedBody> bodies() const;
  /// The blocks in order, without gaps, arrays checked against the bodies.
  std::vector<Block> blocks(const std::vector<RecordedBody>& bodies) const;
  const hdf5::Object& file() const { return file_; }

  /// Runs what calls HDF5 and gives its errors this file's name.
  template <class Work>
  auto named(Work work) const {
    try {
      const hdf5::Lock lock;
      return work();
    } catch (const hdf5::Error& error) {
      fail(error);
    }
  }

 private:
  void check_format();
  [[noreturn]] void fail(const hdf5::Error& error) const;

  std::string name_;
  hdf5::Object file_;
  std::int64_t first_frame_ = 0;
};

/// The frames of one block. Its arrays stay open, so that a chunk of several frames is unpacked
/// once.
class BlockReader {
 public:
  BlockReader(std::shared_ptr<const FileReader> file, const Block& block,
              const std::vector<RecordedBody>& bodies);
  /// Counted from the recording's first.
  RecordedFrame read(std::int64_t frame) const;
  const Block& block() const { return block_; }

 private:
  std::shared_ptr<const FileReader> file_;
  Block block_;
  std::vector<std::vector<hdf5::Array>> arrays_;  // as block_.bodies
};

}  // namespace pliant::record

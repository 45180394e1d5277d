#pragma once

#include "record/hdf5.h"
#include "record/layout.h"

namespace pliant::record {

/// Marks a file as a recording or a part of one whose first frame has this number.
void write_format(const hdf5::Object& file, std::int64_t first_frame);
/// What the first file of a recording has: the scene and the bodies at the start.
void write_start(const hdf5::Object& file, const RecordingInfo& info,
                 const std::vector<RecordedBody>& bodies);

/// One array of a body, stored in chunks of several frames where frames are small.
class ArrayWriter {
 public:
  ArrayWriter(const hdf5::Object& group, const ArrayLayout& layout);

  void add(std::span<const Vec3d> values);
  void add(std::span<const float> values);
  void finish();
  std::size_t stored_bytes() const { return stored_; }
  /// Of the frame added last.
  std::uint32_t checksum() const { return checksum_; }

 private:
  template <class To, class From>
  void append(std::span<const From> values);
  void count_frame();
  void store();

  hdf5::Object dataset_;
  hdf5::Shape shape_;  // [frame][place][component]
  bool doubles_;
  std::size_t frame_bytes_;
  hsize_t chunk_frames_;
  std::string waiting_;         // frames of the chunk that is not full yet
  std::string last_, encoded_;  // the chunk before, which need not be packed again where it recurs
  std::size_t stored_ = 0;
  std::uint32_t checksum_ = 0;
};

/// Frames of the same layout that follow one another.
class BlockWriter {
 public:
  BlockWriter(const hdf5::Object& file, std::int64_t first_frame, std::vector<BodyLayout> layout,
              const std::vector<RecordedBody>& bodies);

  void add(const RecordedFrame& frame);
  /// Stores what is left; the block is complete then.
  Block finish();
  const Block& block() const { return block_; }
  std::size_t stored_bytes() const;

 private:
  hdf5::Object group_;
  Block block_;
  std::vector<std::vector<ArrayWriter>> bodies_;
};

}  // namespace pliant::record

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "record/export/export.h"
#include "record/export/html_contents.h"

// How numbers are packed into a page; web/src/unpack.js reads them back.

namespace pliant::record {

/// Compresses bytes into memory as they come (zlib's format).
class PackedBytes {
 public:
  PackedBytes();
  ~PackedBytes();
  PackedBytes(const PackedBytes&) = delete;
  PackedBytes& operator=(const PackedBytes&) = delete;

  void add(std::string_view bytes);
  template <class T>
  void add_numbers(std::span<const T> numbers) {
    add({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
  }
  /// Bytes so far; what zlib still holds back is not counted.
  std::size_t size() const { return out_.size(); }
  std::string finish();

 private:
  void run(int flush);

  struct Deflater;
  std::unique_ptr<Deflater> deflater_;
  std::string out_;
};

/// Numbers that count up in the order of their first appearance, as distance below the next new
/// one: mostly small.
std::string coded_indices(std::span<const Index> indices);

/// One 16-bit number for each vertex, frame after frame. A number is expected where the last frame
/// had it, or where the last two lead to, whichever suits the frame better; what it is off by is
/// expected to be what its earlier neighbours were off by. All modulo 2^16: nothing overflows.
class ChannelCoder {
 public:
  explicit ChannelCoder(std::size_t vertices) : last_(vertices), before_(vertices) {}

  /// Returns 1 or 2, the number of frames that were looked back at, then the low bytes, then the
  /// high bytes.
  std::string code(std::span<const std::uint16_t> values, const Lists& earlier);

 private:
  std::vector<std::uint16_t> last_, before_;
};

/// What has to be known of all frames before the first is packed.
struct FrameSurvey {
  /// Metres between neighbouring places that positions of a body are rounded to: a ten-thousandth
  /// of the body, so that they are off by half of that at most, or, where a body is pulled so far
  /// apart that 16 bits do not reach, as much as it takes.
  std::vector<double> grids;
  /// Of a field over all bodies and frames: nearly all of its numbers lie between low and high, so
  /// that a few extremes do not leave the others without colours; all between least and most.
  struct Range {
    float low = 0, high = 0, least = 0, most = 0;
  };
  std::vector<Range> ranges;
  std::vector<std::vector<bool>> has;  ///< [skin][field]: whether it has the field
  std::size_t frames = 0;              ///< of the job, before one where a body ran away
};

FrameSurvey survey(const ExportJob& job, const std::vector<Skin>& skins,
                   const std::vector<PageField>& fields);

/// Highest code of a field's numbers; 0 stands for none, 1 for the low end of the range.
inline constexpr int field_levels = 127;

/// Times, probes, surfaces and frames as web/src/recording.js reads them.
struct PackedFrames {
  std::string bytes;         ///< empty where they would be more than allowed
  double expected_size = 0;  ///< of all frames, then
};
PackedFrames pack_frames(const ExportJob& job, const std::vector<Skin>& skins,
                         const std::vector<PageField>& fields, const FrameSurvey& known,
                         std::string_view before, std::size_t most_bytes);

}  // namespace pliant::record

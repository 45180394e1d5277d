#pragma once

#include <pliant/voronoi_diagram.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// The vertices, coded before it, that each vertex of a surface is likely to move along with: ends
/// of edges from it, as triangles turn, so that each edge between two triangles counts once. The
/// one before it where there is none.
Lists earlier_neighbours(std::size_t vertices, std::span<const Index> triangles,
                         std::span<const Index> lines);

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

}  // namespace pliant::record

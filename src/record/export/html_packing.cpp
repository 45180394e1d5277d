#include "record/export/html_packing.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <new>
#include <stdexcept>

namespace pliant::record {

struct PackedBytes::Deflater {
  z_stream stream{};
};

PackedBytes::PackedBytes() : deflater_(std::make_unique<Deflater>()) {
  // Level 6: 9 takes seven times as long and saves two hundredths.
  if (deflateInit(&deflater_->stream, 6) != Z_OK) throw std::bad_alloc();
}

PackedBytes::~PackedBytes() {
  deflateEnd(&deflater_->stream);
}

void PackedBytes::run(int flush) {
  z_stream& stream = deflater_->stream;
  char buffer[1 << 16];
  do {
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    if (deflate(&stream, flush) == Z_STREAM_ERROR) throw std::logic_error("zlib refuses to pack");
    out_.append(buffer, sizeof buffer - stream.avail_out);
  } while (stream.avail_out == 0);
}

void PackedBytes::add(std::string_view bytes) {
  constexpr std::size_t at_once = std::numeric_limits<uInt>::max();
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, at_once);
    deflater_->stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
    deflater_->stream.avail_in = static_cast<uInt>(part.size());
    run(Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

std::string PackedBytes::finish() {
  deflater_->stream.avail_in = 0;
  run(Z_FINISH);
  return std::move(out_);
}

Lists earlier_neighbours(std::size_t vertices, std::span<const Index> triangles,
                         std::span<const Index> lines) {
  std::vector<std::vector<Index>> found(vertices);
  const auto visit = [&](std::span<const Index> cells, std::size_t arity) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::size_t next = i % arity + 1 == arity ? i + 1 - arity : i + 1;
      if (cells[next] < cells[i]) found[cells[i]].push_back(cells[next]);
    }
  };
  visit(triangles, 3);
  visit(lines, 2);
  Lists lists;
  for (std::size_t v = 0; v < vertices; ++v) {
    if (found[v].empty() && v > 0) found[v].push_back(static_cast<Index>(v - 1));
    lists.items.insert(lists.items.end(), found[v].begin(), found[v].end());
    lists.offsets.push_back(lists.items.size());
  }
  return lists;
}

std::string coded_indices(std::span<const Index> indices) {
  std::string bytes(4 * indices.size(), '\0');
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::uint32_t below = next - indices[i];
    if (below == 0) ++next;
    for (std::size_t plane = 0; plane < 4; ++plane)
      bytes[plane * indices.size() + i] = static_cast<char>(below >> (8 * plane) & 255);
  }
  return bytes;
}

namespace {

using U16 = std::uint16_t;

// Small numbers of either sign become small numbers: 0, -1, 1, -2, ...
U16 zigzag(U16 value) {
  return static_cast<U16>(value << 1 ^ (value & 0x8000 ? 0xffff : 0));
}

struct Attempt {
  std::vector<U16> codes;
  std::uint64_t bits = 0;
};

// Rounded down; zero of none.
int mean(std::span<const Index> vertices, const std::vector<U16>& off) {
  if (vertices.empty()) return 0;
  std::int64_t sum = 0;
  for (const Index v : vertices) sum += static_cast<std::int16_t>(off[v]);
  const auto count = static_cast<std::int64_t>(vertices.size());
  return static_cast<int>(sum / count - (sum % count < 0));
}

template <class Expected>
Attempt attempt(std::span<const U16> values, const Lists& earlier, Expected expected) {
  Attempt made{std::vector<U16>(values.size())};
  std::vector<U16> off(values.size());
  for (std::size_t v = 0; v < values.size(); ++v) {
    off[v] = static_cast<U16>(values[v] - expected(v));
    made.codes[v] = zigzag(static_cast<U16>(off[v] - mean(earlier[v], off)));
    made.bits += static_cast<std::uint64_t>(std::bit_width(made.codes[v]));
  }
  return made;
}

}  // namespace

std::string ChannelCoder::code(std::span<const std::uint16_t> values, const Lists& earlier) {
  const Attempt still = attempt(values, earlier, [&](std::size_t v) { return last_[v]; });
  const Attempt moving = attempt(
      values, earlier, [&](std::size_t v) { return static_cast<U16>(2 * last_[v] - before_[v]); });
  const bool second = moving.bits < still.bits;
  const std::vector<U16>& codes = second ? moving.codes : still.codes;
  std::string bytes(1 + 2 * codes.size(), second ? '\2' : '\1');
  for (std::size_t v = 0; v < codes.size(); ++v) {
    bytes[1 + v] = static_cast<char>(codes[v] & 255);
    bytes[1 + codes.size() + v] = static_cast<char>(codes[v] >> 8);
  }
  before_ = std::move(last_);
  last_.assign(values.begin(), values.end());
  return bytes;
}

}  // namespace pliant::record

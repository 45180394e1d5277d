#include "record/chunk.h"

#include <pliant/error.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <stdexcept>
#include <string_view>

#include "base/text.h"

namespace pliant {

namespace {

constexpr int packing_level = 1;  // more takes longer and saves a hundredth
constexpr std::size_t sample_size = 8192;
constexpr std::size_t largest_chunk = std::size_t{1} << 31;  // zlib and HDF5 count in 32 bits
constexpr std::size_t largest_packed = std::numeric_limits<uInt>::max();

class Deflater {
 public:
  /// `size`: of all that will be added.
  explicit Deflater(std::size_t size) : out_(size + size / 64 + 4096, '\0') {
    if (deflateInit(&stream_, packing_level) != Z_OK) throw std::bad_alloc();
    stream_.next_out = reinterpret_cast<Bytef*>(out_.data());
    stream_.avail_out = static_cast<uInt>(out_.size());
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  void set_level(int level) {
    if (level == level_) return;
    check(deflateParams(&stream_, level, Z_DEFAULT_STRATEGY) == Z_OK);
    level_ = level;
  }
  void add(std::string_view bytes) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    check(deflate(&stream_, Z_NO_FLUSH) == Z_OK && stream_.avail_in == 0);
  }
  std::string take() {
    check(deflate(&stream_, Z_FINISH) == Z_STREAM_END);
    out_.resize(stream_.total_out);
    return std::move(out_);
  }

 private:
  static void check(bool fine) {
    if (!fine) throw std::logic_error("zlib could not pack a part of a recording");
  }

  z_stream stream_{};
  int level_ = packing_level;
  std::string out_;
};

bool shrinks(std::string_view plane) {
  const std::size_t size = std::min(plane.size(), sample_size);
  Deflater trial(size);
  if (size > 0) trial.add(plane.substr((plane.size() - size) / 2, size));
  return trial.take().size() < size - size / 16;
}

}  // namespace

std::string encode_chunk(const void* numbers, std::size_t count, std::size_t number_size) {
  if (count > largest_chunk / number_size)
    throw InputError("", 0, text(count, " numbers are too many for one array of a recording"),
                     "split the body, or record fewer components");
  const char* bytes = static_cast<const char*>(numbers);
  std::string plane(count, '\0');
  Deflater packed(count * number_size);
  for (std::size_t b = 0; b < number_size; ++b) {
    for (std::size_t i = 0; i < count; ++i) plane[i] = bytes[i * number_size + b];
    packed.set_level(shrinks(plane) ? packing_level : 0);
    if (count > 0) packed.add(plane);
  }
  return packed.take();
}

bool unpacks_to(std::string_view packed, std::size_t size) {
  z_stream stream{};
  if (packed.size() > largest_packed || inflateInit(&stream) != Z_OK) return false;
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::array<Bytef, 65536> out;
  int result = Z_OK;
  while (result == Z_OK && stream.total_out <= size) {
    stream.next_out = out.data();
    stream.avail_out = out.size();
    result = inflate(&stream, Z_NO_FLUSH);
  }
  inflateEnd(&stream);
  return result == Z_STREAM_END && stream.total_out == size;
}

}  // namespace pliant

#pragma once

#include <pliant/error.h>
#include <pliant/mesh.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"

namespace pliant::io {

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
T swap_bytes(T value) {
  auto bytes = std::bit_cast<std::array<char, sizeof(T)>>(value);
  std::ranges::reverse(bytes);
  return std::bit_cast<T>(bytes);
}

/// Reads numbers from binary data. Every failure throws InputError with the file's name and the
/// offset of the byte where reading stopped.
class Bytes {
 public:
  /// `order` is the byte order of the data; `offset` is where `bytes` begin in their file.
  Bytes(std::string file, std::string_view bytes, std::endian order = std::endian::little,
        std::size_t offset = 0)
      : file_(std::move(file)), bytes_(bytes), order_(order), offset_(offset) {}

  template <Number T>
  T get() {
    T value;
    std::memcpy(&value, raw(sizeof(T), "a number").data(), sizeof(T));
    return order_ == std::endian::native ? value : swap_bytes(value);
  }
  /// A number of the file's type T; fails on NaN and infinity.
  template <std::floating_point T = double>
  double real() {
    const T value = get<T>();
    if (!std::isfinite(value)) fail("a number is not finite (NaN or infinity)", "mend the vertex");
    return static_cast<double>(value);
  }
  template <std::floating_point T = double>
  Vec3d point() {
    const double x = real<T>();
    const double y = real<T>();
    const double z = real<T>();
    return {x, y, z};
  }

  std::string_view raw(std::size_t size, std::string_view what) {
    if (size > remaining())
      fail(text("the file ends inside ", what), "it may have been cut off; get it anew");
    const std::string_view block = bytes_.substr(at_, size);
    at_ += size;
    return block;
  }
  template <Number T>
  std::vector<T> array(std::size_t size, std::string_view what) {
    std::vector<T> values(checked_count(size, what, sizeof(T)));
    if (values.empty()) return values;
    std::memcpy(values.data(), raw(size * sizeof(T), what).data(), size * sizeof(T));
    if (order_ != std::endian::native)
      for (T& value : values) value = swap_bytes(value);
    return values;
  }
  /// Passes on a number of items that each take `bytes_each` bytes of what is left, at least one:
  /// a count that lies fails here instead of eating memory.
  template <std::integral T>
  std::size_t checked_count(T value, std::string_view what, std::size_t bytes_each) const {
    if (std::cmp_less(value, 0))
      fail(text("a negative number of ", what, ": ", value), "a count is zero or more");
    if (std::cmp_greater(value, remaining() / bytes_each))
      fail(text("the file says it has ", value, ' ', what, ", but is too short for them"),
           "it may have been cut off, or the count is wrong");
    return static_cast<std::size_t>(value);
  }

  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    throw InputError(file_, 0, text(problem, " (at byte ", offset_ + at_, ")"), cure);
  }

  const std::string& file() const { return file_; }
  std::size_t position() const { return at_; }  ///< counted from the first of the bytes given
  std::size_t remaining() const { return bytes_.size() - at_; }
  bool at_end() const { return remaining() == 0; }
  std::endian order() const { return order_; }

 private:
  std::string file_;
  std::string_view bytes_;
  std::endian order_;
  std::size_t offset_;
  std::size_t at_ = 0;
};

/// Appends the bytes of a number to the contents of a binary file.
template <Number T>
void put(std::string& out, T value, std::endian order = std::endian::little) {
  if (order != std::endian::native) value = swap_bytes(value);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

inline void put(std::string& out, const Vec3d& point, std::endian order = std::endian::little) {
  put(out, point.x, order);
  put(out, point.y, order);
  put(out, point.z, order);
}

}  // namespace pliant::io

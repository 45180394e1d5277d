#pragma once

#include <zlib.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pliant::record {

/// CRC-32 as zlib and gzip have it; `before`: of the bytes before these.
inline std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0) {
  return static_cast<std::uint32_t>(
      ::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

template <class T>
std::uint32_t checksum(std::span<const T> numbers) {
  return checksum({reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

/// Of a frame, from those of its arrays in the order of `stored_order`, body after body.
inline std::uint32_t frame_checksum(const std::vector<std::uint32_t>& arrays) {
  return checksum(std::span<const std::uint32_t>(arrays));
}

}  // namespace pliant::record

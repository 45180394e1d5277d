#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/fingerprint.h"

namespace pliant::fuzz {

/// Bytes that end with the fingerprint of those before it, with that made anew, so that what is
/// behind the fingerprint is looked at.
inline std::vector<std::byte> mended(std::span<const std::byte> bytes) {
  std::vector<std::byte> out(bytes.begin(), bytes.end());
  constexpr std::size_t size = sizeof(std::uint64_t);
  if (out.size() < size) return out;
  Fingerprint print;
  print.add(bytes.first(bytes.size() - size));
  const std::uint64_t value = print.value();
  std::memcpy(out.data() + out.size() - size, &value, size);
  return out;
}

/// Applies an input of libFuzzer, a list of changes: a place in two bytes and a new value each or,
/// where the place is behind the end, how many bytes are cut off.
inline std::vector<std::byte> changed(std::vector<std::byte> bytes,
                                      std::span<const std::uint8_t> changes) {
  for (std::size_t i = 0; i + 2 < changes.size(); i += 3) {
    const std::size_t at = changes[i] + 256u * changes[i + 1];
    if (at < bytes.size())
      bytes[at] = std::byte(changes[i + 2]);
    else
      bytes.resize(bytes.size() - std::min(bytes.size(), std::size_t(changes[i + 2])));
  }
  return bytes;
}

}  // namespace pliant::fuzz

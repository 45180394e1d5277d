#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace pliant {

/// A number that tells different bytes apart (FNV-1a, eight bytes at a time); no defence against
/// who means harm.
class Fingerprint {
 public:
  void add(std::span<const std::byte> bytes) {
    mix(bytes.size());  // so that what ends one range cannot begin the next
    for (; bytes.size() >= sizeof(std::uint64_t); bytes = bytes.subspan(sizeof(std::uint64_t)))
      mix(word(bytes.first(sizeof(std::uint64_t))));
    if (!bytes.empty()) mix(word(bytes));
  }
  template <class Range>
  void add(const Range& values) {
    static_assert(std::is_trivially_copyable_v<typename Range::value_type>);
    const std::span<const std::byte> bytes = std::as_bytes(std::span(values));
    add(bytes);
  }
  std::uint64_t value() const { return hash_; }

 private:
  static std::uint64_t word(std::span<const std::byte> bytes) {
    std::uint64_t out = 0;
    std::memcpy(&out, bytes.data(), bytes.size());
    return out;
  }
  void mix(std::uint64_t number) {
    hash_ = (hash_ ^ number) * 0x100000001b3u;
    hash_ ^= hash_ >> 29;
  }
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace pliant

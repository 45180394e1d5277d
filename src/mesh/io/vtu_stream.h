#pragma once

#include <string>
#include <string_view>

#include "mesh/io/bytes.h"

namespace pliant::io {

/// Bytes that stand in a file as they are or as base64 text. White space in base64 is skipped,
/// and padding inside it ends one run and starts the next, as where VTK encodes an array's header
/// apart from its data.
class VtuStream {
 public:
  enum class Encoding { raw, base64 };

  /// `offset` is where `data` begins in the file.
  VtuStream(std::string file, std::string_view data, Encoding encoding, std::size_t offset)
      : in_(std::move(file), data, std::endian::little, offset), encoding_(encoding) {}

  /// The next bytes; fails where there are not so many.
  std::string take(std::size_t size, std::string_view what);
  /// At least as many bytes as are left.
  std::size_t bound() const { return in_.remaining() + ahead_.size(); }
  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    in_.fail(problem, cure);
  }

 private:
  bool decode_four();

  Bytes in_;
  Encoding encoding_;
  std::string ahead_;  // decoded, but not yet taken
};

}  // namespace pliant::io

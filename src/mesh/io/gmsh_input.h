#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/io/bytes.h"
#include "mesh/io/scanner.h"

namespace pliant::io {

/// The numbers of a .msh file, which stand there as text or as bytes. Names of sections are text
/// in both. Failures name the line of a text and the byte of a binary file.
class GmshInput {
 public:
  GmshInput(std::string file, std::string_view all)
      : all_(all), text_(file, all, '\0'), bytes_(std::move(file), {}) {}

  Scanner& text() { return text_; }  ///< for what is text in both kinds of files
  const std::string& file() const { return text_.file(); }
  bool binary() const { return binary_; }

  /// From here on the data is binary. Takes the integer 1 that tells the byte order.
  void set_binary();
  /// In a binary file, the bytes after this line are data.
  void begin_binary();
  void end_section(std::string_view name);
  void skip_section(std::string_view name);

  std::int32_t integer();
  std::int64_t tag_4() { return integer(); }
  std::int64_t tag_8() { return binary_ ? bytes_.get<std::int64_t>() : text_.integer(); }
  /// A number of items that each take at least so many bytes of a text or binary file.
  std::size_t count(std::string_view what, std::size_t text_bytes, std::size_t binary_bytes) {
    if (!binary_) return text_.count(what, text_bytes);
    return bytes_.checked_count(bytes_.get<std::uint64_t>(), what, binary_bytes);
  }
  Vec3d point() { return binary_ ? bytes_.point() : text_.point(); }
  /// A number that is not used and may be anything.
  void any_real() { binary_ ? (void)bytes_.get<double>() : (void)text_.word(); }

  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const {
    if (binary_) bytes_.fail(problem, cure);
    text_.fail(problem, cure);
  }

 private:
  void take_up_bytes(std::endian order);

  std::string_view all_;
  Scanner text_;
  Bytes bytes_;
  bool binary_ = false;
};

/// From the numbers of the nodes in a file, which may have gaps and come in any order, to the
/// order in which the file lists them.
class GmshTags {
 public:
  void add(std::int64_t tag) { tags_.push_back(tag); }
  /// Makes `find` work. Returns a number that was added twice, if any.
  std::optional<std::int64_t> finish();
  std::optional<Index> find(std::int64_t tag) const;

 private:
  std::vector<std::int64_t> tags_;
  bool in_order_ = false;  // without gaps: no search is needed
  std::vector<std::pair<std::int64_t, Index>> sorted_;
};

}  // namespace pliant::io

#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace pliant::io {

/// Reads words and numbers from the text of one file. Every failure throws InputError with the
/// file's name and line; the line is counted only then, so that reading stays fast.
class Scanner {
 public:
  /// `comment` starts a comment that runs to the end of the line; '\0' for none.
  Scanner(std::string file, std::string_view bytes, char comment = '#');

  bool at_end();            ///< nothing but white space and comments is left
  std::string_view word();  ///< the next word; fails at the end of the file
  std::string_view peek();  ///< the next word without taking it; empty at the end
  /// The rest of the line we are on, without its end, comments included; goes to the next line.
  std::string_view rest_of_line();
  /// True when another word stands on the line we are on.
  bool more_on_line();
  void expect(std::string_view word);

  double real();  ///< fails on NaN and infinity
  std::int64_t integer();
  /// A vertex number that must lie in [base, base + count); returned counted from zero.
  Index index(std::size_t count, std::int64_t base = 0);
  /// A number of items that each take at least `bytes_each` bytes of what is left of the file:
  /// a count that lies fails here instead of eating memory.
  std::size_t count(std::string_view what, std::size_t bytes_each = 2);
  Vec3d point();

  [[noreturn]] void fail(const std::string& problem, const std::string& cure) const;

  const std::string& file() const { return file_; }
  std::size_t position() const { return static_cast<std::size_t>(at_ - bytes_.data()); }
  std::size_t remaining() const { return bytes_.size() - position(); }
  /// Takes `size` raw bytes (binary blocks inside text files).
  std::string_view raw(std::size_t size, std::string_view what);
  std::size_t line() const;  ///< 1-based line of the word read last

 private:
  void skip_space();

  std::string file_;
  std::string_view bytes_;
  char comment_;
  const char* at_;
  const char* end_;
  const char* last_;  // start of the word read last
};

}  // namespace pliant::io

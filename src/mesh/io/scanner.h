#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pliant::io {

/// Reads words and numbers from the text of one file. Every failure throws InputError with the
/// file's name and line; the line is counted only then, so that reading stays fast.
class Scanner {
 public:
  /// What a backslash at the end of a line means.
  enum class Backslash { ordinary, continues_line };

  /// `comment` starts a comment that runs to the end of the line; '\0' for none. Lines end in LF,
  /// CR LF or CR. A UTF-8 byte order mark at the start is skipped.
  Scanner(std::string file, std::string_view bytes, char comment = '#',
          Backslash backslash = Backslash::ordinary);

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
  /// Fails with the line of an earlier place().
  [[noreturn]] void fail_at(std::size_t place, const std::string& problem,
                            const std::string& cure) const;

  const std::string& file() const { return file_; }
  std::size_t position() const { return static_cast<std::size_t>(at_ - bytes_.data()); }
  std::size_t remaining() const { return bytes_.size() - position(); }
  /// Takes `size` raw bytes (binary blocks inside text files).
  std::string_view raw(std::size_t size, std::string_view what);
  std::size_t place() const { return static_cast<std::size_t>(last_ - bytes_.data()); }
  std::size_t line() const { return line_at(place()); }  ///< 1-based line of the word read last
  std::size_t line_at(std::size_t place) const;          ///< of an earlier place()

 private:
  void skip_space();
  bool ends_word(const char* p) const;
  const char* line_end(const char* p) const;
  const char* after_line_end(const char* p) const;
  bool continues_line(const char* p) const;

  std::string file_;
  std::string_view bytes_;
  char comment_;
  Backslash backslash_;
  const char* at_;
  const char* end_;
  const char* last_;  // start of the word read last
};

/// Numbers of items that the file may list later: the largest is remembered with its place, and
/// checked once when the count of the items is known.
class LateIndices {
 public:
  LateIndices(std::string_view one, std::string_view many, std::int64_t base = 0)
      : one_(one), many_(many), base_(base) {}

  /// The next number of the file, returned counted from zero.
  Index take(Scanner& in) { return add(in.integer(), in); }
  /// The same for a number that was just read.
  Index add(std::int64_t number, const Scanner& in);
  void check(const Scanner& in, std::size_t count) const;

 private:
  std::string one_, many_;
  std::int64_t base_;
  std::uint64_t needed_ = 0;  // one more than the largest, counted from zero
  std::size_t place_ = 0;
};

/// A word of a file as it may be shown to a user: junk bytes masked, length bounded.
std::string shown(std::string_view word);

}  // namespace pliant::io

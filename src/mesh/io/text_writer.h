#pragma once

#include <pliant/mesh.h>

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace pliant::io {

/// Builds the text of a file, one row after the other. Numbers are written in the shortest form
/// that reads back equal.
class TextWriter {
 public:
  TextWriter& text(std::string_view s) {
    out_ += s;
    return *this;
  }
  /// Words of one row: a space goes before each but the first.
  template <class N>
  requires std::integral<N> || std::floating_point<N> TextWriter& number(N n) {
    gap();
    char buffer[32];
    const char* end = std::to_chars(buffer, buffer + sizeof buffer, n).ptr;
    out_.append(buffer, static_cast<std::size_t>(end - buffer));
    return *this;
  }
  TextWriter& word(std::string_view w) {
    gap();
    out_ += w;
    return *this;
  }
  TextWriter& point(const Vec3d& p) { return number(p.x).number(p.y).number(p.z); }
  template <std::size_t N>
  TextWriter& cell(const Cell<N>& cell, Index base = 0) {
    for (Index v : cell) number(std::uint64_t{v} + base);
    return *this;
  }
  TextWriter& end_line() {
    out_ += '\n';
    return *this;
  }

  void raw(const void* bytes, std::size_t size) {
    out_.append(static_cast<const char*>(bytes), size);
  }
  std::string take() { return std::move(out_); }

 private:
  void gap() {
    if (!out_.empty() && out_.back() != '\n') out_ += ' ';
  }
  std::string out_;
};

}  // namespace pliant::io

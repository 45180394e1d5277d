#pragma once

#include <cmath>
#include <concepts>
#include <string>
#include <string_view>

#include "base/text.h"

namespace pliant::bench {

/// Writes JSON piece by piece, indented; builds without dependencies have no library for it.
class JsonText {
 public:
  void begin_object(std::string_view key = {}) { open(key, '{'); }
  void end_object() { close('}'); }
  void begin_array(std::string_view key = {}) { open(key, '['); }
  void end_array() { close(']'); }

  void add(std::string_view key, std::string_view value) { place(key), quote(value); }
  void add(std::string_view key, const char* value) { add(key, std::string_view(value)); }
  void add(std::string_view key, bool value) { place(key), out_ += value ? "true" : "false"; }
  template <std::integral N>
  void add(std::string_view key, N value) {
    place(key);
    out_ += text(value);
  }
  void add(std::string_view key, double value) {
    place(key);
    out_ += std::isfinite(value) ? text(value) : "null";
  }
  const std::string& str() const { return out_; }

 private:
  void open(std::string_view key, char bracket) {
    place(key);
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_) new_line();
    out_ += bracket;
    first_ = false;
  }
  // What comes next: after a comma, on a line of its own, with its key where it has one.
  void place(std::string_view key) {
    if (!first_) out_ += ',';
    if (depth_ > 0) new_line();
    first_ = false;
    if (key.empty()) return;
    quote(key);
    out_ += ": ";
  }
  void new_line() { out_ += '\n' + std::string(2 * depth_, ' '); }
  void quote(std::string_view word) {
    constexpr char digits[] = "0123456789abcdef";
    out_ += '"';
    for (const char c : word) {
      if (c == '"' || c == '\\')
        out_ += {'\\', c};
      else if (static_cast<unsigned char>(c) < 0x20)
        out_ += text("\\u00", digits[c >> 4], digits[c & 15]);
      else
        out_ += c;
    }
    out_ += '"';
  }

  std::string out_;
  std::size_t depth_ = 0;
  bool first_ = true;
};

}  // namespace pliant::bench

#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace pliant {

namespace detail {
inline void append_text(std::string& out, std::string_view s) {
  out += s;
}
inline void append_text(std::string& out, char c) {
  out += c;
}
template <class N>
requires std::integral<N> || std::floating_point<N>
void append_text(std::string& out, N n) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, n).ptr;
  out.append(buffer, end);
}
}  // namespace detail

/// Joins strings and numbers into one string. Numbers are written so that they read back equal.
template <class... Parts>
std::string text(const Parts&... parts) {
  std::string out;
  (detail::append_text(out, parts), ...);
  return out;
}

/// "1 face", "2 faces".
inline std::string plural(std::size_t n, std::string_view one, std::string_view many) {
  return text(n, ' ', n == 1 ? one : many);
}

}  // namespace pliant

#pragma once

#include <charconv>
#include <string>

namespace pliant {

/// A number with few digits, for people.
inline std::string short_text(double n, int digits = 4) {
  char buffer[32];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, n, std::chars_format::general, digits).ptr;
  return {buffer, end};
}

}  // namespace pliant

#pragma once

#include <pliant/model.h>

#include <cstdio>
#include <string>
#include <string_view>

// Tables for people.

namespace pliant::bench {

/// As printf writes it.
inline std::string number(const char* format, double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, format, value);
  return buffer;
}

/// Letters as they are seen: a byte that goes on with a UTF-8 letter is none.
inline std::size_t width(std::string_view word) {
  std::size_t letters = 0;
  for (const char c : word) letters += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return letters;
}
inline std::string left(std::string word, std::size_t columns) {
  const std::size_t taken = width(word);
  return std::move(word) + std::string(columns > taken ? columns - taken : 0, ' ');
}
inline std::string right(const std::string& word, std::size_t columns) {
  const std::size_t taken = width(word);
  return std::string(columns > taken ? columns - taken : 0, ' ') + word;
}

inline std::string_view word(Precision precision) {
  return precision == Precision::single_precision ? "single" : "double";
}

}  // namespace pliant::bench

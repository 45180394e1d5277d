#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace pliant {

/// Text as it must stand in XML and HTML, also between quotes. What these cannot hold, such as
/// bytes that are not UTF-8, is replaced.
inline std::string escaped(std::string_view text) {
  std::string out;
  for (char c : as_utf8(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\t':
      case '\n':
      case '\r':
        out += c;
        break;
      default:
        const bool control = static_cast<unsigned char>(c) < ' ';
        out += control ? replacement_character : std::string_view(&c, 1);
    }
  }
  return out;
}

}  // namespace pliant

#include <pliant/body_look.h>
#include <pliant/error.h>

#include <charconv>

#include "base/text.h"

namespace pliant {

std::uint32_t parse_colour(std::string_view words) {
  std::uint32_t value = 0;
  const char *begin = words.data() + 1, *end = words.data() + words.size();
  const bool sized = (words.size() == 7 || words.size() == 4) && words[0] == '#';
  // from_chars() would take a sign.
  if (sized && *begin != '-') {
    const auto [next, error] = std::from_chars(begin, end, value, 16);
    if (error == std::errc() && next == end) {
      if (words.size() == 7) return value;
      const std::uint32_t red = value >> 8, green = value >> 4 & 15, blue = value & 15;
      return 17 * (red << 16 | green << 8 | blue);
    }
  }
  throw InputError("", 0, text("'", words.substr(0, 64), "' is no colour"),
                   "give red, green and blue in hexadecimal, such as \"#aa3322\"");
}

}  // namespace pliant

#include "picture_names.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <regex>

namespace pliant::app {

namespace {

std::size_t whole_number(const std::string& digits) {
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::optional<PictureNames> PictureNames::of(const std::string& file) {
  const std::filesystem::path path(file);
  const std::string stem = path.stem().string();
  static const std::regex hashes("(.*?)(#+)([^#]*)"), format("([^%]*)%(0?)([1-9]?)d([^%]*)"),
      number("(.*?)([0-9]{3,9})");
  PictureNames names;
  std::smatch parts;
  std::string before, after;
  if (std::regex_match(stem, parts, hashes)) {
    before = parts[1], after = parts[3];
    names.digits_ = static_cast<std::size_t>(parts[2].length());
  } else if (std::regex_match(stem, parts, format)) {
    before = parts[1], after = parts[4];
    if (parts[3].length() > 0) names.digits_ = whole_number(parts[3]);
  } else if (std::regex_match(stem, parts, number)) {
    before = parts[1];
    names.digits_ = static_cast<std::size_t>(parts[2].length());
    names.first_ = whole_number(parts[2]);
  } else {
    return std::nullopt;
  }
  names.before_ = (path.parent_path() / before).string();
  names.after_ = after + path.extension().string();
  return names;
}

std::string PictureNames::name(std::size_t number) const {
  return fmt::format("{}{:0{}}{}", before_, first_ + number, digits_, after_);
}

}  // namespace pliant::app

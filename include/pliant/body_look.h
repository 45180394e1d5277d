#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pliant {

/// What those who draw a body know of it; it behaves the same whatever this says.
struct BodyLook {
  /// A material's name, for its colour, gloss and how far light goes into it; empty: none.
  std::string material{};
  std::optional<std::uint32_t> colour{};  ///< 0xrrggbb; none: the material's, or one of a row
  bool obstacle = false;                  ///< no body: a ball, a table, a tool

  bool operator==(const BodyLook&) const = default;
};

/// 0xaa3322 of "#aa3322" and of "#a32"; InputError for anything else.
std::uint32_t parse_colour(std::string_view words);

}  // namespace pliant

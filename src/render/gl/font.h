#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "render/gl/objects.h"

namespace pliant::render::gl {

/// The font's file, part of the program: DejaVu Sans.
std::string_view font_file();

/// The letters of Latin-1 at one size, in a texture.
class Font {
 public:
  explicit Font(double pixels);

  /// A letter's place in the picture, relative to where it is written, and in the texture.
  struct Letter {
    float left, top, right, bottom;
    float texture_left, texture_top, texture_right, texture_bottom;
    float advance;
  };
  const Letter& letter(char32_t code) const;
  double width(std::string_view utf8) const;
  double size() const { return pixels_; }
  const Texture& texture() const { return texture_; }
  /// A place in the texture that is all covered, for flat colours.
  std::array<float, 2> solid() const { return solid_; }

 private:
  double pixels_;
  Texture texture_;
  std::vector<Letter> letters_;
  std::array<float, 2> solid_{};
};

/// The letters of a text; one that is not well-formed, or not in Latin-1, becomes '?'.
std::u32string letters_of(std::string_view utf8);

}  // namespace pliant::render::gl

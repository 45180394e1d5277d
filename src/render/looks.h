#pragma once

#include <pliant/body_look.h>
#include <pliant/vec3.h>

#include <cstddef>
#include <string_view>

namespace pliant::render {

/// How light meets a body. Colours are as the screen shows them, 0 to 1.
struct Look {
  Vec3f colour{0.89f, 0.45f, 0.36f};
  float roughness = 0.5f;  ///< of the highlight: 0.05 like glass, 1 like chalk
  float gloss = 0.12f;     ///< how bright it is
  /// What light does that goes in: it comes out beyond the edge of the shade in this colour; black:
  /// none goes in.
  Vec3f scatter{};
  /// The share of the light that a body as thick as its size swallows or scatters; 1: nothing is
  /// seen through it.
  float opacity = 1;

  bool operator==(const Look&) const = default;
};

/// 0xrrggbb to red, green and blue.
Vec3f screen_colour(std::uint32_t rgb);

/// The look of the n-th body: its material's, in the colour that the scene gives it, if any. Those
/// without a material, and all but the first of what is made in any colour, have one of a row.
Look look_of(const BodyLook& body, std::size_t number);

}  // namespace pliant::render

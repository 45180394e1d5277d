#pragma once

#include <pliant/vec3.h>

#include <array>
#include <cstdint>
#include <string>

namespace pliant::render::gl {

enum class ColourMapKind {
  sequential,  ///< from nothing to much: dark blue, green, yellow
  diverging,   ///< below and above a middle: blue, white, red
  groups,      ///< nine colours with nothing between: 0 is plain, n / 8 that of the n-th group
  states,      ///< three with nothing between: 0 asleep, 1/2 at its border, 1 active
};

/// A colour as it stands in picture files (sRGB), each part from 0 to 1.
using Colour = Vec3f;
/// "#e8735a".
Colour colour_of(std::uint32_t hexadecimal);

/// The colour at a fraction from 0 to 1; what lies outside takes the nearest end's.
Colour colour_at(ColourMapKind kind, double fraction);

/// How numbers become colours, and what the legend says of them.
struct ColourScale {
  std::string title;  ///< "von Mises stress [kPa]"
  double low = 0, high = 1;
  double unit = 1;  ///< what is written as 1: 1000 for kPa where numbers are in Pa
  ColourMapKind kind = ColourMapKind::sequential;
};

}  // namespace pliant::render::gl

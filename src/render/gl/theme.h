#pragma once

#include <optional>

#include "render/gl/matrix.h"
#include "render/gl/view.h"

namespace pliant::render::gl {

/// Colours of what is not a body. Light is linear, all else as in picture files.
struct ThemeColours {
  Colour top, bottom;  ///< of the background
  Colour floor, grid;
  Colour inside;  ///< of a body, where it is cut
  Colour point, point_rim;
  Vec3f sky, ground;  ///< light from above and from below
  float key;          ///< light of the lamp
  float shade;        ///< how dark a shadow on the floor is
};
const ThemeColours& theme_colours(Theme theme);

/// Where things are in a view, relative to its origin.
struct Setting {
  Matrix camera;
  Vec3d eye, light, origin;
  std::optional<double> floor;
};

}  // namespace pliant::render::gl

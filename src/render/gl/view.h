#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/colour_map.h"
#include "render/gl/body_shape.h"
#include "render/gl/camera.h"
#include "render/looks.h"

namespace pliant::render::gl {

/// A body at one moment. Shape and spans must live while it is drawn.
struct BodyView {
  const BodyShape* shape = nullptr;
  std::span<const Vec3d> positions{};
  FieldValues field{};
  Look look{};
  /// A renderer that has drawn this number last has shape, positions and field already; 0: unknown.
  std::uint64_t edition = 0;
  /// Of runs of the positions, see BodyPlaces.
  std::span<const std::uint64_t> editions{};
};

enum class Theme { light, dark };

/// How much work goes into a picture: `fast` keeps a window fluent with a software renderer.
enum class Quality { fast, fine };

/// Everything that is to be seen in one picture.
struct View {
  std::vector<BodyView> bodies;
  /// Where the bodies are and will be; the floor and its grid are made for it.
  Box stage;
  Camera camera;
  std::optional<double> floor{};  ///< its height, m
  Theme theme = Theme::light;
  Quality quality = Quality::fine;
  bool faces = true, edges = false, points = false, shadows = true;
  double light_yaw = -75;                ///< where the light comes from, degrees as the camera's
  std::optional<ColourScale> colours{};  ///< for the bodies that have a field
  bool legend = true;                    ///< draws the colours beside the bodies
  std::string caption{};                 ///< in the lower left corner
  /// Noise of less than one step of eight bits, against bands in slow changes; still pictures pack
  /// much better without.
  bool dither = true;
  double pixel_scale = 1;  ///< of text and lines, for screens with small pixels
};

/// Whether something behind this body of a view is to be seen through it: its material lets light
/// through, and its colours mean nothing else.
bool is_translucent(const View& view, std::size_t body);

/// The side of the floor's larger squares: 1, 2 or 5 times a power of ten metres.
double grid_spacing(const Box& stage);

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

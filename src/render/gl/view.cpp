#include "render/gl/view.h"

#include <cmath>

namespace pliant::render::gl {

bool is_translucent(const View& view, std::size_t body) {
  const BodyView& seen = view.bodies[body];
  const bool coloured = view.colours && !seen.field.values.empty();
  const bool dressed = seen.shape && seen.shape->look();
  return view.faces && seen.look.opacity < 1 && !coloured && !dressed;
}

double grid_spacing(const Box& stage) {
  const double size = length(stage.size());
  if (!(size > 0) || !std::isfinite(size)) return 1;
  const double wanted = size / 3;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  const double digit = wanted / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

const ThemeColours& theme_colours(Theme theme) {
  static const ThemeColours light{.top = colour_of(0xdfe6ee),
                                  .bottom = colour_of(0xf6f8fa),
                                  .floor = colour_of(0xf7f8fa),
                                  .grid = colour_of(0xc3ccd7),
                                  .inside = colour_of(0xf6dcae),
                                  .point = colour_of(0x2c333d),
                                  .point_rim = colour_of(0xffffff),
                                  .sky = {0.46f, 0.49f, 0.55f},
                                  .ground = {0.25f, 0.235f, 0.225f},
                                  .key = 0.60f,
                                  .shade = 0.30f};
  static const ThemeColours dark{.top = colour_of(0x1b2029),
                                 .bottom = colour_of(0x2a303b),
                                 .floor = colour_of(0x343b48),
                                 .grid = colour_of(0x4c5667),
                                 .inside = colour_of(0xf0d3a2),
                                 .point = colour_of(0xf2f4f8),
                                 .point_rim = colour_of(0x1b2029),
                                 .sky = {0.36f, 0.39f, 0.45f},
                                 .ground = {0.14f, 0.13f, 0.14f},
                                 .key = 0.74f,
                                 .shade = 0.62f};
  return theme == Theme::light ? light : dark;
}

}  // namespace pliant::render::gl

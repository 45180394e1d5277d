#include "render/gl/view.h"

#include <cmath>

namespace pliant::render::gl {

Colour body_colour(std::size_t n) {
  constexpr std::uint32_t colours[] = {0xe2745d, 0x4c8dd6, 0xeab04a, 0x58b08c, 0x9b7bd1, 0xd77fa8};
  return colour_of(colours[n % std::size(colours)]);
}

double grid_spacing(const Box& stage) {
  const double size = length(stage.size());
  if (!(size > 0) || !std::isfinite(size)) return 1;
  const double wanted = size / 3;
  const double power = std::pow(10, std::floor(std::log10(wanted)));
  const double digit = wanted / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

}  // namespace pliant::render::gl

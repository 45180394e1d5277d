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

}  // namespace pliant::render::gl

#include "window/layout.h"

#include <algorithm>

namespace pliant::viewer {

Layout Layout::of(double width, double height, double scale, bool panel_open) {
  Layout out;
  out.small = width < 900 * scale || height < 560 * scale;
  const double bar = 84 * scale;
  const double panel = panel_open ? std::clamp(0.25 * width, 272 * scale, 330 * scale) : 0;
  out.bar = {0, height - bar, width, height};
  out.panel = {width - panel, 0, width, height - bar};
  out.viewport = {0, 0, width - panel, height - bar};
  return out;
}

}  // namespace pliant::viewer

#pragma once

#include "window/rectangle.h"

namespace pliant::viewer {

/// Where the parts of the window are, in its units.
struct Layout {
  Rectangle viewport, panel, bar;
  bool small = false;  ///< there is little room: fewer words

  static Layout of(double width, double height, double scale, bool panel_open);
};

}  // namespace pliant::viewer

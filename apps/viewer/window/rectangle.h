#pragma once

#include "tools/sight.h"

namespace pliant::viewer {

/// A rectangle of the window, in its units.
struct Rectangle {
  double left = 0, top = 0, right = 0, bottom = 0;
  Point middle() const { return {(left + right) / 2, (top + bottom) / 2}; }
  double width() const { return right - left; }
  double height() const { return bottom - top; }
  bool contains(Point p) const { return p.x >= left && p.x < right && p.y >= top && p.y < bottom; }
};

}  // namespace pliant::viewer

#pragma once

#include <optional>

#include "render/gl/camera.h"

namespace pliant::viewer {

/// A place in the window in its own units (not pixels of the framebuffer), y downwards.
struct Point {
  double x = 0, y = 0;
};

double distance(Point a, Point b);

struct Ray {
  Vec3d from{}, direction{};  ///< unit length
};

/// How the viewport sees the scene: where places are seen, and what is behind a place.
struct Sight {
  render::gl::Camera camera;
  Point corner{};  ///< of the viewport: upper left
  double width = 1, height = 1;

  Ray ray(Point at) const;
  /// Nothing behind the eye.
  std::optional<Point> seen_at(const Vec3d& place) const;
  /// The place behind `at` that is as far away as `depth_of`.
  Vec3d at_depth(Point at, const Vec3d& depth_of) const;
  /// How far before the eye, along the direction it looks in, m.
  double depth(const Vec3d& place) const;
  /// What one unit of the window spans at this place, m.
  double unit_at(const Vec3d& place) const;
};

}  // namespace pliant::viewer

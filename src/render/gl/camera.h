#pragma once

#include <span>

#include "render/gl/matrix.h"

namespace pliant::render::gl {

/// An eye that looks at a point from a distance. Up is +y unless it is rolled.
struct Camera {
  Vec3d target{};
  double yaw = -35, pitch = 15;  ///< where the eye stands around and above the target, degrees
  double roll = 0;               ///< about the line of sight, anticlockwise, degrees
  double distance = 3;           ///< from the eye to the target, m
  double angle = 30;             ///< of view, from the lower to the upper edge, degrees

  double shift = 0;  ///< how far left of the middle the target is seen, in halves of the width

  Vec3d level_right() const;  ///< as it would be without roll
  Vec3d right() const;
  Vec3d up() const;
  Vec3d back() const;  ///< from the target to the eye
  Vec3d eye() const { return target + back() * distance; }

  /// World to the cube that OpenGL draws, for coordinates relative to `origin`.
  Matrix matrix(double aspect, const Vec3d& origin) const;

  /// Sees these points, all of them, as large as can be from the angles that are set; `zoom` 2 goes
  /// half as far away. Points that are not finite do not count. Where they would come into the
  /// share of the width `taken` at the right, they are fitted into what is left of it.
  void fit(std::span<const Vec3d> points, double aspect, double zoom = 1, double taken = 0);

 private:
  /// Into the part of the picture that `shift` leaves; returns how far right they reach, 1 being
  /// the edge.
  double fit_part(std::span<const Vec3d> points, double aspect, double zoom);
};

}  // namespace pliant::render::gl

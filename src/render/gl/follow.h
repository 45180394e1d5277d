#pragma once

#include <vector>

#include "render/gl/camera.h"

namespace pliant::render::gl {

/// Follows bodies through a film that is known from beginning to end, from angles that do not
/// change: they keep their size in the picture and stay near its middle, and the camera moves as
/// little and as evenly as that allows.
class FollowingCamera {
 public:
  /// `angles`: of the camera; `taken`: the share of the width at the right that is not for bodies.
  FollowingCamera(const Camera& angles, double aspect, double zoom = 1, double taken = 0);

  /// The outermost places of the bodies at the next moment; moments are equally far apart.
  void see(std::span<const Vec3d> outermost);
  /// Call when all is seen. `seconds`: of the film, from one moment to the next.
  void plan(double seconds);

  bool has_seen() const { return !keys_.empty(); }
  /// At a moment, which may lie between two that were seen.
  Camera at(double moment) const;
  /// How large the bodies were at most, along x, y and z.
  const Vec3d& extent() const { return extent_; }

 private:
  struct Key {
    std::array<double, 3> place;  // of the target along the camera's right, up and back, m
    double distance;
  };
  void plan_distances(double seconds);
  void plan_places(double seconds);

  Camera angles_;
  double aspect_, zoom_, taken_;
  Vec3d extent_{};
  std::vector<Key> keys_;
};

}  // namespace pliant::render::gl

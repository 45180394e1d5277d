#pragma once

#include <pliant/vec3.h>

#include "math/real.h"

namespace pliant::backend {

/// What takes relations away as it passes: a disk, a plane, or a box. Plain numbers, for devices.
struct Blade {
  bool is_box = false;
  Vec3d point{}, normal{};  // of a disk or plane
  double radius = 0;        // m; 0: a plane
  Vec3d low{}, high{};      // of a box

  /// Whether it meets a relation with these vertices: a disk or plane where they lie on both sides,
  /// a box where it holds their centre.
  PLIANT_HD bool meets(const Vec3d* x, int count) const {
    Vec3d centre{};
    bool above = false, below = false;
    for (int i = 0; i < count; ++i) {
      centre += x[i];
      (dot(x[i] - point, normal) > 0 ? above : below) = true;
    }
    centre = centre * (1.0 / count);
    if (is_box)
      return centre.x >= low.x && centre.x <= high.x && centre.y >= low.y && centre.y <= high.y &&
             centre.z >= low.z && centre.z <= high.z;
    const Vec3d away = centre - point;
    return above && below && (radius == 0 || dot(away, away) <= radius * radius);
  }
};

}  // namespace pliant::backend

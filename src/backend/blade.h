#pragma once

#include <pliant/vec3.h>

#include <cstdint>

#include "math/real.h"

namespace pliant::backend {

enum class BladeKind : std::uint32_t { plane, box, wedge };

/// What takes relations away as it passes: a disk, a plane, a box, or a wedge, the part of a plane
/// between two rays. Plain numbers, for devices.
struct Blade {
  BladeKind kind = BladeKind::plane;
  Vec3d point{}, normal{};  // of a disk or plane
  double radius = 0;        // m; 0: a plane
  Vec3d low{}, high{};      // of a box
  Vec3d from{}, to{};       // of a wedge: rays from its point, its normal is from × to

  /// Whether it meets a relation with these vertices: a disk, plane or wedge where they lie on both
  /// sides, a box where it holds their centre.
  PLIANT_HD bool meets(const Vec3d* x, int count) const {
    Vec3d centre{};
    bool above = false, below = false;
    for (int i = 0; i < count; ++i) {
      centre += x[i];
      (dot(x[i] - point, normal) > 0 ? above : below) = true;
    }
    centre = centre * (1.0 / count);
    if (kind == BladeKind::wedge) return above && below && holds(crossing(x, count) - point);
    if (kind == BladeKind::box)
      return centre.x >= low.x && centre.x <= high.x && centre.y >= low.y && centre.y <= high.y &&
             centre.z >= low.z && centre.z <= high.z;
    const Vec3d away = centre - point;
    return above && below && (radius == 0 || dot(away, away) <= radius * radius);
  }

 private:
  /// The middle of where lines between vertices on different sides pass the plane.
  PLIANT_HD Vec3d crossing(const Vec3d* x, int count) const {
    Vec3d sum{};
    int lines = 0;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < i; ++j) {
        const double di = dot(x[i] - point, normal), dj = dot(x[j] - point, normal);
        if ((di > 0) == (dj > 0)) continue;
        sum += x[i] + (x[j] - x[i]) * (di / (di - dj));
        ++lines;
      }
    return sum * (1.0 / lines);
  }
  /// Whether a place in the plane, seen from the point, is a sum of the rays.
  PLIANT_HD bool holds(const Vec3d& away) const {
    return dot(cross(from, away), normal) >= 0 && dot(cross(away, to), normal) >= 0;
  }
};

}  // namespace pliant::backend

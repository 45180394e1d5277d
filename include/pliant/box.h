#pragma once

#include <pliant/vec3.h>

#include <algorithm>
#include <limits>

namespace pliant {

/// An axis-aligned box; empty until something is added.
struct Box {
  Vec3d low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity(),
            std::numeric_limits<double>::infinity()};
  Vec3d high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
             -std::numeric_limits<double>::infinity()};

  void add(const Vec3d& p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  void add(const Box& box) {
    add(box.low);
    add(box.high);
  }
  Vec3d size() const { return high - low; }
  Vec3d centre() const { return (low + high) * 0.5; }
  int longest_axis() const {
    const Vec3d s = size();
    return s.x >= s.y && s.x >= s.z ? 0 : s.y >= s.z ? 1 : 2;
  }
  /// Boxes that only touch overlap.
  bool overlaps(const Box& b) const {
    return low.x <= b.high.x && b.low.x <= high.x && low.y <= b.high.y && b.low.y <= high.y &&
           low.z <= b.high.z && b.low.z <= high.z;
  }
  /// Its faces are part of it.
  bool contains(const Vec3d& p) const {
    return p.x >= low.x && p.x <= high.x && p.y >= low.y && p.y <= high.y && p.z >= low.z &&
           p.z <= high.z;
  }
  /// Zero inside.
  double squared_distance(const Vec3d& p) const {
    const Vec3d d{std::max({low.x - p.x, 0.0, p.x - high.x}),
                  std::max({low.y - p.y, 0.0, p.y - high.y}),
                  std::max({low.z - p.z, 0.0, p.z - high.z})};
    return dot(d, d);
  }
};

}  // namespace pliant

#pragma once

#include <span>
#include <vector>

#include "contact/surfaces.h"

// How far parts of two patches have moved past each other since a moment. What both did together
// as one rigid body does not change their distances: bodies may fall, spin and sway, and only what
// is bent between the two counts.

namespace pliant::contact {

/// Where the corners of two patches were.
class Corners {
 public:
  void keep(const Surfaces& surfaces, Index first, Index second, std::span<const Vec3d> places);
  bool empty() const { return places_.empty(); }
  /// m: no distance between a part of one and a part of the other has changed by more.
  double moved_past(const Surfaces& surfaces, Index first, Index second,
                    std::span<const Vec3d> places) const;

 private:
  std::vector<Vec3<float>> places_;  // from their middle, the corners of one patch after the other
};

}  // namespace pliant::contact

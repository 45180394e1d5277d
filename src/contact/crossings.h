#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "contact/surfaces.h"
#include "mesh/check/geometry.h"

// Which faces of the surfaces cross each other, found exactly as `check` does.

namespace pliant::contact {

class Crossings {
 public:
  /// The faces are rounded to a lattice about all places.
  Crossings(const Surfaces& surfaces, std::span<const Vec3d> places,
            const std::function<bool(const Triangle&)>& is_left_out);

  /// Pairs of bodies that cross, or of a body and itself, of those that may touch; sorted. Not more
  /// than `most_pairs`, which bodies at one place could easily be.
  using MayTouch = std::function<bool(std::size_t, std::size_t)>;
  static constexpr std::size_t most_pairs = 20'000;
  std::vector<std::pair<std::size_t, std::size_t>> bodies(const MayTouch& may_touch) const;
  /// Faces of two bodies that cross, or of a body and itself; sorted.
  std::vector<std::pair<Index, Index>> faces(std::size_t first, std::size_t second) const;

 private:
  Box box_of(std::size_t body) const;
  std::vector<Index> faces_within(std::size_t body, const Box& box) const;

  const Surfaces& s_;
  std::span<const Vec3d> x_;
  Points points_;
  std::vector<Index> place_;
  std::vector<char> counted_;  // by face
};

}  // namespace pliant::contact

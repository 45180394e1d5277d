#pragma once

#include <span>
#include <utility>
#include <vector>

#include "contact/surfaces.h"

namespace pliant::contact {

using BodyPair = std::pair<std::size_t, std::size_t>;

/// Where two closed bodies are in each other.
struct RepairRegion {
  BodyPair pair;
  Vec3d direction{};  ///< unit, in which the first should leave
  double speed = 0;   ///< m/s, with which they should part
  double force = 0;   ///< N, that held against what pressed so far
  struct Share {
    Index vertex;
    double part;  ///< of the force; below zero: of the second body
  };
  std::vector<Share> shares{};
};

/// All such places of two bodies whose faces cross in these pairs.
std::vector<RepairRegion> regions_of(const Surfaces& surfaces, std::span<const Vec3d> places,
                                     const BodyPair& pair,
                                     const std::vector<std::pair<Index, Index>>& crossing);

}  // namespace pliant::contact

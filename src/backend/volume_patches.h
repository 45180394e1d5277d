#pragma once

#include <pliant/body.h>
#include <pliant/topology.h>

#include <optional>
#include <vector>

namespace pliant::backend {

/// A set of VolumePatch in a body, and the set whose tetrahedra it is made of. Where some of these
/// are removed, their patch goes on with those that are left.
class VolumePatches {
 public:
  std::size_t set = 0, tetrahedra = 0;

  /// Which patches these tetrahedra are in, ascending.
  std::vector<Index> of(std::span<const Index> tetrahedra) const;
  /// The relations of `tetrahedra` that a patch is made of.
  std::span<const Index> members(Index patch) const { return members_[patch]; }
  /// The rest state of a patch without tetrahedra that are removed; nothing where none is left. It
  /// resists with as large a share of lambda as it has of its volume, so that no motion is faster
  /// than before: a part alone would be stiffer than the whole, and steps are chosen for that.
  std::optional<std::vector<double>> rest(Index patch, const std::vector<bool>& removed) const;

  /// All in a body whose tetrahedra are found in a set in front.
  static std::vector<VolumePatches> in(const Body& body);

 private:
  Lists members_;                    // relations of `tetrahedra`, of each patch
  std::vector<std::size_t> weight_;  // of each member: where its weight stands in the rest state
  std::vector<double> volumes_;      // of each member at rest, m³
  Lists patches_of_;                 // of each tetrahedron
};

}  // namespace pliant::backend

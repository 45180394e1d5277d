#pragma once

#include "session/moment.h"

namespace pliant::viewer {

/// The volume of what is left of a body: vertices of tetrahedra that were cut away fly about.
/// Summed up by ranges of tetrahedra; those whose vertices have not moved since the last time are
/// known.
class ShownVolume {
 public:
  explicit ShownVolume(const ShownBody& body);

  /// m³. Editions of the positions as in BodyPlaces; empty: not known.
  double at(std::span<const Vec3d> positions, std::span<const std::uint64_t> editions);

 private:
  double of_range(std::size_t range, std::span<const Vec3d> x) const;

  std::shared_ptr<const Mesh> mesh_;
  std::shared_ptr<const std::vector<bool>> absent_;
  std::shared_ptr<const std::vector<double>> fill_;
  std::vector<std::vector<Index>> ranges_;  // with vertices of each run
  std::vector<double> parts_;               // by range
  std::vector<std::uint64_t> editions_;     // of the positions that these are of
};

}  // namespace pliant::viewer

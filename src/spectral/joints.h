#pragma once

#include "spectral/regions.h"
#include "spectral/row_system.h"

// Joints between rigid regions, and what is rigid along lines.

namespace pliant::spectral {

/// InputError where a joint names no two rigid regions, or has no finite point.
std::vector<Data::Joint> find_joints(const TetMesh& mesh, const std::vector<RegionMesh>& regions,
                                     const SpectralOptions& options);

/// Three rows of each, that keep the two sides of the point together, and two more that keep the
/// axes of hinges parallel.
void add_joints(const Data& data, const Motion& motion, double h, RowSystem& system);

/// The nodes of a line that are constrained: `count` of them, far from each other, in the region
/// that has them all. InputError where none does, or there are fewer than two.
std::vector<Data::Node> line_nodes(const std::vector<RegionMesh>& regions,
                                   std::span<const Vec3d> rest, const std::vector<Index>& line,
                                   std::size_t count);

}  // namespace pliant::spectral

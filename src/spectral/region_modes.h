#pragma once

#include "spectral/regions.h"
#include "spectral/solid.h"

namespace pliant::spectral {

/// A region with its modes while a solid is built.
struct RegionModes {
  std::vector<double> eigenvalues;  // (rad/s)²; those of rigid motions are zero
  std::vector<double> shapes;       // [node][6][mode]: displacement, then rotation
  std::vector<double> lumped;       // kg, by node
  std::array<std::array<double, 6>, 6> rigid_share{};  // [mode][motion]; see below
  std::size_t rigid_modes = 0;  // how many of the first modes are rigid motions: 6 or 0
  std::size_t modes() const { return eigenvalues.size(); }
};

/// `vertices`: of the mesh about the solid's centre. The rigid motions of the solid are e_a and
/// e_a × x; rigid_share is how much of each mode they are. InputError where modes are too many.
RegionModes region_modes(const TetMesh& mesh, std::span<const Vec3d> vertices,
                         const RegionMesh& region, std::span<const Material> materials,
                         const SpectralOptions& options);

}  // namespace pliant::spectral

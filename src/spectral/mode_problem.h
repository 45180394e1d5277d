#pragma once

#include <pliant/modes.h>

#include <cstdint>

namespace pliant::spectral {

/// An elastic solid of linear tetrahedra, some of its vertices fixed.
struct ElasticSolid {
  std::span<const Vec3d> vertices;
  std::span<const Tetrahedron> tetrahedra;
  std::span<const Material> materials;  ///< one, or one a tetrahedron
  std::span<const Index> fixed;

  const Material& material(std::size_t tetrahedron) const {
    return materials[materials.size() == 1 ? 0 : tetrahedron];
  }
};

/// Throws InputError, as lowest_modes() says.
void check(const ElasticSolid& solid);
/// Which vertices are fixed. The number of those that are not, times three, is that of the modes.
std::vector<bool> fixed_vertices(const ElasticSolid& solid);
std::size_t free_vertex_count(const ElasticSolid& solid);
void check_mode_count(const ElasticSolid& solid, std::size_t count);
/// Forces must be finite, one a vertex, and something must hold the solid.
void check_forces(const ElasticSolid& solid, std::span<const Vec3d> forces);

/// What the modes depend on, in 128 bits. The order of the fixed vertices does not matter.
struct ModeKey {
  std::uint64_t high = 0, low = 0;
  bool operator==(const ModeKey&) const = default;
};
ModeKey mode_key(const ElasticSolid& solid, std::size_t count, MassMatrix mass);

}  // namespace pliant::spectral

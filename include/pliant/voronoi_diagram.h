#pragma once

#include <pliant/vec3.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pliant {

using Index = std::uint32_t;
inline constexpr Index no_index = std::numeric_limits<Index>::max();

/// Rows of different length, stored one after the other.
struct Lists {
  std::vector<std::size_t> offsets{0};  ///< one more than there are rows
  std::vector<Index> items;

  std::size_t size() const { return offsets.size() - 1; }
  std::span<const Index> operator[](std::size_t row) const {
    return {items.data() + offsets[row], offsets[row + 1] - offsets[row]};
  }
  bool operator==(const Lists&) const = default;
};

/// A bounded Voronoi diagram of a mesh's vertices ("particles"), E06 chapter 6.
/// A face is one polygon between two particles. In a `clipped` diagram a face lies in one
/// tetrahedron, so two particles may share several faces.
struct VoronoiDiagram {
  std::vector<Vec3d> vertices;
  /// For each Voronoi vertex the four particles (a tetrahedron) it moves with; its barycentric
  /// coordinates with respect to them follow from the rest positions.
  std::vector<std::array<Index, 4>> dependencies;
  std::vector<std::array<Index, 2>> face_particles;
  Lists face_vertices;  ///< for each face its polygon
  Lists cell_faces;     ///< for each particle the faces of its cell

  bool operator==(const VoronoiDiagram&) const = default;
};

}  // namespace pliant

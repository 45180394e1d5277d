#pragma once

#include <pliant/spectral.h>

// Which parts of a mesh are deformable and which rigid, and where they meet.

namespace pliant::spectral {

/// A region as a mesh of its own: its vertices are numbered from zero.
struct RegionMesh {
  bool rigid = false;
  std::vector<Index> vertices;          // of the mesh, ascending
  std::vector<Index> cells;             // tetrahedra of the mesh
  std::vector<Tetrahedron> tetrahedra;  // with the region's own vertex numbers

  /// The region's own number of a vertex that it has.
  Index local(Index vertex) const;
};

/// Tetrahedra of one kind that share faces make a region. InputError where a list of rigid
/// tetrahedra is empty or names one that is not there.
std::vector<RegionMesh> find_regions(const TetMesh& mesh,
                                     const std::vector<std::vector<Index>>& rigid);

/// The pairs of a deformable and a rigid region with common vertices. `constrained` is empty.
std::vector<SpectralSolid::Boundary> find_boundaries(const std::vector<RegionMesh>& regions,
                                                     std::size_t vertex_count);

/// Some of a set of vertices, as far from each other as can be.
std::vector<Index> farthest_apart(std::span<const Vec3d> places, const std::vector<Index>& vertices,
                                  std::size_t count);

/// InputError where regions do not hang together, by boundaries or by joints, which are pairs of
/// regions.
void check_connected(const std::vector<RegionMesh>& regions, std::size_t vertex_count,
                     const std::vector<std::pair<std::size_t, std::size_t>>& joints);

/// The edges of the mesh between vertices of a boundary.
std::vector<Line> boundary_edges(const TetMesh& mesh, const SpectralSolid::Boundary& boundary);

}  // namespace pliant::spectral

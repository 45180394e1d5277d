#pragma once

#include <pliant/tet_mesh.h>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace pliant {

/// Points that move with a tetrahedral mesh, such as a fine surface in a coarse solid (the volume
/// embedding of S07 2.6). Each point keeps its barycentric coordinates in one tetrahedron. A
/// point outside takes the nearest tetrahedron; its coordinates reach beyond [0, 1] then, but
/// still sum to 1, so that affine motions of the carrier move every point exactly.
class Embedding {
 public:
  /// Finds the tetrahedra at the carrier's rest positions, on several threads; the result does
  /// not depend on how many. InputError when a point is not finite.
  Embedding(std::span<const Vec3d> points, const TetMesh& carrier);
  /// Points whose tetrahedra and weights are known, such as those of a Cage, whose tetrahedra
  /// overlap. InputError where a tetrahedron is not there or weights do not sum to 1.
  Embedding(std::vector<Index> tetrahedra, std::vector<std::array<double, 4>> weights,
            std::span<const Tetrahedron> carrier, std::size_t carrier_vertices);

  std::size_t size() const { return weights_.size(); }
  /// For each point the number of its tetrahedron, that tetrahedron's vertices, their weights.
  std::span<const Index> tetrahedra() const { return tetrahedra_; }
  std::span<const Tetrahedron> vertices() const { return vertices_; }
  std::span<const std::array<double, 4>> weights() const { return weights_; }
  /// How many points lay outside the carrier, by more than rounding errors.
  std::size_t outside() const { return outside_; }

  /// Where the points are when the carrier's vertices are at `carrier_positions`. Both spans must
  /// have the sizes given at construction (InputError).
  void apply(std::span<const Vec3d> carrier_positions, std::span<Vec3d> out) const;
  /// The values of a field at the points, from those at the carrier's vertices (InputError where
  /// these are not as many).
  std::vector<float> apply(std::span<const float> carrier_values) const;

 private:
  std::size_t carrier_size_ = 0;
  std::size_t outside_ = 0;
  std::vector<Index> tetrahedra_;
  std::vector<Tetrahedron> vertices_;
  std::vector<std::array<double, 4>> weights_;
};

/// A surface, such as the one that a solid was filled from, that moves with the solid.
struct EmbeddedSurface {
  Mesh surface;         ///< at rest
  Embedding embedding;  ///< of its vertices

  /// Where its vertices are when the carrier's are there.
  std::vector<Vec3d> positions(std::span<const Vec3d> carrier_positions) const;
};

}  // namespace pliant

#pragma once

#include <pliant/tet_mesh.h>

#include <array>
#include <span>
#include <vector>

namespace pliant {

/// Springs and preserved volumes on a mesh, linearised about the state of rest: the energy of small
/// displacements u is 1/2 uᵀKu = 1/2 Σ k_e s_e² + 1/2 Σ k_t d_t², with s_e an edge's strain and d_t
/// a tetrahedron's change of volume by its volume. Keeps a reference to the mesh.
class LinearNetwork {
 public:
  using Field = std::vector<Vec3d>;  ///< one vector a vertex

  explicit LinearNetwork(const TetMesh& mesh);

  /// Constants in J; `tetrahedron` may be empty.
  void set_constants(std::span<const double> edge, std::span<const double> tetrahedron);

  /// K u.
  void apply(const Field& u, Field& result) const;

  /// Improves u towards K u = force at the vertices that are free; the others keep theirs.
  /// Conjugate gradients with the inverted 3x3 blocks of the diagonal; it stops early when the
  /// residual has fallen by `tolerance`. Singular K (rigid motions) is all right as long as the
  /// forces balance.
  void solve(const Field& force, std::span<const char> free, Field& u, int iterations,
             double tolerance) const;

  double edge_strain(const Field& u, std::size_t edge) const;
  double dilation(const Field& u, std::size_t tetrahedron) const;

  const Vec3d& direction(std::size_t edge) const { return directions_[edge]; }
  double volume(std::size_t tetrahedron) const { return volumes_[tetrahedron]; }
  double volume() const { return total_volume_; }
  /// Gradients of the four barycentric coordinates, 1/m.
  const std::array<Vec3d, 4>& gradients(std::size_t t) const { return gradients_[t]; }

 private:
  using Block = std::array<double, 6>;  // xx yy zz xy yz zx of a symmetric matrix

  const TetMesh& mesh_;
  std::vector<Vec3d> directions_;  // unit vectors from an edge's first vertex to its second
  std::vector<double> lengths_, volumes_;
  std::vector<std::array<Vec3d, 4>> gradients_;
  double total_volume_ = 0;
  std::vector<double> spring_;  // k_e / L², N/m
  std::vector<double> tetrahedron_;
  std::vector<Block> inverse_diagonal_;
};

}  // namespace pliant

#pragma once

#include <pliant/mesh.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "math/mat3.h"

namespace pliant::large_steps {

/// What spreads slowly from vertex to vertex, found at once: displacements that are linear between
/// the nodes of a coarse lattice about a body. The matrix is that of the body's own stiffness for
/// these (Galerkin), asked for by products, so that it serves any law; it is small and dense.
class CoarseLevel {
 public:
  /// Of vertices at these places, with so many nodes at most.
  CoarseLevel(std::span<const Vec3d> places, std::span<const double> masses,
              std::size_t most_nodes);

  std::size_t products() const { return 3 * colours_.size(); }
  /// How forces change along displacements of the vertices.
  using Product = std::function<std::vector<Vec3d>(std::span<const Vec3d>)>;
  /// `freedoms` are zero in directions that are held.
  void assemble(double inertia, std::span<const Vec3d> freedoms, const Product& product);
  /// The body has turned since: the matrix turns along, by the rotation that fits best.
  void follow(std::span<const Vec3d> places);
  /// The displacements that these forces call for.
  std::vector<Vec3d> displacements(std::span<const Vec3d> forces) const;

 private:
  // The eight nodes about a vertex, some of them with a weight of zero.
  struct Weights {
    std::array<Index, 8> node;
    std::array<double, 8> weight;
  };
  double& entry(std::size_t row, std::size_t column) { return matrix_[row * size_ + column]; }
  std::array<int, 3> place_of(Index node) const;
  void add_products(const Product& product);
  void add_inertia(double inertia);
  void factorise();
  bool try_factors(double shift);

  std::array<int, 3> counts_{};   // of nodes along each axis
  std::vector<Weights> weights_;  // by vertex
  std::vector<Vec3d> free_;       // by vertex, 1 or 0
  std::vector<std::array<int, 3>> colours_;
  std::size_t size_ = 0;
  std::vector<double> matrix_, factors_, masses_;
  std::vector<Vec3d> places_;
  Mat3<double> turned_{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
};

}  // namespace pliant::large_steps

#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

// The volume of every tetrahedron as a constraint of its own, which E06 calls too expensive.
//
// With a row of B for each tetrahedron, r = r' - M⁻¹Bᵀλ, where
//   (B M⁻¹ Bᵀ + ε D) λ = B (r' - rₙ) + γ (V(rₙ) - V₀),   D the diagonal of B M⁻¹ Bᵀ.
// A body mostly has more tetrahedra than its vertices have directions to give way in: then the
// constraints depend on each other, or contradict each other, and without ε there would be many
// solutions or none. With it there is one, which leaves what cannot be met in the sense of least
// squares; what ε leaves of the others is drift, which the next step takes back. It is found by
// conjugate gradients preconditioned by the diagonal, without the matrix: B is applied to vectors,
// in an order of sums that no number of threads changes. Momentum stays the same however far the
// solution is from exact.

namespace pliant {

struct ElementVolumeOptions {
  double strength = 1;                // γ
  double tolerance = 1e-6;            // largest residual over an element's rest volume
  std::int64_t max_iterations = 200;  // a step
  double softness = 1e-3;             // ε
};

/// What a step took.
struct ElementSolve {
  std::int64_t iterations = 0;
  bool converged = true;
  double error = 0;  // the largest of |V - V₀| / V₀ afterwards
};

class ElementVolumes {
 public:
  ElementVolumes(std::vector<Tetrahedron> tetrahedra, std::span<const Vec3d> rest,
                 const ElementVolumeOptions& options);

  std::size_t size() const { return tetrahedra_.size(); }
  /// λ of the last step, where the next one's search begins.
  std::span<const double> multipliers() const { return multipliers_; }
  void start_from(std::span<const double> multipliers);

  /// Corrects the positions after a step of `h` seconds from `before`, and the velocities along.
  /// `inverse_masses`, 1/kg, of each vertex and direction: 0 where it does not give way.
  ElementSolve correct(std::span<const Vec3d> before, std::span<const Vec3d> inverse_masses,
                       double h, std::span<Vec3d> positions, std::span<Vec3d> velocities);
  /// Adds the forces that this was to the vertices, N, those that do not give way included.
  void add_forces(double h, std::span<Vec3d> forces) const;

 private:
  void find_gradients(std::span<const Vec3d> before, std::span<const Vec3d> inverse_masses);
  void find_excess(std::span<const Vec3d> before, std::span<const Vec3d> positions);
  /// M⁻¹Bᵀ λ, by vertex.
  void find_shifts(std::span<const double> multipliers, std::span<const Vec3d> inverse_masses);
  /// (B M⁻¹ Bᵀ + ε D) λ
  void apply(std::span<const double> multipliers, std::span<const Vec3d> inverse_masses,
             std::vector<double>& out);
  bool is_small(std::span<const double> residual) const;
  ElementSolve solve(std::span<const Vec3d> inverse_masses);
  double largest_error(std::span<const Vec3d> positions) const;

  std::vector<Tetrahedron> tetrahedra_;
  std::vector<std::size_t> corners_begin_;  // for each vertex where its corners begin, and the end
  std::vector<Index> corners_;              // four times the tetrahedron, and which of its own
  std::vector<double> rest_volumes_;
  ElementVolumeOptions options_;
  std::vector<Vec3d> gradients_;  // B, four a tetrahedron
  std::vector<double> diagonal_, excess_, multipliers_;
  std::vector<double> residual_, preconditioned_, direction_, applied_;
  std::vector<Vec3d> shifts_;
};

}  // namespace pliant

#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

// The whole volume of a body as one constraint on its surface, E06 chapter 3.

namespace pliant {

/// m³, E06 (3.18); the surface is closed and faces outwards.
double enclosed_volume(std::span<const Triangle> surface, std::span<const Vec3d> positions);

enum class VolumeCorrection {
  /// r = r' - M⁻¹Bᵀ (BM⁻¹Bᵀ)⁻¹ (B (r' - rₙ) + γ (V(rₙ) - V₀)), with r' the unconstrained positions
  /// and B the gradient of the volume at rₙ: to first order the drift is multiplied by 1 - γ.
  corrected,
  /// (3.20) as printed, γ (B r' - 3 V₀): as B r = 3 V, the drift is multiplied by 1 - 3γ. Stable
  /// for γ below 2/3.
  as_published,
};

class TotalVolume {
 public:
  /// `inverse_masses`, 1/kg, for each vertex and direction: 0 where a vertex is led.
  TotalVolume(std::vector<Triangle> surface, std::vector<Vec3d> inverse_masses, double rest_volume,
              double gamma, VolumeCorrection form);

  /// Corrects the positions after a step of `h` seconds, and the velocities by the same
  /// displacement over h. `before` are the positions before the step. Momentum stays the same
  /// where no vertex is led.
  void correct(std::span<const Vec3d> before, double h, std::span<Vec3d> positions,
               std::span<Vec3d> velocities);

 private:
  void find_gradient(std::span<const Vec3d> positions);

  std::vector<Triangle> surface_;
  std::vector<Vec3d> inverse_masses_;
  std::vector<Index> vertices_;  // of the surface
  std::vector<Vec3d> gradient_;  // B; zero inside
  double rest_volume_, gamma_;
  VolumeCorrection form_;
};

}  // namespace pliant

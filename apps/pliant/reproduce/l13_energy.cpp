#include "reproduce/l13_energy.h"

#include <pliant/quality.h>
#include <pliant/topology.h>

#include <cmath>

namespace pliant::app::l13 {

double normal_volume_energy(const TetMesh& rest, std::span<const Vec3d> positions,
                            double stiffness) {
  const auto x = rest.vertices();
  double energy = 0;
  for (const Tetrahedron& t : rest.tetrahedra()) {
    const auto volume = [&](std::span<const Vec3d> p) {
      return dot(p[t[1]] - p[t[0]], cross(p[t[2]] - p[t[0]], p[t[3]] - p[t[0]])) / 6;
    };
    double inverse_areas = 0;  // of the faces at rest
    for (int side = 0; side < 4; ++side) {
      const Triangle f = face_of(t, side);
      inverse_areas += 2 / length(cross(x[f[1]] - x[f[0]], x[f[2]] - x[f[0]]));
    }
    const double at_rest = volume(x), root = std::cbrt(volume(positions) / at_rest);
    // ∫ (V - V₀) (V/V₀)^(-2/3) dV from V₀ to V, over V₀².
    const double integral = 0.75 * (root * root * root * root - 1) - 3 * (root - 1);
    energy += stiffness * 0.75 * inverse_areas * at_rest * at_rest * integral;
  }
  return energy;
}

}  // namespace pliant::app::l13

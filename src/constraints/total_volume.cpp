#include "constraints/total_volume.h"

#include <algorithm>

namespace pliant {

namespace {

Vec3d scaled(const Vec3d& a, const Vec3d& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}

}  // namespace

double enclosed_volume(std::span<const Triangle> surface, std::span<const Vec3d> positions) {
  if (surface.empty()) return 0;
  const Vec3d origin = positions[surface[0][0]];  // near the body, for the sake of digits
  double six_volumes = 0;
  for (const Triangle& t : surface)
    six_volumes +=
        dot(positions[t[0]] - origin, cross(positions[t[1]] - origin, positions[t[2]] - origin));
  return six_volumes / 6;
}

TotalVolume::TotalVolume(std::vector<Triangle> surface, std::vector<Vec3d> inverse_masses,
                         double rest_volume, double gamma, VolumeCorrection form)
    : surface_(std::move(surface)),
      inverse_masses_(std::move(inverse_masses)),
      gradient_(inverse_masses_.size()),
      rest_volume_(rest_volume),
      gamma_(gamma),
      form_(form) {
  for (const Triangle& t : surface_) vertices_.insert(vertices_.end(), t.begin(), t.end());
  std::ranges::sort(vertices_);
  vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
}

// E06 Table 3.1 with the factor 1/6 of (3.17).
void TotalVolume::find_gradient(std::span<const Vec3d> x) {
  const Vec3d origin = x[surface_[0][0]];
  for (const Index v : vertices_) gradient_[v] = {};
  for (const Triangle& t : surface_)
    for (std::size_t i = 0; i < 3; ++i)
      gradient_[t[i]] += cross(x[t[(i + 1) % 3]] - origin, x[t[(i + 2) % 3]] - origin) * (1.0 / 6);
}

void TotalVolume::correct(std::span<const Vec3d> before, double h, std::span<Vec3d> positions,
                          std::span<Vec3d> velocities) {
  if (surface_.empty()) return;
  find_gradient(before);
  double compliance = 0, moved = 0;  // B M⁻¹ Bᵀ and B (r' - rₙ)
  for (const Index v : vertices_) {
    compliance += dot(gradient_[v], scaled(gradient_[v], inverse_masses_[v]));
    moved += dot(gradient_[v], positions[v] - before[v]);
  }
  if (!(compliance > 0)) return;  // nothing is free to move
  const double volume = enclosed_volume(surface_, before);
  const double excess = form_ == VolumeCorrection::corrected
                            ? moved + gamma_ * (volume - rest_volume_)
                            : gamma_ * (moved + 3 * (volume - rest_volume_));
  for (const Index v : vertices_) {
    const Vec3d shift = scaled(gradient_[v], inverse_masses_[v]) * (-excess / compliance);
    positions[v] += shift;
    velocities[v] += shift / h;
  }
}

}  // namespace pliant

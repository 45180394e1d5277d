#include "backend/vertex_rows.h"

namespace pliant::backend {

namespace {

Vec3d mean(std::span<const Vec3d> vectors) {
  Vec3d sum{};
  for (const Vec3d& a : vectors) sum += a;
  return sum * (1 / static_cast<double>(vectors.size()));
}

}  // namespace

std::optional<Vec3d> origin_for(std::span<const Vec3d> positions, const Vec3d& origin,
                                double near) {
  if (positions.empty()) return std::nullopt;
  const Vec3d centre = mean(positions);
  return length(centre - origin) > near ? std::optional(centre) : std::nullopt;
}

Vec3d drift_for(std::span<const Vec3d> velocities, double seconds, double near) {
  const Vec3d together = mean(velocities);
  return length(together) * seconds > near ? together : Vec3d{};
}

}  // namespace pliant::backend

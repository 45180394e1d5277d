#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/drives.h"
#include "backend/pulls.h"

// Positions and velocities as users give and get them, from and to the rows of a backend, which are
// about an origin that moves.

namespace pliant::backend {

/// What the row of a vertex says, in the world.
struct VertexRow {
  Vec3d place, velocity;  // m, m/s
  double inverse_mass;    // 1/kg
};

/// How far velocities are behind the positions, s; `first`: the integrator starts anew.
inline double lag_of(const Dynamics& dynamics, bool first) {
  return first ? 0 : traits_of(dynamics.integrator).lag * dynamics.time_step;
}

/// Tells all vertices. `row(v)` is a VertexRow; where velocities are behind, a part of a kick
/// brings them to the present, and `force(v)` is what pushes the vertex then, N. `pulls` has one a
/// vertex; `drives` may be null.
template <class Row, class Force>
void read_vertices(std::size_t count, const Row& row, const Dynamics& dynamics, double lag,
                   const Force& force, std::span<const Pull> pulls, const Drives* drives,
                   std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) {
  const bool behind = velocities && lag > 0;
  if (positions) positions->resize(count);
  if (velocities) velocities->resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto v = static_cast<Index>(i);
    const VertexRow at = row(v);
    if (positions) (*positions)[i] = at.place;
    if (!velocities) continue;
    Vec3d& out = (*velocities)[i];
    out = at.velocity;
    if (behind && at.inverse_mass > 0)
      out += (force(v) * at.inverse_mass + dynamics.gravity - out * dynamics.damping) * lag;
  }
  if (!behind) return;
  for (const Pull& pull : pulls) {
    const VertexRow at = row(pull.vertex);
    Vec3d& out = (*velocities)[pull.vertex];
    out += acceleration(pull, at.place, out, at.inverse_mass) * lag;
  }
  if (!drives) return;
  for (const Drives::Vertex& driven : drives->vertices())  // which have the velocity of their path
    for (int axis = 0; axis < 3; ++axis)
      if (driven.by.along(axis))
        (*velocities)[driven.vertex][axis] = row(driven.vertex).velocity[axis];
}

/// Where the origin is to be for vertices that are somewhere else now; none: where it is.
std::optional<Vec3d> origin_for(std::span<const Vec3d> positions, const Vec3d& origin, double near);

/// How fast it is to move along, m/s: not at all unless the vertices together go farther than
/// `near` within `seconds`.
Vec3d drift_for(std::span<const Vec3d> velocities, double seconds, double near);

}  // namespace pliant::backend

#include "backend/gpu/rows.h"

#include <algorithm>

namespace pliant::gpu {

namespace {

Vec3d mean(std::span<const Vec3d> vectors) {
  Vec3d sum{};
  for (const Vec3d& a : vectors) sum += a;
  return sum * (1 / static_cast<double>(vectors.size()));
}

}  // namespace

template <class R>
void read_rows(const Copies<R>& copies, std::size_t copy, const Dynamics& dynamics,
               const Drives* drives, std::vector<Vec3d>* positions,
               std::vector<Vec3d>* velocities) {
  const auto& row_of_vertex = copies.model().layout.row_of_vertex;
  const std::vector<Particle<R>> rows = copies.rows(copy);
  const MovingOrigin& moving = copies.moving_origin(copy);
  const Vec3d origin = copies.origin(copy);
  // Velocities may be behind the positions: a part of a kick brings them to the present.
  const double lag = traits_of(dynamics.integrator).lag * dynamics.time_step;
  const bool behind = velocities && lag > 0 && copies.started(copy);
  const std::vector<Four<R>> f = behind ? copies.forces_of_steps(copy) : std::vector<Four<R>>();
  if (positions) positions->resize(row_of_vertex.size());
  if (velocities) velocities->resize(row_of_vertex.size());
  for (std::size_t v = 0; v < row_of_vertex.size(); ++v) {
    const Particle<R>& p = rows[row_of_vertex[v]];
    if (positions) (*positions)[v] = origin + vector_of(p.place);
    if (!velocities) continue;
    Vec3d& out = (*velocities)[v];
    out = moving.drift + vector_of(p.move);
    if (behind && p.place.w > 0)
      out += (vector_of(f[row_of_vertex[v]]) * double(p.place.w) + dynamics.gravity -
              out * dynamics.damping) *
             lag;
  }
  if (behind)
    for (const Pull& pull : merged(dynamics.pulls)) {
      const Particle<R>& p = rows[row_of_vertex[pull.vertex]];
      Vec3d& out = (*velocities)[pull.vertex];
      out += acceleration(pull, origin + vector_of(p.place), out, double(p.place.w)) * lag;
    }
  if (behind && drives)  // what is driven has the velocity of its path
    for (const Drives::Vertex& driven : drives->vertices())
      for (int axis = 0; axis < 3; ++axis)
        if (driven.by.along(axis))
          (*velocities)[driven.vertex][axis] =
              moving.drift[axis] + vector_of(rows[row_of_vertex[driven.vertex]].move)[axis];
}

template <class R>
void write_rows(Copies<R>& copies, std::size_t copy, const Dynamics& dynamics,
                const std::vector<bool>& pinned, std::span<const Vec3d> positions,
                std::span<const Vec3d> velocities) {
  const bool may_drift = std::ranges::find(pinned, true) == pinned.end();
  const auto& row_of_vertex = copies.model().layout.row_of_vertex;
  std::vector<Particle<R>> rows = copies.rows(copy);
  MovingOrigin& moving = copies.moving_origin(copy);
  moving.origin = copies.origin(copy);
  moving.since = 0;
  if (!positions.empty()) {
    const Vec3d centre = mean(positions);
    if (length(centre - moving.origin) > copies.near_origin()) moving.origin = centre;
  }
  if (!velocities.empty()) {
    const Vec3d together = mean(velocities);
    const bool fast =
        length(together) * dynamics.time_step * steps_between_looks > copies.near_origin();
    moving.drift = may_drift && fast ? together : Vec3d{};
  }
  for (std::size_t v = 0; v < positions.size(); ++v) {
    Four<R>& place = rows[row_of_vertex[v]].place;
    const Vec3<R> x = as<R>(positions[v] - moving.origin);
    place = {x.x, x.y, x.z, place.w};
  }
  for (std::size_t v = 0; v < velocities.size(); ++v) {
    Particle<R>& p = rows[row_of_vertex[v]];
    // What is pinned stays.
    const Vec3<R> own = pinned[v] ? Vec3<R>{} : as<R>(velocities[v] - moving.drift);
    p.move = {own.x, own.y, own.z, p.move.w};
  }
  copies.set_rows(copy, rows);
  copies.start_anew(copy);
}

template void read_rows(const Copies<float>&, std::size_t, const Dynamics&, const Drives*,
                        std::vector<Vec3d>*, std::vector<Vec3d>*);
template void read_rows(const Copies<double>&, std::size_t, const Dynamics&, const Drives*,
                        std::vector<Vec3d>*, std::vector<Vec3d>*);
template void write_rows(Copies<float>&, std::size_t, const Dynamics&, const std::vector<bool>&,
                         std::span<const Vec3d>, std::span<const Vec3d>);
template void write_rows(Copies<double>&, std::size_t, const Dynamics&, const std::vector<bool>&,
                         std::span<const Vec3d>, std::span<const Vec3d>);

}  // namespace pliant::gpu

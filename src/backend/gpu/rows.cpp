#include "backend/gpu/rows.h"

#include <algorithm>

#include "backend/vertex_rows.h"

namespace pliant::gpu {

template <class R>
void read_rows(const Copies<R>& copies, std::size_t copy, const Dynamics& dynamics,
               const Drives* drives, std::vector<Vec3d>* positions,
               std::vector<Vec3d>* velocities) {
  const auto& row_of_vertex = copies.model().layout.row_of_vertex;
  const std::vector<Particle<R>> rows = copies.rows(copy);
  const MovingOrigin& moving = copies.moving_origin(copy);
  const Vec3d origin = copies.origin(copy);
  const double lag = backend::lag_of(dynamics, !copies.started(copy));
  const std::vector<Four<R>> f =
      velocities && lag > 0 ? copies.forces_of_steps(copy) : std::vector<Four<R>>();
  const auto told = [&](Index v) {
    const Particle<R>& p = rows[row_of_vertex[v]];
    return backend::VertexRow{origin + vector_of(p.place), moving.drift + vector_of(p.move),
                              double(p.place.w)};
  };
  backend::read_vertices(
      row_of_vertex.size(), told, dynamics, lag,
      [&](Index v) { return vector_of(f[row_of_vertex[v]]); }, merged(dynamics.pulls), drives,
      positions, velocities);
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
  const double near = copies.near_origin();
  if (const auto origin = backend::origin_for(positions, moving.origin, near))
    moving.origin = *origin;
  if (!velocities.empty())
    moving.drift =
        may_drift ? backend::drift_for(velocities, dynamics.time_step * steps_between_looks, near)
                  : Vec3d{};
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

#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "reproduce/l13.h"

namespace pliant::app::l13 {

TetMesh lifted(const TetMesh& mesh, double bottom) {
  Mesh higher = mesh.mesh();
  const double rise = bottom - bounding_box(mesh.vertices()).low.y;
  for (Vec3d& v : higher.vertices) v.y += rise;
  return TetMesh(std::move(higher));
}

Fall::Fall(const TetMesh& mesh, const PublishedSolid& solid, double height_of_fall, Backend backend)
    : mesh_(lifted(mesh, height_of_fall)),
      model_(published_solid(mesh_, solid), {.backend = backend}) {}

Dynamics Fall::dynamics(Integrator integrator, double time_step, double strain_limit) {
  return {.integrator = integrator,
          .time_step = time_step,
          .gravity = gravity,
          .strain_limit = strain_limit,
          .floor = Floor{}};
}

Outcome let_fall(const Fall& fall, const Dynamics& dynamics, double seconds, int looks) {
  constexpr double most_energy = 1.05;
  State state(fall.model(), dynamics);
  const double energy = state.energy().total();
  const double volume = fall.mesh().volume();
  Outcome outcome;
  const auto steps = static_cast<std::int64_t>(std::ceil(seconds / dynamics.time_step));
  try {
    for (int look = 0; look < looks && outcome.stable; ++look) {
      step(fall.model(), state, (look + 1) * steps / looks - look * steps / looks);
      const double now = total_volume(state.positions(), fall.mesh().tetrahedra()) / volume;
      outcome.smallest_volume = std::min(outcome.smallest_volume, now);
      outcome.largest_volume = std::max(outcome.largest_volume, now);
      outcome.stable = std::isfinite(now) && state.energy().total() <= most_energy * energy;
    }
  } catch (const Diverged&) {
    outcome.stable = false;
  }
  return outcome;
}

}  // namespace pliant::app::l13

#include <pliant/diverged.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>

#include "reproduce/l13.h"
#include "reproduce/l13_energy.h"

namespace pliant::app::l13 {

TetMesh lifted(const TetMesh& mesh, double bottom) {
  Mesh higher = mesh.mesh();
  const double rise = bottom - bounding_box(mesh.vertices()).low.y;
  for (Vec3d& v : higher.vertices) v.y += rise;
  return TetMesh(std::move(higher));
}

std::string name_of(VolumeDamping damping) {
  switch (damping) {
    case VolumeDamping::gradient:
      return "(3.9)";
    case VolumeDamping::normal:
      return "(3.11)";
    case VolumeDamping::none:
      break;
  }
  return "springs alone";
}

PublishedSolid damped(PublishedSolid solid, VolumeDamping damping) {
  solid.normal_damping = damping == VolumeDamping::normal;
  if (damping == VolumeDamping::none) solid.volume_damping = 0;
  return solid;
}

Fall::Fall(const TetMesh& mesh, const PublishedSolid& solid, double height_of_fall, Backend backend)
    : mesh_(lifted(mesh, height_of_fall)),
      solid_(solid),
      model_(published_solid(mesh_, solid), {.backend = backend}) {}

Dynamics Fall::dynamics(Integrator integrator, double time_step, double limit) {
  return {.integrator = integrator,
          .time_step = time_step,
          .gravity = gravity,
          .strain_limit = limit,
          .obstacles = {{Floor{}}}};
}

double Fall::energy(const State& state) const {
  const double counted = state.energy().total();
  if (!solid_.normal_damping) return counted;
  return counted + normal_volume_energy(mesh_, state.positions(), solid_.volume);
}

Outcome let_fall(const Fall& fall, const Dynamics& dynamics, double seconds, int looks) {
  constexpr double most_energy = 1.05;
  State state(fall.model(), dynamics);
  const double energy = fall.energy(state);
  const double volume = fall.mesh().volume();
  Outcome outcome;
  const auto steps = static_cast<std::int64_t>(std::ceil(seconds / dynamics.time_step));
  try {
    for (int look = 0; look < looks && outcome.stable; ++look) {
      step(fall.model(), state, (look + 1) * steps / looks - look * steps / looks);
      const double now = total_volume(state.positions(), fall.mesh().tetrahedra()) / volume;
      outcome.smallest_volume = std::min(outcome.smallest_volume, now);
      outcome.largest_volume = std::max(outcome.largest_volume, now);
      outcome.stable = std::isfinite(now) && fall.energy(state) <= most_energy * energy;
    }
  } catch (const Diverged&) {
    outcome.stable = false;
  }
  return outcome;
}

render::Image picture_on_floor(const TetMesh& body, const std::vector<Vec3d>& positions) {
  constexpr int squares = 6;
  const Box box = bounding_box(body.vertices());
  const double reach = 0.65 * std::max(box.high.x - box.low.x, box.high.z - box.low.z);
  Mesh scene;
  scene.vertices = positions;
  scene.vertices.push_back({0, box.high.y, 0});
  scene.tetrahedra = body.mesh().tetrahedra;
  const auto line = [&](double x0, double z0, double x1, double z1) {
    const auto first = static_cast<Index>(scene.vertices.size());
    scene.vertices.push_back({reach * x0, 0, reach * z0});
    scene.vertices.push_back({reach * x1, 0, reach * z1});
    scene.lines.cells.push_back({first, first + 1});
  };
  for (int i = 0; i <= squares; ++i) {
    const double at = 2.0 * i / squares - 1;
    line(at, -1, at, 1);
    line(-1, at, 1, at);
  }
  return render::draw(scene, {.width = 400, .height = 330, .yaw = 25, .pitch = 12, .edges = false});
}

}  // namespace pliant::app::l13

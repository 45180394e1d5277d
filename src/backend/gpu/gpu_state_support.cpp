#include "backend/gpu/gpu_state.h"
#include "backend/gpu/rows.h"

// What constraints and supports have done in the last step.

namespace pliant::gpu {

template <class R>
std::vector<Vec3d> GpuState<R>::constraint_forces() const {
  std::vector<Vec3d> out = CompiledState::constraint_forces();
  copies_.add_volume_forces(volume_goals, out);
  const std::vector<Four<R>> impulses = copies_.limit_impulses();
  if (!impulses.empty())
    for (std::size_t v = 0; v < out.size(); ++v)
      out[v] += vector_of(impulses[row(v)]) * (1 / dynamics.time_step);
  return out;
}

template <class R>
std::vector<Vec3d> GpuState<R>::path_accelerations() const {
  std::vector<Vec3d> out = CompiledState::path_accelerations();
  if (!drives) return out;
  const std::vector<Four<R>> gains = copies_.driven_gains();
  for (const Drives::Vertex& driven : drives->vertices())
    out[driven.vertex] = vector_of(gains[row(driven.vertex)]) * (1 / dynamics.time_step);
  return out;
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu

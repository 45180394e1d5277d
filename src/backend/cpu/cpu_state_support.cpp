#include "backend/cpu/cpu_state.h"

// What constraints and supports have done in the last step.

namespace pliant::cpu {

template <class R>
std::vector<Vec3d> CpuState<R>::constraint_forces() const {
  std::vector<Vec3d> out = CompiledState::constraint_forces();
  const double h = dynamics.time_step;
  const std::size_t width = compiled_->layout.width;
  for (std::size_t c = 0; c < volumes_.size(); ++c) {
    const ConstrainedSurface& surface = compiled_->constrained_surfaces[c];
    const double pressure = double(volumes_[c].push) / (h * h);  // Pa
    if (pressure == 0) continue;
    for (const ConstrainedSurface::BlockSlots& at : surface.blocks)
      for (std::size_t slot = at.own; slot < at.own_end; ++slot) {
        const R* b = volumes_[c].gradient.data() + slot / width * 3 * width + slot % width;
        out[surface.vertices[slot]] +=
            Vec3d{double(b[0]), double(b[width]), double(b[2 * width])} * pressure;
      }
  }
  if (!arrays_.impulses.empty())
    for (std::size_t v = 0; v < out.size(); ++v) {
      const R* impulse = arrays_.impulses.data() + 4 * row_number(static_cast<Index>(v));
      out[v] += Vec3d{double(impulse[0]), double(impulse[1]), double(impulse[2])} * (1 / h);
    }
  return out;
}

template <class R>
std::vector<Vec3d> CpuState<R>::path_accelerations() const {
  std::vector<Vec3d> out = CompiledState::path_accelerations();
  if (!drives || arrays_.driven.empty()) return out;
  const std::vector<DrivenRows::Row>& rows = driven_->rows;
  std::vector<Vec3d> by_row(compiled_->layout.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Vec3<R>& gain = arrays_.driven[i].gain;
    by_row[rows[i].row] =
        Vec3d{double(gain.x), double(gain.y), double(gain.z)} * (1 / dynamics.time_step);
  }
  for (const Drives::Vertex& driven : drives->vertices())
    out[driven.vertex] = by_row[row_number(driven.vertex)];
  return out;
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu

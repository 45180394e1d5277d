#include "backend/cpu/cpu_state.h"
#include "backend/layout/limited_springs.h"

// What holds a body besides its relations: strain limits, kept volumes, paths; and the forces they
// put on the vertices in the last step.

namespace pliant::cpu {

// --- the strain limit ---
// One thread does it, where springs are near their limit: each spring begins where the last has
// left its ends.

template <class R>
const std::vector<LimitedSpring<R>>& CpuState<R>::limited() {
  if (!limited_)
    limited_ = std::make_shared<const std::vector<LimitedSpring<R>>>(
        limited_springs(*compiled_, compiled_->layout, fields_.now(), freedoms()));
  return *limited_;
}

template <class R>
void CpuState<R>::limit_springs(Stepper<R>& s) {
  arrays_.impulses.clear();
  if (!s.near_limit) return;
  s.near_limit = false;
  s.front = nullptr;  // nodes move on
  const std::size_t rows = compiled_->layout.rows;
  arrays_.impulses.resize(4 * rows, R(0));
  const auto end = [&](std::size_t row) -> LimitedEnd<R> {
    return {arrays_.particles.data() + 8 * row,
            s.method.keeps_move ? arrays_.kept[0].data() + 4 * row : nullptr,
            arrays_.impulses.data() + 4 * row};
  };
  // A spring is as it was when it was last looked at, unless an end has moved since.
  std::vector<std::uint8_t> moved(rows, 0);  // in which sweep, at the latest
  const std::vector<LimitedSpring<R>>& springs = limited();
  for (std::uint8_t sweep = 1; sweep <= limit_sweeps; ++sweep) {
    bool any = false;
    const LimitedStep<R> step{static_cast<R>(dynamics.strain_limit),
                              static_cast<R>(dynamics.time_step),
                              static_cast<R>(limit_relaxation(sweep))};
    for (const LimitedSpring<R>& spring : springs) {
      if (moved[spring.a] + 1 < sweep && moved[spring.b] + 1 < sweep) continue;
      if (!limit_spring(spring, step, end(spring.a), end(spring.b))) continue;
      moved[spring.a] = moved[spring.b] = sweep;
      if (selected_) {
        selector().wake_row(spring.a);
        selector().wake_row(spring.b);
      }
      any = true;
    }
    if (!any) break;
  }
  for (std::size_t b = 0; b < compiled_->layout.blocks.size(); ++b) {
    if (s.volumes) s.volumes->find_moved(b, arrays_.particles.data());
    if (s.puts_off) s.show_shared(b);
  }
}

// --- volumes ---

template <class R>
void CpuState<R>::free_surfaces() {
  if (volumes_.empty()) return;
  const std::vector<Vec3d> by_direction = freedoms();
  for (std::size_t i = 0; i < volumes_.size(); ++i)
    volumes_[i].set_inverse_masses(compiled_->constrained_surfaces[i], by_direction,
                                   compiled_->layout.width);
}

// --- what they did ---

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

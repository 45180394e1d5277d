#include "backend/cpu/cpu_batch.h"

namespace pliant::cpu {

template <class R>
CpuBatch<R>::CpuBatch(const Model& m, const CpuModel<R>& compiled, std::size_t copies)
    : CompiledBatch(m, copies), copies_(copies) {
  for (std::size_t i = 0; i < copies; ++i) {
    copies_.set(i, std::make_unique<CpuState<R>>(m, compiled));
    copies_.change(i).changed();
  }
}

template <class R>
void CpuBatch<R>::step(std::int64_t count) {
  copies_.step(count, [](CpuState<R>& state, std::int64_t now) { return state.step(now, 1); });
  steps += count;
  time = static_cast<double>(steps) * dynamics[0].time_step;
}

template <class R>
void CpuBatch<R>::read(std::size_t copy, std::vector<Vec3d>* positions,
                       std::vector<Vec3d>* velocities) const {
  copies_.state(copy).read(positions, velocities);
}

template <class R>
void CpuBatch<R>::write(std::size_t copy, std::span<const Vec3d> positions,
                        std::span<const Vec3d> velocities) {
  copies_.change(copy).write(positions, velocities);
}

template <class R>
void CpuBatch<R>::scale(std::size_t copy, backend::FieldName field, double factor) {
  copies_.change(copy).scale(field, factor);
}

template <class R>
void CpuBatch<R>::changed(std::size_t copy) {
  CpuState<R>& state = copies_.change(copy);
  // As State::set_dynamics: the old dynamics tell what the velocities are now.
  std::vector<Vec3d> velocities;
  state.read(nullptr, &velocities);
  state.dynamics = dynamics[copy];
  state.damping = damping;
  state.write({}, velocities);
  state.changed();
}

template <class R>
std::unique_ptr<backend::CompiledBatch> CpuModel<R>::make_batch(const Model& model,
                                                                std::size_t copies) const {
  return std::make_unique<CpuBatch<R>>(model, *this, copies);
}

template class CpuBatch<float>;
template class CpuBatch<double>;
template class CpuModel<float>;
template class CpuModel<double>;

}  // namespace pliant::cpu

#include "spectral/spectral_batch.h"

namespace pliant::spectral {

SpectralBatch::SpectralBatch(const Model& m, const SpectralModel& compiled, std::size_t copies)
    : CompiledBatch(m, copies), copies_(copies), compiled_(compiled) {
  for (std::size_t i = 0; i < copies; ++i)
    copies_.set(i, std::make_unique<SpectralState>(m, compiled));
}

void SpectralBatch::step(std::int64_t count) {
  copies_.step(count, [](SpectralState& state, std::int64_t now) { return state.step(now); });
  steps += count;
  time = static_cast<double>(steps) * dynamics[0].time_step;
}

void SpectralBatch::read(std::size_t copy, std::vector<Vec3d>* positions,
                         std::vector<Vec3d>* velocities) const {
  copies_.state(copy).read(positions, velocities);
}

void SpectralBatch::write(std::size_t copy, std::span<const Vec3d> positions,
                          std::span<const Vec3d> velocities) {
  copies_.change(copy).write(positions, velocities);
}

void SpectralBatch::scale(std::size_t copy, backend::FieldName field, double factor) {
  const auto& loads = compiled_.loads[field.set];
  SpectralState& state = copies_.change(copy);
  for (Index i = 0; i < loads.size(); ++i) {
    const double value = factor * loads[i].numbers[1 + field.field];
    state.set_parameters(field, {&i, 1}, {&value, 1});
  }
}

void SpectralBatch::changed(std::size_t copy) {
  SpectralState& state = copies_.change(copy);
  state.dynamics = dynamics[copy];
  state.changed();
}

}  // namespace pliant::spectral

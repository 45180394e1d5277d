#include "spectral/spectral_batch.h"

#include "base/parallel.h"

namespace pliant::spectral {

SpectralBatch::SpectralBatch(const Model& m, const SpectralModel& compiled, std::size_t copies)
    : CompiledBatch(m, copies), compiled_(compiled) {
  for (std::size_t i = 0; i < copies; ++i)
    copies_.push_back({std::make_unique<SpectralState>(m, compiled)});
}

void SpectralBatch::step(std::int64_t count) {
  parallel_for(copies_.size(), 1, [&](std::size_t begin, std::size_t end) {
    const SerialScope alone;
    for (std::size_t i = begin; i < end; ++i) {
      if (copies_[i].diverged) continue;
      auto before = std::make_unique<SpectralState>(*copies_[i].state);
      if (copies_[i].state->step(count)) continue;
      copies_[i].state = std::move(before);
      copies_[i].diverged = true;
    }
  });
  steps += count;
  time += static_cast<double>(count) * dynamics[0].time_step;
}

void SpectralBatch::read(std::size_t copy, std::vector<Vec3d>* positions,
                         std::vector<Vec3d>* velocities) const {
  copies_[copy].state->read(positions, velocities);
}

void SpectralBatch::write(std::size_t copy, std::span<const Vec3d> positions,
                          std::span<const Vec3d> velocities) {
  copies_[copy].state->write(positions, velocities);
  copies_[copy].diverged = false;
}

void SpectralBatch::scale(std::size_t copy, backend::FieldName field, double factor) {
  const auto& loads = compiled_.loads[field.set];
  for (Index i = 0; i < loads.size(); ++i) {
    const double value = factor * loads[i].numbers[1 + field.field];
    copies_[copy].state->set_parameters(field, {&i, 1}, {&value, 1});
  }
}

void SpectralBatch::changed(std::size_t copy) {
  copies_[copy].state->dynamics = dynamics[copy];
  copies_[copy].state->changed();
}

}  // namespace pliant::spectral

#pragma once

#include "backend/batch_copies.h"
#include "spectral/spectral_state.h"

namespace pliant::spectral {

class SpectralBatch final : public backend::CompiledBatch {
 public:
  SpectralBatch(const Model& model, const SpectralModel& compiled, std::size_t copies);
  void step(std::int64_t count) override;
  void read(std::size_t copy, std::vector<Vec3d>* positions,
            std::vector<Vec3d>* velocities) const override;
  void write(std::size_t copy, std::span<const Vec3d> positions,
             std::span<const Vec3d> velocities) override;
  void scale(std::size_t copy, backend::FieldName field, double factor) override;
  bool diverged(std::size_t copy) const override { return copies_.diverged(copy); }
  void changed(std::size_t copy) override;

 private:
  backend::BatchCopies<SpectralState> copies_;
  const SpectralModel& compiled_;
};

}  // namespace pliant::spectral

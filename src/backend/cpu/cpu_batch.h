#pragma once

#include "backend/batch_copies.h"
#include "backend/cpu/cpu_state.h"

namespace pliant::cpu {

/// They share the model's fields.
template <class R>
class CpuBatch final : public backend::CompiledBatch {
 public:
  CpuBatch(const Model& model, const CpuModel<R>& compiled, std::size_t copies);

  void step(std::int64_t count) override;
  void read(std::size_t copy, std::vector<Vec3d>* positions,
            std::vector<Vec3d>* velocities) const override;
  void write(std::size_t copy, std::span<const Vec3d> positions,
             std::span<const Vec3d> velocities) override;
  void scale(std::size_t copy, backend::FieldName field, double factor) override;
  bool diverged(std::size_t copy) const override { return copies_.diverged(copy); }
  void changed(std::size_t copy) override;

 private:
  backend::BatchCopies<CpuState<R>> copies_;
};

}  // namespace pliant::cpu

#pragma once

#include "backend/cpu/cpu_state.h"

namespace pliant::cpu {

/// Copies that threads take as they come; each is stepped by one thread, so that none waits for
/// another, and gives the bits of a state stepped alone. They share the model's fields.
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
  bool diverged(std::size_t copy) const override;
  void changed(std::size_t copy) override;

 private:
  struct Copy {
    std::unique_ptr<CpuState<R>> state;
    std::unique_ptr<CpuState<R>> good;  // of some steps ago; none after a change
    bool diverged = false;
  };
  static void step(Copy& copy, std::int64_t count);
  CpuState<R>& change(std::size_t copy);

  std::vector<Copy> copies_;
};

}  // namespace pliant::cpu

#pragma once

#include "backend/batch_vectors.h"
#include "backend/gpu/copies.h"

namespace pliant::gpu {

template <class R>
class GpuBatch final : public backend::CompiledBatch, public backend::GathersVectors {
 public:
  GpuBatch(const Model& model, const GpuModel<R>& compiled, std::size_t copies);

  void step(std::int64_t count) override;
  void read(std::size_t copy, std::vector<Vec3d>* positions,
            std::vector<Vec3d>* velocities) const override;
  void write(std::size_t copy, std::span<const Vec3d> positions,
             std::span<const Vec3d> velocities) override;
  void scale(std::size_t copy, backend::FieldName field, double factor) override;
  bool diverged(std::size_t copy) const override { return stopped_[copy]; }
  void changed(std::size_t copy) override;
  std::unique_ptr<backend::VectorMemory> make_vectors() const override;
  void gather(bool of_velocities, backend::VectorMemory& to) const override;

 private:
  const GpuModel<R>* compiled_;
  Copies<R> copies_;
  std::vector<bool> stopped_;
  std::vector<bool> pinned_;       // by vertex
  std::vector<Dynamics> applied_;  // until changed() is told of new ones
};

}  // namespace pliant::gpu

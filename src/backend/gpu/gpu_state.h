#pragma once

#include <optional>

#include "backend/gpu/copies.h"
#include "backend/layout/relation_reader.h"

namespace pliant::gpu {

template <class R>
class GpuState final : public backend::CompiledState {
 public:
  GpuState(const Model& model, const GpuModel<R>& compiled);
  std::unique_ptr<CompiledState> copy() const override;

  bool step(std::int64_t count) override;
  std::optional<bool> step_keeping(std::int64_t count) override;
  void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const override;
  void write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) override;
  void holds_changed() override;
  double inverse_mass(Index vertex) const override;
  std::vector<Vec3d> forces() const override;
  std::vector<Vec3d> tangent(std::span<const Vec3d> directions, bool of_velocities) const override;
  std::vector<Vec3d> relation_forces(std::size_t set) const override;
  double elastic_energy() const override;
  backend::Strongest strongest_relation(Index vertex) const override;
  double parameter(backend::FieldName field, std::size_t relation) const override;
  void set_parameter(backend::FieldName field, std::size_t relation, double value) override;
  void set_all(backend::FieldName field, double value) override;
  void remove(std::size_t set, std::span<const Index> relations) override;
  void put_back(std::size_t set, std::span<const Index> relations) override;
  std::vector<std::vector<Index>> met(const backend::Blade& blade) const override;
  void changed() override;
  void volume_goals_changed() override { copies_.set_volume_goals(volume_goals); }
  void pulls_changed() override { copies_.set_pulls(0, dynamics.pulls); }
  std::unique_ptr<backend::PendingFrame> request_frame() const override;
  backend::Snapshot snapshot() const override;
  void restore(const backend::Snapshot& snapshot) override;

 private:
  GpuState(const GpuState&) = default;
  std::size_t row(std::size_t vertex) const { return compiled_->layout.row_of_vertex[vertex]; }
  std::vector<Vec3d> by_vertex(const std::vector<Four<R>>& rows) const;
  GpuField<R>& own(const Place& place, std::size_t field);
  /// Calls f(a place in the store, all numbers) for each store that has some of the relations.
  template <class F>
  void for_stores_of(std::size_t set, std::span<const Index> relations, const F& f);
  Field<R> host_field(std::size_t store, std::size_t field) const;
  std::vector<std::vector<Field<R>>> host_fields() const;
  void set_field(const backend::FieldValues& values);
  double time_of(std::int64_t step) const;
  Stepped step_copies(std::int64_t count, bool keeping);
  void pass(std::int64_t count);

  const GpuModel<R>* compiled_;  // kept alive by the model
  Copies<R> copies_;
  std::vector<R> inverse_masses_;  // of vertices
  double time_then_ = 0;           // when the dynamics changed
  std::int64_t steps_then_ = 0;
};

}  // namespace pliant::gpu

#pragma once

#include <optional>

#include "backend/gpu/copies.h"
#include "backend/layout/relation_reader.h"
#include "backend/own_only.h"
#include "backend/shared_steps.h"
#include "backend/sweeps_alone.h"
#include "backend/touching_steps.h"

namespace pliant::gpu {

template <class R>
struct Descender;

template <class R>
class GpuState final : public backend::CompiledState,
                       public backend::MayShareSteps,
                       public backend::MayTouchTogether,
                       public backend::MeasuresSweeps {
 public:
  GpuState(const Model& model, const GpuModel<R>& compiled);
  std::unique_ptr<CompiledState> copy() const override;

  bool step(std::int64_t count) override;
  std::optional<bool> step_backing_up(std::int64_t count) override;
  const void* kind_of_steps() const override {
    return &compiled_->device->plans(precision_of<R>());  // one for each device and precision
  }
  std::unique_ptr<backend::SharedSteps> make_shared_steps() const override;
  const void* kind_of_touching() const override { return kind_of_steps(); }
  std::unique_ptr<backend::TouchingSteps> make_touching_steps() const override;
  void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const override;
  void write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) override;
  void holds_changed() override;
  double inverse_mass(Index vertex) const override;
  std::vector<Vec3d> forces() const override;
  std::vector<Vec3d> constraint_forces() const override;
  std::vector<Vec3d> path_accelerations() const override;
  std::vector<Vec3d> tangent(std::span<const Vec3d> directions, bool of_velocities) const override;
  std::vector<Sym3<double>> diagonal_blocks(double share) const override;
  large_steps::Descended descend(const large_steps::BodyProblem& problem) override;
  std::function<void(int)> sweeps_alone(const large_steps::BodyProblem& problem,
                                        int threads) const override;
  std::vector<Vec3d> relation_forces(const backend::WantedRelations& wanted) const override;
  double elastic_energy() const override { return energy_sums(true).elastic; }
  backend::EnergySums energy_sums(bool elastic) const override;
  backend::Strongest strongest_relation(Index vertex) const override;
  double parameter(backend::FieldName field, std::size_t relation) const override;
  void set_parameters(backend::FieldName field, std::span<const Index> relations,
                      std::span<const double> values) override;
  void set_all(backend::FieldName field, double value) override;
  void remove(std::size_t set, std::span<const Index> relations) override;
  void set_rest(std::size_t set, std::span<const Index> relations,
                std::span<const double> numbers) override;
  void put_back(std::size_t set, std::span<const Index> relations) override;
  std::vector<std::vector<Index>> intersected(const backend::Blade& blade) const override;
  void changed() override;
  void volume_goals_changed() override;
  void pulls_changed() override;
  void selection_changed() override;
  std::size_t active_count() const override;
  std::vector<NodeState> node_states() const override;
  void wake(std::span<const Index> vertices) override { copies_.wake(vertices); }
  void wake_all() override;
  void obstacles_changed() override { copies_.set_obstacles(0, dynamics.obstacles); }
  backend::Moved moved_since(const Look& look) const override;
  void read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                 std::vector<Vec3d>* velocities) const override;
  backend::EnergySums renew_sums(bool elastic, backend::EnergyParts& parts) const override;
  void read_places(std::span<const Index> vertices, std::span<Vec3d> places) const override {
    copies_.read_places(vertices, places);
  }
  void push(std::span<const Index> vertices, std::span<const Vec3d> forces) override {
    copies_.push(vertices, forces);
  }
  void hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways) override {
    copies_.hold_back(vertices, ways);
  }
  std::unique_ptr<backend::PendingFrame> request_frame() const override;
  backend::Snapshot snapshot() const override;
  void restore(const backend::Snapshot& snapshot) override;

  Copies<R>& copies() { return copies_; }
  /// So many steps were taken, or taken back.
  void pass(std::int64_t count);

 private:
  GpuState(const GpuState&) = default;
  std::size_t row(std::size_t vertex) const { return compiled_->layout.row_of_vertex[vertex]; }
  std::vector<Vec3d> by_vertex(const std::vector<Four<R>>& rows) const;
  GpuField<R>& own(const Place& place, std::size_t field);
  /// Calls f(a place in the store, all numbers there, on the device) for each store that has some
  /// of the relations.
  template <class F>
  void for_stores_of(std::size_t set, std::span<const Index> relations, const F& f);
  void set_field(const backend::FieldValues& values);
  /// The field(member) of some relations, to value(i).
  template <class Field, class Value>
  void set_field(std::size_t set, std::span<const Index> relations, const Field& field,
                 const Value& value);
  double time_of(std::int64_t step) const;
  void step_changed() override;
  void wake_relations(std::size_t set, std::span<const Index> relations);
  std::vector<Index> kept_awake() const;
  bool knows_changes() const;
  Stepped step_copies(std::int64_t count, bool backing_up);

  const GpuModel<R>* compiled_;  // kept alive by the model
  Copies<R> copies_;
  std::vector<R> inverse_masses_;  // of vertices
  double time_then_ = 0;           // when the dynamics changed
  std::int64_t steps_then_ = 0;
  OwnOnly<Descender<R>> descender_;
};

}  // namespace pliant::gpu

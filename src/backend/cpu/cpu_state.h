#pragma once

#include <array>
#include <optional>

#include "backend/cpu/cpu_model.h"
#include "backend/cpu/cpu_selector.h"
#include "backend/cpu/team.h"
#include "backend/own_only.h"
#include "backend/stiffness_of_relations.h"
#include "backend/sweeps_alone.h"
#include "constraints/strain_limit.h"
#include "relations/law.h"

namespace pliant::cpu {

template <class R>
struct Descender;

template <class R>
class CpuState final : public backend::CompiledState,
                       public backend::MeasuresSweeps,
                       public backend::StiffnessOfRelations {
 public:
  CpuState(const Model& model, const CpuModel<R>& compiled);
  CpuState(const CpuState&) = default;
  std::unique_ptr<CompiledState> copy() const override;
  std::unique_ptr<CompiledState> backup() const override;
  bool renew(CompiledState& backup) override;
  void take_relations(const CompiledState& from) override;

  bool step(std::int64_t count) override;
  /// The same on so many threads at most.
  bool step(std::int64_t count, int threads);
  void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const override;
  void write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) override;
  void holds_changed() override;
  double inverse_mass(Index vertex) const override;
  std::vector<Vec3d> forces() const override;
  std::vector<Vec3d> constraint_forces() const override;
  std::vector<Vec3d> path_accelerations() const override;
  std::vector<Vec3d> tangent(std::span<const Vec3d> directions, bool of_velocities) const override;
  std::vector<Sym3<double>> diagonal_blocks(double share) const override;
  void tell_stiffness(double share, const Take& take) const override;
  large_steps::Descended descend(const large_steps::BodyProblem& problem) override;
  std::function<void(int)> sweeps_alone(const large_steps::BodyProblem& problem,
                                        int threads) const override;
  std::vector<Vec3d> relation_forces(const backend::WantedRelations& wanted) const override;
  double elastic_energy() const override;
  backend::EnergySums energy_sums(bool elastic) const override;
  backend::EnergySums renew_sums(bool elastic, backend::EnergyParts& parts) const override;
  backend::Moved moved_since(const Look& look) const override;
  void read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                 std::vector<Vec3d>* velocities) const override;
  backend::Strongest strongest_relation(Index vertex) const override;
  double parameter(backend::FieldName field, std::size_t relation) const override;
  void set_parameters(backend::FieldName field, std::span<const Index> relations,
                      std::span<const double> values) override;
  void set_all(backend::FieldName field, double value) override;
  void remove(std::size_t set, std::span<const Index> relations) override;
  void set_rest(std::size_t set, std::span<const Index> relations,
                std::span<const double> numbers) override;
  void put_back(std::size_t set, std::span<const Index> relations) override;
  void changed() override;
  void pulls_changed() override;
  void obstacles_changed() override;
  void volume_goals_changed() override { start_selection(); }
  void selection_changed() override;
  std::size_t active_count() const override;
  std::vector<NodeState> node_states() const override;
  void wake(std::span<const Index> vertices) override;
  void wake_all() override;
  SelectionCosts selection_costs() const override;
  std::unique_ptr<backend::PendingFrame> request_frame() const override;
  backend::Snapshot snapshot() const override;
  void restore(const backend::Snapshot& snapshot) override;
  void read_places(std::span<const Index> vertices, std::span<Vec3d> places) const override;
  void push(std::span<const Index> vertices, std::span<const Vec3d> forces) override;
  void hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways) override;
  /// The numbers of its relations.
  const Fields<R>& fields() const { return fields_.now(); }
  const CpuModel<R>& compiled() const { return *compiled_; }
  /// A parameter of every relation of a set becomes `factor` times the model's.
  void scale(backend::FieldName field, double factor);

 private:
  R* row(Index vertex) { return arrays_.particles.data() + 8 * row_number(vertex); }
  const R* row(Index vertex) const { return arrays_.particles.data() + 8 * row_number(vertex); }
  std::size_t row_number(Index vertex) const { return compiled_->layout.row_of_vertex[vertex]; }
  // A field that this state may write to; one value a relation unless the whole set is meant.
  Field<R>& own(std::size_t store, std::size_t member, std::size_t field);
  static constexpr std::size_t whole_set = static_cast<std::size_t>(-1);
  std::array<Vec3d, max_arity> positions_of(const std::array<Index, max_arity>& rows) const;
  Stepper<R> stepper(Arrays<R>& arrays, const GroupTable<R>& groups,
                     const std::vector<BlockWork>& parts) const;
  std::vector<Vec3d> forces_by(const Fields<R>& fields) const;
  std::vector<Vec3d> forces_of_steps() const;
  /// Takes steps off `count`; leaves some where more or fewer threads should go on, or none need.
  bool run_steps(std::int64_t& count, int threads, int most);
  int useful_threads(int threads) const;
  void damp(int threads);
  void fill(backend::FieldName field, double value);
  void set_motive(Stepper<R>& stepper, const PlainDynamics& dynamics) const;
  std::optional<Driving<R>> sample_drives(std::int64_t count);
  void pull();  // as a step begins
  void give_pushes();
  void limit_springs(Stepper<R>& stepper);
  const std::vector<LimitedSpring<R>>& limited();
  bool is_time_to_look() const;
  bool looks_after_step() const;
  bool inflate();
  void free_surfaces();  // where pins and drives let them
  double volume_of(const backend::CompiledModel::Gas& gas) const;
  double energy_in_the_world(std::size_t set) const;
  double energy_of_gases() const;
  void follow();
  void shift(const Vec3d& by, const Vec3d& velocity);
  R size() const;
  void wake_relations(std::size_t set, std::span<const Index> relations);
  void start_selection();
  void restore(const backend::NodeSnapshot& nodes);
  /// After a step, in which its nodes may have been watched; true where others are active now.
  bool select(bool watched, int threads);
  Selector<R> selector();
  bool is_led(std::size_t row) const;
  bool looks_at_front(std::int64_t after) const;
  void look_at_all();
  bool moves_slowly() const;
  void look_at_obstacles();       // before a step
  double near_obstacles() const;  // m
  bool is_at_rest() const;
  void note_moved();
  /// Blocks with vertices that may have moved since, or have other relations; all where nothing is
  /// selected.
  std::vector<Index> blocks_since(const Look& look) const;
  Look look() const { return selected_ ? selected_->awake.changes().look() : Look{}; }
  /// Ranges of vertices with some of these blocks, and blocks with relations on their vertices.
  std::vector<Index> ranges_of(std::span<const Index> blocks) const;
  std::vector<Index> strained_with(std::span<const Index> blocks) const;
  void sum_up_motion(backend::EnergyParts& parts) const;
  void sum_up_strain(backend::EnergyParts& parts) const;
  const std::vector<BlockWork>& parts() const {
    return selected_ ? selected_->awake.work() : compiled_->whole;
  }
  double near_origin() const;         // m: the body's middle may be so far from the origin
  double time_between_looks() const;  // s, at whether it still is

  const CpuModel<R>* compiled_;  // kept alive by the model
  Arrays<R> arrays_;
  StateFields<R> fields_;
  std::shared_ptr<const DrivenRows> driven_;     // null: none
  std::vector<Pull> pulled_;                     // one a vertex
  std::vector<std::pair<Index, Vec3d>> pushes_;  // N, of contact, for the next step
  std::vector<contact::PlainObstacle> obstacles_;
  std::vector<ConstrainedVolume<R>> volumes_;  // of the volume constraints
  /// Null where relations or what is held have changed since it was made.
  std::shared_ptr<const std::vector<LimitedSpring<R>>> limited_;
  // Positions are about a moving origin: single precision then suffices far away and in long falls.
  Vec3d origin_{}, drift_{};  // m, m/s
  bool may_drift_ = true;     // nothing is pinned
  bool first_ = true;         // the integrator starts anew

  std::optional<Selected<R>> selected_;  // none: all is simulated
  OwnOnly<Descender<R>> descender_;
  Look backup_at_{};  // where this is a copy to go back to: when it was made
};

}  // namespace pliant::cpu

#pragma once

#include <pliant/box.h>
#include <pliant/model.h>

#include <memory>

#include "active/changes.h"
#include "backend/drives.h"
#include "backend/incidence.h"
#include "backend/spring_order.h"
#include "backend/volume_patches.h"
#include "large_steps/minimiser.h"
#include "model/damping_plan.h"
#include "model/spectrum.h"

// What a backend makes of a Model and of a State. Vertices and relations have the body's numbers.

namespace pliant {
struct Stress;
}

namespace pliant::backend {

class CompiledState;
class CompiledBatch;
struct Blade;

class CompiledModel {
 public:
  CompiledModel(const Body& body, Precision precision);
  CompiledModel(const CompiledModel&) = delete;
  CompiledModel& operator=(const CompiledModel&) = delete;
  virtual ~CompiledModel() = default;
  virtual std::unique_ptr<CompiledState> make_state(const Model& model) const = 0;
  virtual std::unique_ptr<CompiledBatch> make_batch(const Model& model,
                                                    std::size_t copies) const = 0;
  virtual Backend backend() const = 0;

  /// The vertices of a set's relations, in the order in which their law gets them.
  virtual std::vector<Index> relation_vertices(std::size_t set) const = 0;
  virtual std::string_view instruction_set() const = 0;
  virtual std::size_t memory() const = 0;          // bytes
  virtual std::size_t bytes_per_step() const = 0;  // read and written at least
  /// s: what resolves the slowest motion of a model that every step is stable for; others have
  /// none.
  virtual bool is_spectral() const { return false; }
  virtual std::optional<double> resolving_step() const { return std::nullopt; }
  /// 1/s²: the largest eigenvalue of M⁻¹K of such a model.
  virtual double stiffest_motion() const { return 0; }
  const Incidence& incidence() const { return incidence_(*this); }
  /// Of the model that this is of, at rest.
  const Spectrum& spectrum(const Model& model) const { return spectrum_(model); }
  const SpringOrder& spring_order() const { return spring_order_(*this); }
  /// Whether all relations have one.
  bool has_energy() const;
  /// Whether any relation can be limited in strain.
  bool has_springs() const;

  // What every backend keeps of the body.
  Precision precision{};
  std::uint64_t fingerprint = 0;  // of the whole body
  std::vector<double> masses;     // kg
  double beyond = 0;              // m: how far the surface lies beyond a vertex at most, see insets
  std::vector<double> insets;     // m, by vertex; empty: none
  std::vector<Index> pinned;
  Box box;  // of the rest positions
  struct Set {
    std::size_t law;  // index in laws()
    std::size_t count;
  };
  std::vector<Set> sets;
  struct Gas {
    std::size_t set;
    std::vector<Triangle> triangles;
    double amount;        // J: pressure times volume
    double outside;       // Pa
    double least_volume;  // m³; a surface turned inside out has none
    double rest_volume;   // m³, where its energy is zero
  };
  std::vector<Gas> gases;
  std::vector<VolumeConstraint> volumes;  // with their rest volumes
  std::vector<VolumePatches> volume_patches;
  std::vector<Tetrahedron> tetrahedra;  // of the surface, see Body
  std::vector<Hexahedron> hexahedra;
  std::vector<Triangle> triangles;

 private:
  LazyIncidence incidence_;
  LazySpectrum spectrum_;
  LazySpringOrder spring_order_;
};

/// What `parameter` and `rest` name: a field of a law in a set.
struct FieldName {
  std::size_t set;
  std::size_t field;  // of the parameters
};

/// Relations of a set whose forces are asked for, as if some of their parameters were zero.
struct WantedRelations {
  std::size_t set;
  std::optional<std::span<const Index>> relations{};  // none: all
  std::span<const std::size_t> without{};             // parameters, by their number in the law
};

/// Sums over a body; the same bits on any number of threads.
struct EnergySums {
  double kinetic = 0, elastic = 0;  // J
  Vec3d moment{};                   // kg m
};

/// What the sums were made of, kept by whoever asks again and again.
struct EnergyParts {
  Look moved{}, strained{};     // when the first two and the last were computed
  std::vector<double> kinetic;  // J
  std::vector<Vec3d> moment;    // kg m
  std::vector<double> elastic;  // J
  std::size_t computed = 0;     // parts of all three, the last time
};

/// Which vertices may have moved since a look, or have other relations.
struct Moved {
  Look now{};  // what to ask with the next time
  bool all = true;
  std::vector<Index> vertices{};  // where that is not all of them
};

struct Strongest {
  std::size_t set = 0;
  Index relation = no_index;
};

/// A number of a law for the relations of a set: one for all, or one each.
struct FieldValues {
  std::size_t set, field;  // rest values first, then parameters
  std::vector<double> values;
};

/// What dynamic selection knows of the vertices (active/plan.h); all empty: nothing is selected.
struct NodeSnapshot {
  std::vector<bool> active;
  std::vector<Vec3d> anchors;
  std::vector<double> farthest;  // squared, m²
  std::vector<double> since;     // steps
  std::vector<double> woke_neighbours;
};

/// What only a backend knows of a state, in plain numbers; a State tells the rest.
struct Snapshot {
  Vec3d origin, drift;                // of the moving frame, m, m/s
  std::int64_t since = 0;             // steps since the origin was there
  double time_then = 0;               // s: of a step that time is counted from
  std::int64_t steps_then = 0;        // that step
  bool first = true;                  // the integrator starts anew
  std::vector<Vec3d> places, speeds;  // of vertices, in that frame
  std::vector<Vec3d> moves;           // the last displacements, where they are kept
  std::vector<FieldValues> fields;    // those that are not the model's
  std::vector<double> modal;          // of a spectral solid, instead of places and speeds
  NodeSnapshot nodes;
};

/// Positions that were asked for and may still be on their way.
class PendingFrame {
 public:
  virtual ~PendingFrame() = default;
  /// Waits for them.
  virtual std::vector<Vec3d> take() = 0;
};

/// How old the copy may be that a diverged state goes back to.
inline constexpr std::int64_t steps_between_copies = 256;

class CompiledState {
 public:
  explicit CompiledState(const Model& m);
  virtual ~CompiledState() = default;
  virtual std::unique_ptr<CompiledState> copy() const = 0;
  /// A copy to go back to. Its relations need not be right: whoever goes back calls
  /// take_relations(), since what was changed of them since then stays changed.
  virtual std::unique_ptr<CompiledState> backup() const { return copy(); }
  /// Makes such a copy what backup() would now return, where that costs less than another; false:
  /// it does not.
  virtual bool renew(CompiledState& /*backup*/) { return false; }
  /// Numbers of the relations, and which are removed, become those of another state of the model.
  virtual void take_relations(const CompiledState& from) { removed = from.removed; }

  /// Steps; false when the state has diverged, which is then of no use.
  virtual bool step(std::int64_t count) = 0;
  /// The same, but goes back to a state of a while before when it has diverged; nothing where
  /// whoever steps has to see to that.
  virtual std::optional<bool> step_backing_up(std::int64_t /*count*/) { return std::nullopt; }
  virtual void read(std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities) const = 0;
  virtual void write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) = 0;
  /// Pins or drives have changed.
  virtual void holds_changed() = 0;
  virtual double inverse_mass(Index vertex) const = 0;
  virtual std::vector<Vec3d> forces() const = 0;
  /// Of volume constraints and strain limits in the last step, those of `outer_forces` included.
  virtual std::vector<Vec3d> constraint_forces() const;
  /// What driven vertices gained in velocity in the last step over its length, m/s²; zero for
  /// others and in directions that are not driven.
  virtual std::vector<Vec3d> path_accelerations() const;
  /// See State.
  virtual std::vector<Vec3d> support_forces() const;
  /// How the forces change along directions of the positions, or of the velocities.
  virtual std::vector<Vec3d> tangent(std::span<const Vec3d> directions,
                                     bool of_velocities) const = 0;
  /// The same where vertices go along `directions` and their velocities by `share` (1/s) of that.
  virtual std::vector<Vec3d> change_of_forces(std::span<const Vec3d> directions,
                                              double share) const;
  /// For each vertex the sum of its relations' diagonal blocks (relations/diagonal_blocks.h), N/m,
  /// and of what damps `share` (1/s) times.
  virtual std::vector<Sym3<double>> diagonal_blocks(double share) const;
  /// Large steps by vertex block descent; InputError where a backend has none.
  virtual large_steps::Descended descend(const large_steps::BodyProblem& problem);
  /// Of each of these relations on its vertices.
  virtual std::vector<Vec3d> relation_forces(const WantedRelations& wanted) const = 0;
  virtual double elastic_energy() const = 0;
  /// Kinetic energy and Σ m x; the elastic energy where it is asked for.
  virtual EnergySums energy_sums(bool elastic) const;
  /// The relation that pulls most at a vertex now.
  virtual Strongest strongest_relation(Index vertex) const = 0;
  virtual double parameter(FieldName field, std::size_t relation) const = 0;
  /// Of some relations, each named once: one value for all of them, or one each.
  virtual void set_parameters(FieldName field, std::span<const Index> relations,
                              std::span<const double> values) = 0;
  virtual void set_all(FieldName field, double value) = 0;
  virtual void remove(std::size_t set, std::span<const Index> relations) = 0;
  /// Some relations get other rest states: the numbers of one after the other.
  virtual void set_rest(std::size_t set, std::span<const Index> relations,
                        std::span<const double> numbers) = 0;
  /// Relations whose rest state has changed are as they were in the model again.
  virtual void put_back(std::size_t set, std::span<const Index> relations) = 0;
  /// The relations that a blade meets now, by set, in their order.
  virtual std::vector<std::vector<Index>> intersected(const Blade& blade) const;
  /// Dynamics or pins have changed.
  virtual void changed() = 0;
  virtual void volume_goals_changed() {}
  /// Only the pulls of the dynamics have.
  virtual void pulls_changed() {}
  /// Or the obstacles.
  virtual void obstacles_changed() {}
  /// The selection of the dynamics has changed.
  virtual void selection_changed() {}
  /// See State.
  virtual std::size_t active_count() const { return pinned.size(); }
  virtual std::vector<NodeState> node_states() const;
  virtual void wake(std::span<const Index> /*vertices*/) {}
  virtual void wake_all() {}
  virtual SelectionCosts selection_costs() const { return {}; }
  virtual std::unique_ptr<PendingFrame> request_frame() const = 0;
  virtual Snapshot snapshot() const = 0;
  /// The state's own members are those of the snapshot already.
  virtual void restore(const Snapshot& snapshot) = 0;
  /// Cauchy's, of each tetrahedron of the mesh that the body was made of, where the body knows them
  /// without looking at relations; others have none.
  virtual std::vector<Stress> stresses() const;
  virtual Moved moved_since(const Look& /*look*/) const { return {}; }
  /// Of some vertices, in the order in which they are named.
  virtual void read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                         std::vector<Vec3d>* velocities) const;
  /// energy_sums() with the same bits; computes only the parts that have changed since they were
  /// made.
  virtual EnergySums renew_sums(bool elastic, EnergyParts& /*parts*/) const {
    return energy_sums(elastic);
  }

  // For contact between bodies; InputError where a backend has none.
  /// Where some vertices are, m.
  virtual void read_places(std::span<const Index> vertices, std::span<Vec3d> places) const;
  /// Forces on some vertices during the next step alone, N.
  virtual void push(std::span<const Index> vertices, std::span<const Vec3d> forces);
  /// Moves some vertices, m, and takes away the velocity that brought them where they were after
  /// the last step.
  virtual void hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways);
  /// The same where vertices cannot be moved one by one: the whole goes back to a part of its way
  /// in the last step.
  virtual void go_back(double part);
  /// The next steps are so long; nothing else of the dynamics changes.
  void set_step(double seconds, const DampingPlan& plan);

 protected:
  virtual void step_changed() {}

 public:
  bool has_pins() const;
  std::span<const double> insets() const { return model.compiled().insets; }
  /// For every vertex one over its mass, or 0 where it is pinned, or driven in every direction.
  std::vector<double> inverse_masses() const;
  /// The same by direction: 0 in those a vertex is driven in.
  std::vector<Vec3d> freedoms() const;

  Model model;
  Dynamics dynamics;
  DampingPlan damping;  // follows from model and dynamics
  std::int64_t steps = 0;
  double time = 0;
  std::vector<std::vector<bool>> removed;  // by set; empty: none
  std::vector<bool> pinned;                // by vertex
  std::shared_ptr<const Drives> drives;    // null: none
  std::size_t next_drive = 0;              // the number of the next one
  std::vector<VolumeGoal> volume_goals;    // by volume constraint
  /// Forces of constraints that are solved outside between steps, N, in the last of them; empty:
  /// none.
  std::vector<Vec3d> outer_forces;
  /// What contact pushes some vertices with where bodies are now.
  struct {
    std::vector<Index> vertices;
    std::vector<Vec3d> forces;  // N
  } contact_pushes;
  large_steps::Memory large_step_memory;
  LargeStepCounts large_step_counts;
};

/// Copies of a model; see pliant::Batch, which has checked all that is given here.
class CompiledBatch {
 public:
  CompiledBatch(const Model& m, std::size_t copies) : model(m), dynamics(copies) {}
  virtual ~CompiledBatch() = default;
  virtual void step(std::int64_t count) = 0;
  virtual void read(std::size_t copy, std::vector<Vec3d>* positions,
                    std::vector<Vec3d>* velocities) const = 0;
  virtual void write(std::size_t copy, std::span<const Vec3d> positions,
                     std::span<const Vec3d> velocities) = 0;
  virtual void scale(std::size_t copy, FieldName field, double factor) = 0;
  virtual bool diverged(std::size_t copy) const = 0;
  /// The dynamics of a copy have changed.
  virtual void changed(std::size_t copy) = 0;

  Model model;
  std::vector<Dynamics> dynamics;  // of each copy
  DampingPlan damping;             // of all: they have one time step
  std::int64_t steps = 0;
  double time = 0;
};

template <class R>
constexpr Precision precision_of() {
  return sizeof(R) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
}

std::shared_ptr<const CompiledModel> compile_for_cpu(const Body& body, const ModelOptions& options);
/// For a body with `spectral`.
std::shared_ptr<const CompiledModel> compile_spectral(const Body& body, const ModelOptions& options,
                                                      bool on_card);
/// InputError where there is no card.
std::shared_ptr<const CompiledModel> compile_for_cuda(const Body& body,
                                                      const ModelOptions& options);
/// Bytes a second that a copy within the card's memory reads and writes; 0 where there is none.
double cuda_copy_bandwidth();

}  // namespace pliant::backend

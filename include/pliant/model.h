#pragma once

#include <pliant/backends.h>
#include <pliant/body.h>
#include <pliant/box.h>
#include <pliant/contact.h>
#include <pliant/drive.h>
#include <pliant/integrators.h>
#include <pliant/large_steps.h>
#include <pliant/obstacle.h>
#include <pliant/pull.h>
#include <pliant/selection.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pliant {

enum class Precision { single_precision, double_precision };

/// How a state moves; may change between steps.
struct Dynamics {
  Integrator integrator = Integrator::euler_cromer;
  double time_step = 0;  ///< s; 0 takes a safe one, see stable_step()
  Vec3d gravity{0, -9.81, 0};
  double damping = 0;       ///< 1/s: acceleration -damping * velocity on every vertex
  double strain_limit = 0;  ///< longest length of a spring over its rest length; 0: no limit
  std::vector<Obstacle> obstacles{};
  /// Springs from vertices to places; not for spectral solids, which are pulled by drives. Their
  /// forces are no part of State::forces().
  std::vector<Pull> pulls{};
  /// Only what moves is simulated; none: all is. Not for spectral solids.
  std::optional<DynamicSelection> selection{};
  /// Steps of any length instead of the integrator's; none: those. A time step of 0 is then a frame
  /// (large_step). Not for spectral solids, all of whose steps are stable.
  std::optional<LargeSteps> large_steps{};

  bool operator==(const Dynamics&) const = default;
};

struct ModelOptions {
  Precision precision = Precision::single_precision;
  /// "avx512", "avx2", "sse4.2", "neon", "scalar"; empty: the best this machine has.
  std::string instruction_set{};
  Backend backend = Backend::cpu;
  /// Single precision was asked for: it stays where it loses_motion() (precision.h). Who builds a
  /// Model for others, as SceneRun does, takes double precision there otherwise.
  bool keep_precision = false;
};

/// What may change of a VolumeConstraint while it runs.
struct VolumeGoal {
  double rest_volume = 0;  ///< m³, above zero
  double strength = 1;     ///< γ, 0 to 1
  bool active = true;
};

/// The instruction sets this build and this machine can use, best first.
std::vector<std::string> instruction_sets();

namespace backend {
class CompiledModel;
class CompiledState;
}  // namespace backend

/// Bodies made ready to run: vertices renumbered, relations laid out for the machine. Immutable,
/// cheap to copy. Several are a world, whose State steps them together; what has to do with
/// vertices, sets and relations is then asked of one of them, see body().
class Model {
 public:
  /// InputError names what is wrong with the body.
  explicit Model(const Body& body, const ModelOptions& options = {});
  /// A world of one or more bodies, spectral ones among them.
  explicit Model(std::span<const Body> bodies, const ModelOptions& options = {});
  /// A world of bodies that are ready already, in whatever precision and on whatever backend.
  static Model joined(std::span<const Model> bodies);
  /// What a backend has made already.
  explicit Model(std::shared_ptr<const backend::CompiledModel> compiled);

  std::size_t body_count() const;
  /// Of a body alone, 0 is the model itself.
  const Model& body(std::size_t number) const;

  std::size_t vertex_count() const;  ///< of all bodies
  std::size_t relation_count(std::size_t set) const;
  std::size_t set_count() const;
  const LawInfo& law(std::size_t set) const;
  std::size_t volume_constraint_count() const;
  /// The vertices of a set's relations, in the order in which the law gets them.
  std::vector<Index> relation_vertices(std::size_t set) const;
  std::span<const double> masses() const;  ///< kg
  const Box& box() const;                  ///< of the rest positions
  /// Whether it steps by its modes, see spectral.h.
  bool is_spectral() const;
  /// Whether all relations have an energy; gas has one as a whole.
  bool has_energy() const;
  /// Whether the relations of a set are the surface of a gas.
  bool is_gas(std::size_t set) const;
  /// Of all that the body is: equal for bodies that are alike.
  std::uint64_t fingerprint() const;
  Precision precision() const;  ///< of a world, double where any body has that
  Backend backend() const;      ///< cpu or cuda, that where any body is on a card
  /// Of the processor or of the card; of a world's first body.
  std::string_view instruction_set() const;
  /// Bytes that the model and one state occupy, and bytes a step has to read and write at least.
  std::size_t memory() const;
  std::size_t bytes_per_step() const;

  /// Whether it is the very same, not one that is alike.
  bool operator==(const Model&) const = default;

  const backend::CompiledModel& compiled() const;

 private:
  Model() = default;

  // One of them is null.
  std::shared_ptr<const backend::CompiledModel> compiled_;
  std::shared_ptr<const std::vector<Model>> bodies_;
};

class WorldContact;

/// Everything of bodies that changes: positions, velocities, parameters, what is cut, how they
/// move. Vertices and relations have the numbers they had in the Body. Of a world, what belongs to
/// one vertex, set or relation is asked of a body; InputError says so. Positions and the like are
/// those of all bodies, one after the other, sums are over all of them.
class State {
 public:
  explicit State(const Model& model, const Dynamics& dynamics = {});
  /// A world of bodies as they are; InputError unless they are at the same time.
  static State joined(std::vector<State> bodies);
  State(State&&) noexcept;
  State& operator=(State&&) noexcept;
  State(const State&);
  State& operator=(const State&);
  ~State();

  std::size_t body_count() const { return model().body_count(); }
  /// A body of a world, by its number there: all of it may be read and changed, but it steps with
  /// its world alone. A copy of it is a state by itself. The reference holds until the world is
  /// moved into or ends. Of a body alone, 0 is the state itself.
  State& body(std::size_t number);
  const State& body(std::size_t number) const;

  double time() const;         ///< s
  std::int64_t steps() const;  ///< taken so far
  double time_step() const;    ///< s; InputError where bodies have different ones
  const Dynamics& dynamics() const;
  /// Checks the values (InputError). A time step of 0 is replaced by the safe one. Bodies of a
  /// world may have different dynamics, but for the time step; this sets those of all.
  void set_dynamics(const Dynamics& dynamics);
  void set_time_step(double seconds);

  /// The dynamics' pulls alone: the integrator goes on as it is, so that they may be moved as often
  /// as one likes. A stiffness up to mass / time step² is followed where the step is a safe one of
  /// the model without them; stable_step() counts those that dynamics have.
  void set_pulls(std::span<const Pull> pulls);
  /// Likewise the dynamics' obstacles.
  void set_obstacles(std::span<const Obstacle> obstacles);

  /// Likewise the dynamics' selection. What sleeps wakes where there is none any more.
  void set_selection(const std::optional<DynamicSelection>& selection);
  /// How many nodes are simulated now, and the state of each; all where nothing is selected.
  std::size_t active_count() const;
  std::vector<NodeState> node_states() const;
  /// Wakes some nodes, or all: after a change that no function of a state makes.
  void wake(std::span<const Index> vertices);
  void wake();
  /// `automatic` with the numbers it takes from the body; InputError where nothing is selected.
  DynamicSelection selection() const;
  SelectionCosts selection_costs() const;
  /// What large steps took; of a world the sums, and the largest residual.
  LargeStepCounts large_step_counts() const;

  /// Bodies touch each other from now on, or no longer. Of a world, or of a body alone with itself.
  /// InputError names bodies that cannot take part, settings that make no sense, and what
  /// intersects already. The surfaces are those of what is left of the bodies; those that a cut
  /// opens touch, too.
  void set_contact(const std::optional<Contact>& contact);
  std::optional<Contact> contact() const;
  /// Where and how bodies touch now; none where they do not.
  std::vector<ContactPoint> contact_points() const;
  /// The force of the second body on the first, N, now.
  Vec3d contact_force(std::size_t first, std::size_t second) const;
  /// By vertex, N, now; of a world those of all bodies, one after the other.
  std::vector<Vec3d> contact_forces() const;
  /// Likewise, m: how far the nearest of what pushes a vertex or is pushed by it is; infinite where
  /// nothing does.
  std::vector<double> contact_gaps() const;
  ContactCounts contact_counts() const;

  std::vector<Vec3d> positions() const;   ///< m
  std::vector<Vec3d> velocities() const;  ///< m/s, at time()
  void set_positions(std::span<const Vec3d> positions);
  void set_velocities(std::span<const Vec3d> velocities);
  /// Holds vertices where they are, or lets them go.
  void pin(std::span<const Index> vertices);
  void release(std::span<const Index> vertices);
  /// Moves vertices along a path from now on, see drive.h; the number is for remove_drive(). Steps
  /// call the path ahead, once a step and some hundred steps at a time; a pose that is not finite
  /// throws InputError before any of these steps is taken.
  std::size_t add_drive(Drive drive);
  /// The vertices go on with the velocity they have.
  void remove_drive(std::size_t number);
  const Drive& drive(std::size_t number) const;  ///< with its places
  bool has_drives() const;
  const std::vector<bool>& pinned() const;  ///< by vertex
  /// One over the mass of each vertex by direction, 0 in those in which it is held or driven.
  std::vector<Vec3d> freedoms() const;
  /// How often pins and drives have changed.
  std::uint64_t changes_of_holds() const { return changes_of_holds_; }

  /// The internal forces on the vertices now, N: all relations with their damping.
  std::vector<Vec3d> forces() const;
  /// The forces of each relation of a set on its vertices now, N: as many as the law's arity each.
  std::vector<Vec3d> relation_forces(std::size_t set) const;
  /// Those of some relations, or of all, as if some parameters, by their number in the law, were
  /// zero.
  std::vector<Vec3d> relation_forces(std::size_t set,
                                     std::optional<std::span<const Index>> relations,
                                     std::span<const std::size_t> without) const;
  /// The forces that volume constraints and a strain limit put on the vertices in the last step, N:
  /// no relation has them. Positions that are put right without a change of velocity count nothing.
  std::vector<Vec3d> constraint_forces() const;
  /// Of these, what constraints that are solved outside between steps say that they put on the
  /// vertices in the last of them, N; empty: there are none.
  const std::vector<Vec3d>& outer_forces() const;
  void set_outer_forces(std::vector<Vec3d> forces);
  /// What the support gives to each vertex that is pinned or driven, in the directions in which it
  /// is, N: all that it takes besides the forces of relations, constraints, pulls, gravity and
  /// damping to move it as it moves, inertia included. Zero for the others.
  std::vector<Vec3d> support_forces() const;
  struct Energy {
    /// J; elastic: of all relations, loads on vertices included, and of pulls.
    double kinetic = 0, elastic = 0, gravitational = 0;
    /// Of surfaces that push each other; of a body in a world 0, as it is the world's.
    double contact = 0;
    /// False where a law of the body has no energy (LawInfo::has_energy): `elastic` is then no
    /// number to be told, nor is total().
    bool has_elastic = true;
    double total() const { return kinetic + elastic + gravitational + contact; }
  };
  Energy energy() const;
  double kinetic_energy() const, gravitational_energy() const;  ///< J; cost less than energy()
  Vec3d momentum() const;                                       ///< kg m/s
  Vec3d angular_momentum() const;                               ///< kg m²/s about the origin
  /// The same for equal positions, velocities and time, whatever made them.
  std::uint64_t hash() const;

  /// A parameter of one relation, or of all of a set; `field` as in LawInfo::parameters.
  double parameter(std::size_t set, std::string_view field, std::size_t relation) const;
  void set_parameter(std::size_t set, std::string_view field, std::size_t relation, double value);
  void set_parameter(std::size_t set, std::string_view field, double value);
  /// Of some relations, each named once: one value for all of them, or one each. Costs what these
  /// relations cost, on a card one transfer.
  void set_parameters(std::size_t set, std::string_view field, std::span<const Index> relations,
                      std::span<const double> values);
  /// An attribute that laws read of vertices (Body::attributes): of one, or of some from now on,
  /// each named once: one value for all of them, or one each.
  double attribute(std::string_view name, std::size_t vertex) const;
  void set_attribute(std::string_view name, std::span<const Index> vertices,
                     std::span<const double> values);
  /// Takes relations away: they exert no force from now on.
  void remove(std::size_t set, std::span<const Index> relations);
  bool removed(std::size_t set, std::size_t relation) const;
  /// By set, one flag a relation; none where nothing of a set is removed.
  const std::vector<std::vector<bool>>& removed() const;
  /// Brings relations back that were removed, as they were; the others stay as they are.
  void put_back(std::size_t set, std::span<const Index> relations);

  /// The volume that a constraint of the body keeps, by its number there.
  double constrained_volume(std::size_t constraint) const;  ///< m³, now
  VolumeGoal volume_goal(std::size_t constraint) const;
  void set_volume_goal(std::size_t constraint, const VolumeGoal& goal);

  /// All that this state is but its drives, as bytes. A state of the same model into which they are
  /// restored goes on with the same bits, given the same drives; its own drives stay as they are.
  std::vector<std::byte> save() const;
  /// InputError where the bytes are damaged, or of another model, precision or backend.
  void restore(std::span<const std::byte> bytes);
  /// Goes on from another time, for who continues what another state began.
  void set_time(double seconds, std::int64_t steps);

  /// How often something of it was changed from outside; steps are no changes.
  std::uint64_t changes() const;

  const Model& model() const;
  backend::CompiledState& compiled() { return *compiled_; }
  const backend::CompiledState& compiled() const { return *compiled_; }

 private:
  friend void step(const Model&, State&, std::int64_t);
  friend class WorldContact;
  // The bodies of a world; see world.cpp.
  struct World;
  class BodySteps;
  class WorldSteps;
  class TouchingSteps;
  class LargeStepping;
  // What a backend has made of a body alone. Who asks a world for it is told to ask a body.
  class OneBody {
   public:
    OneBody();
    explicit OneBody(std::unique_ptr<backend::CompiledState> state);
    OneBody(OneBody&&) noexcept;
    OneBody& operator=(OneBody&&) noexcept;
    ~OneBody();
    backend::CompiledState* operator->() const { return &**this; }
    backend::CompiledState& operator*() const;

   private:
    std::unique_ptr<backend::CompiledState> state_;
  };
  State();
  std::span<State> bodies();
  std::span<const State> bodies() const;
  template <class T>
  std::vector<T> of_all(std::vector<T> (State::*ask)() const) const;
  template <class T>
  T sum(T (State::*ask)() const) const;
  void for_all(const std::function<void(State&)>& change);
  void for_all(std::span<const Vec3d> values,
               const std::function<void(State&, std::span<const Vec3d>)>& change);
  void set_dynamics_of_all(const Dynamics& dynamics);
  Energy energy_of_all() const;
  std::uint64_t hash_of_all() const;
  void tell_of_contact();
  std::vector<std::byte> save_bodies() const, save_touching() const;
  void restore_bodies(std::span<const std::byte> bytes);
  void restore_touching(std::span<const std::byte> bytes);
  std::vector<std::byte> save_all() const;
  void restore_all(std::span<const std::byte> bytes);
  void step_alone(std::int64_t count);
  std::uint64_t changes_of_motion() const;
  void renew_good();
  void keep_good();
  void back_to_good();
  backend::CompiledState& change();
  void change_holds(const std::function<void(backend::CompiledState&)>& change_them);

  OneBody compiled_;
  std::unique_ptr<World> world_;  // null: of a body alone
  bool is_part_ = false;          // a body of a world
  std::uint64_t changes_ = 0, changes_of_holds_ = 0;
  std::uint64_t changes_of_motion_ = 0;  // places, velocities, what holds them and dynamics
  std::unique_ptr<backend::CompiledState>
      good_;  // of some steps ago; none after a change, but of relations
  // Of a body alone or of a world; null: nothing touches.
  std::unique_ptr<WorldContact> contact_, good_contact_;
};

/// Advances by `count` steps, all bodies of a world together. Where a state is no longer finite or
/// runs away, throws Diverged and goes back to a copy from before that began, at most 256 steps
/// ago; parameters and removed relations stay as they are now.
void step(const Model& model, State& state, std::int64_t count = 1);

}  // namespace pliant

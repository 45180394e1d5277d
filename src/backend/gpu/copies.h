#pragma once

#include <exception>
#include <map>

#include "active/changes.h"
#include "backend/gpu/gpu_model.h"

namespace pliant::gpu {

/// The origin follows the bodies at such steps.
inline constexpr std::uint32_t steps_between_looks = 256;

/// The driven rows of a model on the device; does not change.
struct DrivenArrays {
  DeviceArray<DrivenRow> rows;
  DeviceArray<std::uint32_t> begin;  // of patches
  std::size_t drives;
};
template <class R>
std::shared_ptr<const DrivenArrays> driven_arrays(const GpuModel<R>& model, const Drives& drives);

/// The rows that are pulled, of all copies.
struct PulledArrays {
  DeviceArray<PulledRow> rows;
  DeviceArray<std::uint32_t> begin;
  DeviceArray<Pull> pulls;
};

/// A surface that is an obstacle, on the device; does not change.
struct SurfaceArrays {
  ClosedSurface surface;
  DeviceArray<contact::SurfaceNode> nodes;
  DeviceArray<contact::SurfaceFace> faces;
};

/// When steps are taken: time and number of a step, from which on time is counted by steps.
struct Clock {
  double time_then = 0;    // s
  std::int64_t steps = 0;  // since then
};

/// What the copies have of a volume constraint, one after the other; see SurfaceView.
template <class R>
struct ConstrainedVolume {
  DeviceArray<VolumeGoal> goal;  // of all copies
  DeviceArray<Four<R>> inverse_masses;
  DeviceArray<Four<R>> before, gradient;
  DeviceArray<VolumeSums> sums;
};

/// What the copies have of a strain limit; see LimitView.
template <class R>
struct Limited {
  DeviceArray<LimitedSpring<R>> springs;
  DeviceArray<std::uint32_t> begin, near_now, near_since;
  DeviceArray<Four<R>> impulses;
  DeviceArray<Particle<R>> particles;  // before a launch that may have to be done again
  DeviceArray<Four<R>> moves;
  bool stale = true;  // relations or what is held have changed since it was made
  bool near_lately = false;
};

/// What the copies have of dynamic selection; see SelectView.
template <class R>
struct SelectArrays {
  SelectionPlan plan{};
  DeviceArray<std::uint32_t> list, awake, was_awake, wake, since, woke_neighbours, quiet;
  DeviceArray<std::uint32_t> numbers;  // listed, changed, clock, awake
  DeviceArray<Four<R>> anchors, spheres;
  DeviceArray<R> inverse_masses;
  DeviceArray<std::uint32_t> must_stay;
  std::vector<R> host_inverse_masses;
  std::vector<Obstacle> obstacles;  // as they were when nodes were last compared with them
  bool has_woken = false;           // by the host, since the list was made
  bool all_asleep = false;          // as the last steps left it
  std::uint32_t listed = 0;         // patches, as the host last saw it
  Changes changes{};                // of patches, as the host knows of them
  std::vector<std::uint32_t> awake_then, since_then;  // as the last steps left them

  /// Those that steps change.
  void copy_to(SelectArrays& other) const;
};

/// How far steps came: a path that cannot be followed ends them early.
struct Stepped {
  std::int64_t steps = 0;
  std::exception_ptr problem{};
};

/// Copies of a body on the device that step together; a State has one.
template <class R>
class Copies {
 public:
  Copies(const GpuModel<R>& model, std::size_t count);
  Copies(const Copies& other);
  Copies& operator=(const Copies&) = delete;

  const GpuModel<R>& model() const { return *model_; }
  std::size_t count() const { return origins_.size(); }

  void set_dynamics(std::size_t copy, const Dynamics& dynamics);
  /// Where the damping of relations acts; of all copies.
  void set_damping(const DampingPlan& plan);
  /// The next steps of the only copy are so long.
  void set_step(double seconds, const DampingPlan& plan);
  /// Whether the origin may follow the bodies: nothing is pinned.
  void may_follow(bool may) {
    may_follow_ = may;
    version_ = next_version();
  }
  /// The integrators start anew.
  void start_anew(std::size_t copy);
  bool started(std::size_t copy) const { return !origins_[copy].first; }

  /// The drives of the only copy; null: none.
  void set_drives(const Drives* drives);
  /// Part of the dynamics of a copy.
  void set_pulls(std::size_t copy, std::span<const Pull> pulls);
  void set_obstacles(std::size_t copy, std::span<const Obstacle> obstacles);
  /// What the vertices of volume constraints weigh in each direction, 1/kg; 0: does not give way.
  void set_freedoms(std::span<const Vec3d> inverse_masses);
  /// Relations were removed or put back.
  void relations_changed() { limited_.stale = true; }
  void set_volume_goals(std::span<const VolumeGoal> goals);
  /// The poses of some of the steps to come: from which on, and how many.
  using Poses = std::function<std::vector<PlainPose>(std::int64_t first, std::int64_t count)>;

  /// Steps; `backing_up`: with a copy every so often, to which what runs away goes back.
  Stepped step(std::int64_t count, bool backing_up, const Clock& clock, const Poses& poses = {});
  bool diverged(std::size_t copy) const { return origins_[copy].stopped; }
  /// How many steps ago the copies were backed up.
  std::int64_t steps_since_backup() const { return since_backup_; }
  void go_back(std::size_t copy, bool stays_stopped);
  void forget_backup() { has_backup_ = false; }
  bool has_backup() const { return has_backup_; }

  // The only copy takes its steps together with other bodies, see gpu_shared_steps.h.

  /// Whether it can: it has one patch, which stays, and nothing of a step needs the host.
  bool may_share();
  /// Makes what such steps need.
  void prepare_sharing();
  /// Another whenever its programs would be others; no two copies have the same.
  std::uint64_t version() const { return version_; }
  std::uint32_t steps_since_look() const {
    return static_cast<std::uint32_t>(steps_ % steps_between_looks);
  }
  bool has_limit() const;
  /// Vectors that the integrator keeps of each row.
  std::uint32_t kept_vectors() const { return traits_of(integrator_).kept; }
  LookWhere<R> program_to_look() const;
  BackUp<R> program_to_back_up() const;
  BackUpBeforeLaunch<R> program_before_launch() const;
  template <bool few_threads, Kinds kinds>
  ResidentSteps<R, false, few_threads, kinds> program_to_step() const {
    return {args_of_steps(), model_->sizes, 0};
  }
  ToldBy told_by() const { return {device_origins_.data(), near_limit_.data()}; }
  /// A spring came near its limit in such steps, so that they are done again.
  void step_again(std::uint32_t steps);
  /// So many were taken.
  void took(std::uint32_t steps);
  /// A backup was made.
  void note_backup() {
    has_backup_ = true;
    since_backup_ = 0;
  }

  // The only copy takes its steps by turns with contact, see gpu_touching.h.

  /// Whether it can: nothing of a step needs the host, nor knows how many steps a launch has.
  bool may_touch_together();
  /// `limited`: its strain limit acts in these steps, else they tell where it would have.
  TouchingBody<R> touching_body(bool limited);
  /// Its origin follows where that is due, and its rows are where that is.
  void begin_touching();
  /// Stage by stage, so that steps may end at any launch.
  void enqueue_touching_step(bool limited) { enqueue_stages(1, limited && has_limit()); }
  /// Whether springs were near the limit since the last time this was asked.
  bool came_near_limit();
  void enqueue_backup();
  /// Shifts rows of the only copy by what the origin has gained.
  ShiftRows<R> program_to_shift() const { return {args()}; }

  Vec3d origin(std::size_t copy) const;  // where it is now
  MovingOrigin& moving_origin(std::size_t copy) { return origins_[copy]; }
  const MovingOrigin& moving_origin(std::size_t copy) const { return origins_[copy]; }
  void origins_changed() { device_origins_.write(origins_); }
  std::vector<Particle<R>> rows(std::size_t copy) const;
  void set_rows(std::size_t copy, std::span<const Particle<R>> rows);
  /// The last displacements, where the integrator keeps them.
  std::vector<Four<R>> moves(std::size_t copy) const;
  void set_moves(std::size_t copy, std::span<const Four<R>> moves);
  /// Goes on from this step, with the model's fields.
  void start_from(std::int64_t steps);

  // For contact between bodies, of the only copy; see CompiledState.
  void read_places(std::span<const Index> vertices, std::span<Vec3d> places) const;
  void push(std::span<const Index> vertices, std::span<const Vec3d> forces);
  void hold_back(std::span<const Index> vertices, std::span<const Vec3d> ways);

  void gather(std::size_t copy, FrameBuffer<R>& buffer) const;
  /// How far a body may be from the origin, m.
  double near_origin() const { return 0.25 * model_->size(); }

  /// The forces on the rows of a copy, or how they change along directions of the rows.
  std::vector<Four<R>> forces(std::size_t copy, std::span<const Four<R>> directions,
                              bool of_velocities) const;
  /// The forces that act within a step.
  std::vector<Four<R>> forces_of_steps(std::size_t copy) const;
  /// Of the only copy, without the elastic energy of some stores: [store], or none is left out.
  backend::EnergySums energies(std::span<const std::uint32_t> left_out) const;
  /// Adds what the volume constraints of the only copy did to their vertices in the last step, N.
  void add_volume_forces(std::span<const VolumeGoal> goals, std::span<Vec3d> forces) const;
  /// Impulses of the strain limit on the rows of the only copy in the last step, kg m/s; none: it
  /// did nothing.
  std::vector<Four<R>> limit_impulses() const;
  /// Fields of the copies as they are, in the host's memory.
  std::vector<std::vector<Field<R>>> host_fields() const;
  Field<R> host_field(std::size_t store, std::size_t field) const;
  /// By how much velocities of driven rows grew in the last step, by row.
  std::vector<Four<R>> driven_gains() const;
  /// The places of the relations that a blade meets, as the model numbers them.
  std::vector<std::uint32_t> intersected(const backend::Blade& blade) const;

  const GpuField<R>& field(std::size_t store, std::size_t field) const {
    return fields_[store][field];
  }
  /// A field that may be written to; one value a relation unless the whole set is meant.
  GpuField<R>& own(std::size_t store, std::size_t field, bool whole_set, std::size_t relations);
  void scale(std::size_t copy, std::size_t store, std::size_t field, double factor);
  void fill(const DeviceArray<R>& values, R value) const;
  void set(const DeviceArray<R>& values, const DeviceArray<std::uint32_t>& at, R value) const;
  /// To what stands in another field there.
  void set(const DeviceArray<R>& values, const DeviceArray<std::uint32_t>& at,
           const GpuField<R>& to) const;
  /// Numbers of a set that lies in one store, or in two.
  void set(R* first, R* second, std::span<const NewValue<R>> values) const;
  /// Selects from now on, the only copy; every patch is awake. `must_stay` names vertices that keep
  /// theirs awake, and all have these inverse masses by vertex.
  void start_selection(const SelectionPlan& plan, std::span<const Index> must_stay,
                       std::span<const R> inverse_masses);
  /// No longer: every row has its mass again.
  void end_selection();
  /// Others than before must stay awake.
  void keep_awake(std::span<const Index> vertices);
  bool selects() const { return selected_.has_value(); }
  /// By vertex; nothing where nothing is selected.
  std::vector<NodeState> node_states() const;
  void wake(std::span<const Index> vertices);
  /// Of patches; nothing where nothing is selected.
  const Changes* changes() const { return selected_ ? &selected_->changes : nullptr; }
  /// The rows of a patch of the only copy.
  std::vector<Particle<R>> rows_of_patch(std::size_t patch) const;
  /// What it knows of the vertices.
  backend::NodeSnapshot nodes() const;
  void set_nodes(const backend::NodeSnapshot& nodes);
  Args<R> args() const;
  /// The same with what acts within a step: where damping has passes of its own, all but that.
  Args<R> args_of_steps() const;

 private:
  void need_kept(std::uint32_t count);
  void views_changed();
  void write_views();
  void enqueue_look(std::uint32_t elapsed, bool follow, bool everywhere);
  void enqueue_steps(std::uint32_t steps);
  void enqueue_streamed(std::uint32_t steps) { enqueue_stages(steps, has_limit()); }
  void enqueue_stages(std::uint32_t steps, bool limited);
  void enqueue_resident(std::uint32_t steps);
  /// Whether patches that are listed may go together, see listed_steps.h.
  bool may_go_listed() const;
  void enqueue_listed(std::uint32_t steps);
  /// False: nothing was done, these steps need the streamed way.
  bool step_listed(std::uint32_t steps);
  void replay(std::unique_ptr<Graph>& graph, std::uint32_t steps,
              void (Copies::*enqueue)(std::uint32_t));
  void forget_recordings() {
    graph_.reset();
    listed_graph_.reset();
    version_ = next_version();
  }
  static std::uint64_t next_version();
  void need_backup_arrays();
  void enqueue_each_stage(std::uint32_t steps);
  void prepare_limit();
  void enqueue_limit();
  /// To go back to where a launch must be done again.
  void back_up_before_launch();
  void need_arrays_before_launch();
  void go_back_before_launch();
  /// Vectors of some vertices go to the device.
  void send(std::span<const Index> vertices, std::span<const Vec3d> vectors);
  void enqueue_pushes();
  void enqueue_gases(const Args<R>& a);
  void enqueue_damping();
  std::vector<Four<R>> forces(Args<R> args, std::size_t copy, std::span<const Four<R>> directions,
                              bool of_velocities) const;
  void enqueue_forces(const Args<R>& args, const Four<R>* directions, bool of_velocities,
                      Four<R>* out, std::size_t copies) const;
  void enqueue_selection(std::uint32_t step);
  void select_together(std::uint32_t steps);
  void enqueue_list(std::uint32_t steps);
  /// How many patches are listed; whether these were too many to go together.
  bool read_list();
  void set_clock();
  void note_moved(const Vec3d& origin_before);
  void wake_near_changed(const Clock& now);
  std::vector<Four<R>> spheres_about(std::span<const Particle<R>> rows) const;
  Grid listed_grid(Grid grid) const;
  bool looks_at_nodes() const;
  bool compares_distances() const;
  std::uint32_t steps_between_looks_at_nodes() const;
  SelectView<R> select_view() const;
  bool rests() const;
  void make_volumes();
  void find_pulled_rows();
  void list_obstacles();
  contact::SurfaceView on_device(const ClosedSurface& surface);
  void move_obstacles(const Clock& now);
  bool leads_rows() const { return driven_ || pulled_.rows.size() > 0; }
  SurfaceView<R> surface(std::size_t constraint) const;
  template <class Make>
  void enqueue_volumes(const Make& program);
  bool is_resident() const;
  Staying staying() const { return {model_->plan.threads, !factors_.empty()}; }
  Device& device() const { return *model_->device; }
  LaunchesOf<StepPrograms<R>> programs() const { return model_->programs(); }

  const GpuModel<R>* model_;
  std::vector<MovingOrigin> origins_;
  std::vector<PlainDynamics> dynamics_;
  Integrator integrator_ = Dynamics{}.integrator;
  bool may_follow_ = true;
  std::uint64_t version_ = next_version();
  std::int64_t steps_ = 0, since_backup_ = 0;
  bool has_backup_ = false;  // in backup_particles_ and the like
  DeviceArray<Particle<R>> particles_, backup_particles_;
  DeviceArray<Four<R>> kept_[4], backup_moves_;
  DeviceArray<Message<R>> messages_;
  DeviceArray<MovingOrigin> device_origins_, backup_origins_;
  DeviceArray<std::uint32_t> diverged_;
  DeviceArray<PlainDynamics> device_dynamics_;
  // Of the stores; within steps, where damping has passes of its own, without it.
  DeviceArray<StoreView<R>> views_, undamped_views_;
  std::vector<double> factors_;
  DeviceArray<double> device_factors_;
  DampingPlan damping_;
  struct DampingArrays {
    DeviceArray<Four<R>> forces, undamped, before, last;
    DeviceArray<Message<R>> messages;
  } damping_arrays_;
  std::vector<std::vector<GpuField<R>>> fields_;
  std::shared_ptr<const DrivenArrays> driven_;  // null: none
  DeviceArray<DrivenStep<R>> driven_now_;
  std::vector<std::vector<Pull>> pulls_;  // of each copy, by vertex; empty: none
  PulledArrays pulled_;
  std::vector<std::vector<Obstacle>> obstacles_;  // of each copy; empty: none
  bool obstacles_are_listed_ = true;              // as follows
  std::map<const contact::SurfaceTree*, std::shared_ptr<const SurfaceArrays>> surfaces_;
  std::vector<contact::PlainObstacle> plain_obstacles_;  // of all copies, but smooth floors
  DeviceArray<contact::PlainObstacle> device_obstacles_;
  DeviceArray<Four<R>> before_;  // see Args
  std::vector<ConstrainedVolume<R>> volumes_;
  Limited<R> limited_;
  DeviceArray<std::uint32_t> near_limit_;
  DeviceArray<std::uint32_t> nowhere_;  // where it is told that the limit is near when it acts
  std::vector<Vec3d> freedoms_;         // of the vertices
  DeviceArray<PlainPose> poses_;        // of the steps between two looks
  /// Rows that contact reads, and what it adds to rows; of no use to a copy.
  struct TouchingRows {
    std::vector<Index> vertices;  // that were read last
    DeviceArray<std::uint32_t> rows;
    DeviceArray<R> places;  // three a row
    std::vector<R> host_places;
    DeviceArray<RowVector> vectors;
    std::vector<RowVector> host_vectors;
    std::size_t pushed = 0;  // of them, by the next step
  };
  mutable TouchingRows touching_;
  std::optional<SelectArrays<R>> selected_, backup_selected_;
  std::unique_ptr<Graph> graph_, listed_graph_;  // of these steps
};

}  // namespace pliant::gpu

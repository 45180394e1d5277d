#pragma once

#include <pliant/advance.h>
#include <pliant/embedding.h>
#include <pliant/simulation.h>
#include <pliant/stage.h>
#include <pliant/state_reader.h>

#include <mutex>

namespace pliant {

struct Checkpoint;
class Diverged;

/// Meshes and models that several runs share: one whose mesh and forces are those of an earlier run
/// does not pay for them again. May be used by several threads.
class SceneCache {
 public:
  BodyMesh mesh(const std::string& key, const std::function<BodyMesh()>& make);
  Model model(const Body& body, const ModelOptions& options);
  /// As pliant::stable_step(), once for each of these models and what of the dynamics it hangs on.
  double stable_step(const Model& model, const Dynamics& dynamics);

 private:
  static constexpr std::size_t most = 16;  // of each, the last ones
  struct CachedStep {
    Integrator integrator;
    double damping;  // 1/s
    std::vector<Pull> pulls;
    double stable_step;  // s
  };
  struct CachedModel {
    Body body;
    ModelOptions options;
    Model model;
    std::vector<CachedStep> steps;
  };
  std::mutex mutex_;
  std::vector<std::pair<std::string, BodyMesh>> meshes_;
  std::vector<CachedModel> models_;
};

struct RunOptions {
  ModelOptions model{};
  std::filesystem::path output{};       ///< folder for recording and probes; empty: none
  std::shared_ptr<SceneCache> cache{};  ///< none: nothing is shared
  std::string scene{};                  ///< its name, kept in the recording
  bool record = true;                   ///< frames where the scene has no Record
  bool resume = false;                  ///< goes on from the checkpoint in `output`
  /// With `resume`, where no checkpoint is sound: throws away what was recorded and begins anew.
  bool restart = false;
  bool watch_energy = false;            ///< where the scene has no WatchEnergy
  bool stop_when_energy_rises = false;  ///< what that does then
  /// A time step that is given may be divided, too, as one that was chosen is; see StepControl.
  bool divide_given_steps = false;
  /// Where steps may be divided, they are where a body gains energy, too: see
  /// StepControl::watch_energy().
  bool divide_when_energy_rises = false;
};

/// A body of a run.
struct RunBody {
  std::string name;
  std::shared_ptr<const TetMesh> mesh;
  std::vector<double> masses;  ///< kg
  Model model;
  State& state;            ///< within the run's world
  double stable_step = 0;  ///< s; the largest
  /// The fine surface that the mesh was filled from, placed as the mesh is; null: none.
  std::shared_ptr<const EmbeddedSurface> surface{};
  /// The Voronoi diagram that is simulated, where it is computed, not the mesh's own.
  std::optional<VoronoiKind> voronoi{};
  BodyLook look{};
  /// One for all who ask, so that what has not moved is read once; not for several threads.
  std::unique_ptr<StateReader> reader = std::make_unique<StateReader>();
  std::vector<double> fill{};        ///< of a cage's tetrahedra, see BodyMesh; empty: it is none
  const Declared* solver = nullptr;  ///< the action whose solid steps in a way of its own, if any

  /// What the state tells now; see StateReader.
  const std::vector<Vec3d>& positions() const { return reader->positions(state); }
  const std::vector<Vec3d>& velocities() const { return reader->velocities(state); }
  const std::vector<Stress>& stresses() const { return reader->stresses(mesh, state); }
  State::Energy energy() const { return reader->energy(state); }
  double kinetic_energy() const { return reader->kinetic_energy(state); }
  double gravitational_energy() const { return reader->gravitational_energy(state); }
};

/// An obstacle as it is drawn now; a level floor is drawn otherwise. What several bodies have in
/// common is there once.
struct DrawnObstacle {
  std::string name;  ///< of no body
  Mesh surface;
  Vec3d velocity{};  ///< m/s
};
std::vector<DrawnObstacle> drawn_obstacles(const std::vector<RunBody>& bodies);
/// The height of the lowest level floor that any of them meets now; none: there is no such floor.
std::optional<double> level_floor(const std::vector<RunBody>& bodies);

/// A simulation that has been built and is being computed.
class SceneRun {
 public:
  /// Builds bodies, models and states, and starts all actions. InputError names the action.
  explicit SceneRun(const Simulation& simulation, const RunOptions& options = {});
  /// The same scene with other actions, parameters or groups goes on at the time of `before`, whose
  /// recording and probes it takes over. Bodies of the same name and number of vertices keep
  /// positions and velocities, and what is cut where their relations are alike; those of the very
  /// same model go on with the same bits unless their dynamics change, others to rounding. Pins,
  /// drives and pulls that were given to states by hand are left behind. Actions that are as they
  /// were (by order, type and parameters; functions of time never are unless it is the same object)
  /// go on; others that would have begun by now begin now. The time step does not grow; steps are
  /// numbered anew where it gets shorter. Where this throws, `before` is as it was.
  SceneRun(const Simulation& simulation, const RunOptions& options, SceneRun& before);
  ~SceneRun();
  SceneRun(const SceneRun&) = delete;
  SceneRun& operator=(const SceneRun&) = delete;

  /// All bodies, which step together; those of bodies() are its bodies, in the same order.
  State& world() { return *world_; }
  const State& world() const { return *world_; }
  std::vector<RunBody>& bodies() { return bodies_; }
  const std::vector<RunBody>& bodies() const { return bodies_; }
  const Notes& notes() const { return notes_; }
  /// A note of the work that is being started, whose name goes in front.
  void note(std::string words) { notes_.push_back(std::move(words)); }
  /// What went wrong while it ran, so that its results may be wrong, too.
  const Notes& warnings() const { return warnings_; }
  void warn(std::string words);
  /// How often actions have changed bodies' energies so far, see Work::changes_energy().
  std::uint64_t changes() const { return changes_; }
  double time_step() const { return time_step_; }        ///< s
  double shortest_step() const;                          ///< s, of those taken so far
  std::int64_t step() const { return step_; }            ///< taken so far
  std::int64_t last_step() const { return last_step_; }  ///< where it ends, if nothing stops it
  double time() const { return static_cast<double>(step_) * time_step_; }  ///< s
  bool finished() const { return step_ >= last_step_ || !stop_reason_.empty(); }
  const std::string& stop_reason() const { return stop_reason_; }
  void stop(std::string reason) { stop_reason_ = std::move(reason); }

  /// Lets it end so many seconds later. What an action has stopped stays so until stop("").
  void extend(double seconds);

  /// Takes this many steps, or fewer where it ends before. Throws Diverged, and InputError where a
  /// function of time or the disk is at fault; what was recorded stays.
  void advance(std::int64_t steps);
  /// What to tell of one that ran away: with its name where there are several bodies.
  std::string words_of(const Diverged& diverged) const;
  /// Keeps all that is needed to go on from here in the output folder, and what is recorded so
  /// far: a run that is killed later can be resumed, and has the same bits then.
  void save_checkpoint();
  /// Writes out what is recorded, up to the present state; call it when no more steps shall follow.
  /// After an exception from advance() what was recorded before it stays the end.
  void finish();
  /// The same with a checkpoint, for a run that is to be resumed; leaves the recording in pieces,
  /// which takes no longer for a long one.
  void halt();

  const std::vector<Measurement>& probes() const { return probes_; }
  /// The columns of a probe now; InputError with the nearest name where there is none.
  std::vector<double> measure(std::string_view probe) const;
  const Measurement& find_probe(std::string_view name) const;
  /// Measures a probe; one row of the table holds all that is due at a step.
  void sample(std::size_t probe);
  /// Bytes that models and states occupy.
  std::size_t memory() const;

  struct Output;
  Output* output() { return output_.get(); }
  /// The step nearest to a time; `never` where it is beyond the last.
  std::int64_t step_at(double seconds) const;

 private:
  static constexpr double most_steps = 1e15;
  struct Task {
    std::shared_ptr<const Action> given;  // as the simulation has it
    const Action* action;                 // a copy that stays as it is
    std::unique_ptr<Work> work;
    std::int64_t next;
  };
  /// All but output and actions' start; `before` is null, or a run that this one continues.
  void set_up(const Simulation& simulation, const RunOptions& options, const SceneRun* before);
  void prepare(Stage& stage);
  struct Built {
    Model model;
    State state;
    double stable_step;  // s
  };
  static Built built(const StagedBody& body, const ModelOptions& options, SceneCache* cache);
  static std::vector<Built> build(const Stage& stage, const RunOptions& options);
  /// Double precision for bodies that would lose their motion, and a note.
  void choose_precision(Stage& stage, const RunOptions& options, std::vector<Built>& bodies) const;
  /// `stable` and `large` (s): the largest stable step of bodies that have one, and the step of
  /// those that have large ones, or 0.
  void choose_steps(const SimulationSettings& settings, const SceneRun* before, double stable,
                    double large);
  void join(const Stage& stage, std::vector<Built> bodies);
  void step_world(std::int64_t steps);
  void go_on_in_steps_of(const SceneRun& before);
  void set_time_steps(const Stage& stage);
  void start();
  Checkpoint checkpoint() const;
  void go_on(const Checkpoint& checkpoint);
  void take_over(const SceneRun& before);
  /// The task of `before` that does what this one does; null where there is none.
  const Task* same_task(const Task& task, const SceneRun& before) const;
  void call_due();
  /// Lets recorders take the present state, once.
  void record_end();
  void write_samples();
  std::int64_t next_event() const;

  std::vector<std::shared_ptr<const Action>> actions_, given_;  // copies, and what they are of
  std::vector<Task> tasks_;
  std::unique_ptr<State> world_;
  std::vector<RunBody> bodies_;
  StagedContact contact_;
  std::optional<StepControl> control_;  // none where steps stay as they are
  std::vector<Measurement> probes_;
  std::vector<double> samples_;  // of all columns; those that are not due are not numbers
  std::vector<bool> sampled_;    // by probe: what the row of this step has already
  Notes notes_, warnings_;
  std::uint64_t changes_ = 0;
  double time_step_ = 0;
  std::int64_t step_ = 0, last_step_ = 0;
  std::int64_t ended_ = -1;  // the step at which recorders took the present state as the last one
  bool broken_ = false;      // a step failed: bodies may be at different times
  std::string stop_reason_;
  std::unique_ptr<Output> output_;
};

}  // namespace pliant

#pragma once

#include <pliant/simulation.h>
#include <pliant/stage.h>

#include <mutex>

namespace pliant {

struct Checkpoint;

/// Meshes and models that several runs share: one whose mesh and forces are those of an earlier run
/// does not pay for them again. May be used by several threads.
class SceneCache {
 public:
  using MeshPointer = std::shared_ptr<const TetMesh>;
  MeshPointer mesh(const std::string& key, const std::function<MeshPointer()>& make);
  Model model(const Body& body, const ModelOptions& options);
  /// As pliant::stable_step(), once for each of these models and what of the dynamics it hangs on.
  double stable_step(const Model& model, const Dynamics& dynamics);

 private:
  static constexpr std::size_t most = 16;  // of each, the last ones
  struct CachedStep {
    Integrator integrator;
    double damping;      // 1/s
    double stable_step;  // s
  };
  struct CachedModel {
    Body body;
    ModelOptions options;
    Model model;
    std::vector<CachedStep> steps;
  };
  std::mutex mutex_;
  std::vector<std::pair<std::string, MeshPointer>> meshes_;
  std::vector<CachedModel> models_;
};

struct RunOptions {
  ModelOptions model{};
  std::filesystem::path output{};       ///< folder for recording and probes; empty: none
  std::shared_ptr<SceneCache> cache{};  ///< none: nothing is shared
  std::string scene{};                  ///< its name, kept in the recording
  bool record = true;                   ///< frames where the scene has no Record
  bool resume = false;  ///< goes on from the checkpoint in `output`, if there is one
};

/// A body of a run.
struct RunBody {
  std::string name;
  std::shared_ptr<const TetMesh> mesh;
  std::vector<double> masses;  ///< kg
  Model model;
  State state;
  double stable_step = 0;  ///< s; the largest
};

/// A simulation that has been built and is being computed.
class SceneRun {
 public:
  /// Builds bodies, models and states, and starts all actions. InputError names the action.
  explicit SceneRun(const Simulation& simulation, const RunOptions& options = {});
  ~SceneRun();
  SceneRun(const SceneRun&) = delete;
  SceneRun& operator=(const SceneRun&) = delete;

  std::vector<RunBody>& bodies() { return bodies_; }
  const std::vector<RunBody>& bodies() const { return bodies_; }
  const Notes& notes() const { return notes_; }
  double time_step() const { return time_step_; }        ///< s
  std::int64_t step() const { return step_; }            ///< taken so far
  std::int64_t last_step() const { return last_step_; }  ///< where it ends, if nothing stops it
  double time() const { return static_cast<double>(step_) * time_step_; }  ///< s
  bool finished() const { return step_ >= last_step_ || !stop_reason_.empty(); }
  const std::string& stop_reason() const { return stop_reason_; }
  void stop(std::string reason) { stop_reason_ = std::move(reason); }

  /// Takes this many steps, or fewer where it ends before. Throws Diverged, and InputError where a
  /// function of time or the disk is at fault; what was recorded stays.
  void advance(std::int64_t steps);
  /// Keeps all that is needed to go on from here in the output folder, and what is recorded so
  /// far: a run that is killed later can be resumed, and has the same bits then.
  void save_checkpoint();
  /// Writes out what is recorded; call it when no more steps shall follow.
  void finish();

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
  struct Task {
    const Action* action;
    std::unique_ptr<Work> work;
    std::int64_t next;
  };
  void prepare(Stage& stage);
  void build(Stage& stage, const RunOptions& options);
  void choose_steps(const SimulationSettings& settings);
  void start();
  void go_on(const Checkpoint& checkpoint);
  void call_due();
  void write_samples();
  std::int64_t next_event() const;

  std::vector<std::shared_ptr<const Action>> actions_;
  std::vector<Task> tasks_;
  std::vector<RunBody> bodies_;
  std::vector<Measurement> probes_;
  std::vector<double> samples_;  // of all columns; those that are not due are not numbers
  bool sampled_ = false;
  Notes notes_;
  double time_step_ = 0;
  std::int64_t step_ = 0, last_step_ = 0;
  std::string stop_reason_;
  std::unique_ptr<Output> output_;
};

}  // namespace pliant

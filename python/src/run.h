#pragma once

#include <pliant/run.h>
#include <pliant/script.h>

#include "state.h"

namespace pliant::python {

/// A run of a scene and what must live as long: Lua's script, and what its callbacks look at.
struct RunCore : std::enable_shared_from_this<RunCore> {
  Callables callables;      ///< of drives that are added to its states, which are gone before it
  SceneRun* run = nullptr;  ///< null: it has not begun, or could not be built
  std::unique_ptr<SceneRun> owned;
  std::shared_ptr<Stepping> stepping = std::make_shared<Stepping>();
  std::shared_ptr<Scene> scene;
  std::size_t notes_told = 0, warnings_told = 0;  ///< how many are Python's warnings already
};

/// A run as Python has it; whoever looks at one of its states keeps it alive.
class SharedRun {
 public:
  explicit SharedRun(std::shared_ptr<RunCore> core) : core_(std::move(core)) {}
  /// RuntimeError where it could not be built, or steps in another thread.
  SceneRun& operator*() const;
  SceneRun* operator->() const { return &**this; }
  SharedState state(State& state) const;
  void advance(std::int64_t steps) const;
  /// With the GIL released, as steps are taken: for what reads and writes much.
  void do_long(const std::function<void(SceneRun&)>& work) const;

 private:
  void tell_notes() const;
  std::shared_ptr<RunCore> core_;
};

/// From here to the end of the scope this thread builds a run: its actions are given that.
class Building {
 public:
  explicit Building(RunCore& core);
  ~Building();
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  static RunCore* now();  ///< null: none

 private:
  RunCore* before_;
};

/// Builds a simulation and starts its actions.
SharedRun begin_run(const Simulation& simulation, std::shared_ptr<Scene> scene,
                    const RunOptions& options);

}  // namespace pliant::python

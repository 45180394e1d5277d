#pragma once

#include <pliant/model.h>

#include <thread>

#include "binding.h"

namespace pliant::python {

/// Whether something is being stepped. Read and written by who holds the GIL alone.
struct Stepping {
  bool now = false;
  /// Who may look and change nonetheless: an action that the steps have called between two of them.
  std::thread::id guest{};
  bool ended = false;  ///< there is nothing any more that could be asked
};

/// From here to the end of the scope things are stepped; RuntimeError where they are already.
class Steps {
 public:
  explicit Steps(std::shared_ptr<Stepping> stepping);
  ~Steps() { stepping_->now = false; }
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

 private:
  std::shared_ptr<Stepping> stepping_;
};

/// A state, alone or within a world or a run, that lives as long as any who looks at it.
class SharedState {
 public:
  explicit SharedState(State state);
  /// `owner` of a run or world is shared; `run`: what steps it, empty where it may step itself.
  SharedState(std::shared_ptr<State> state, std::shared_ptr<Stepping> stepping, std::string run);

  /// RuntimeError while it is stepped, by another thread or by the step that calls this function.
  const State& look() const;
  State& change();
  void step(std::int64_t count);
  void advance(double seconds);
  SharedState body(std::size_t number) const;

  /// As they are now, made once for each moment. Read-only; they stay as they are.
  py::object positions() const { return told(positions_, &State::positions); }
  py::object velocities() const { return told(velocities_, &State::velocities); }

 private:
  struct Told {
    std::int64_t steps = -1;
    std::uint64_t changes = 0;
    double time = 0;
    py::object array;
  };
  py::object told(Told& told, std::vector<Vec3d> (State::*ask)() const) const;
  void check_may_step() const;

  std::shared_ptr<State> state_;
  std::shared_ptr<Stepping> stepping_;
  std::string stepped_by_;  // who has to be asked for steps instead; empty: this itself
  mutable Told positions_, velocities_;
};

using StateClass = py::class_<SharedState>;
void declare_state_changes(StateClass& state);
void declare_state_drives(StateClass& state);
void declare_state_contact(StateClass& state);
void declare_state_telling(StateClass& state);

}  // namespace pliant::python

#pragma once

#include <pliant/model.h>
#include <pliant/settle.h>

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

/// Callables that drives and handles of a state call. Python's collector has to see who refers to
/// whom: so a dictionary has them, states in Python hold that, and the
/// functions that C++ holds only know where to look.
class Callables {
 public:
  /// What C++ calls: looks the object up, with the GIL, and takes it out of the dictionary with the
  /// last copy of itself.
  class Function {
   public:
    Function(const py::dict& all, const py::object& callable);
    /// With the GIL. RuntimeError where the collector has taken it already.
    py::object get() const;

   private:
    struct Entry;
    std::shared_ptr<Entry> entry_;
  };

  Callables() { dictionaries_.append(py::dict()); }
  /// For copies of states, which call what these have.
  void also(const Callables& other);
  Function add(const py::object& callable) const;
  int traverse(visitproc visit, void* arg) const;
  void clear() const;

 private:
  py::list dictionaries_;  // the first is for what is added; the others are of what was copied
};

/// A state, alone or within a world or a run, that lives as long as any who looks at it.
class SharedState {
 public:
  explicit SharedState(State state, Callables callables = {});
  /// `owner` of a run or world is shared; `run`: what steps it, empty where it may step itself.
  SharedState(std::shared_ptr<State> state, std::shared_ptr<Stepping> stepping, std::string run,
              Callables callables);

  /// RuntimeError while it is stepped, by another thread or by the step that calls this function.
  const State& look() const;
  State& change();
  void step(std::int64_t count);
  void advance(double seconds);
  Settled settle(const SettleOptions& options);
  SharedState body(std::size_t number) const;
  /// A state by itself that is as this one is.
  SharedState copy() const;
  const Callables& callables() const { return callables_; }

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

  Callables callables_;  // outlives the state, which looks there
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

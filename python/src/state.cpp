#include "state.h"

#include <pliant/advance.h>
#include <pliant/stability.h>

#include <cmath>

#include "dynamics.h"
#include "fill.h"
#include "notes.h"
#include "stepping.h"

namespace pliant::python {

Steps::Steps(std::shared_ptr<Stepping> stepping) : stepping_(std::move(stepping)) {
  if (stepping_->now)
    throw std::runtime_error(
        "it is being stepped already: one step cannot begin within another, nor in a second "
        "thread; give each thread a state of its own");
  stepping_->now = true;
}

SharedState::SharedState(State state, Callables callables)
    : callables_(std::move(callables)),
      state_(std::make_shared<State>(std::move(state))),
      stepping_(std::make_shared<Stepping>()) {}

SharedState::SharedState(std::shared_ptr<State> state, std::shared_ptr<Stepping> stepping,
                         std::string run, Callables callables)
    : callables_(std::move(callables)),
      state_(std::move(state)),
      stepping_(std::move(stepping)),
      stepped_by_(std::move(run)) {}

SharedState SharedState::copy() const {
  Callables callables;
  callables.also(callables_);
  return SharedState(State(look()), std::move(callables));
}

const State& SharedState::look() const {
  if (stepping_->ended)
    throw std::runtime_error("the run that the state belongs to could not be built");
  if (stepping_->now && stepping_->guest != std::this_thread::get_id())
    throw std::runtime_error(
        "the state is being stepped: ask when step() has returned, or give each thread a copy");
  return *state_;
}

State& SharedState::change() {
  look();
  return *state_;
}

void SharedState::check_may_step() const {
  if (!stepped_by_.empty())
    throw InputError("", 0, "this state steps with its " + stepped_by_,
                     stepped_by_ == "run" ? "call advance() of the run"
                                          : "call step() of the world, or step a copy()");
}

void SharedState::step(std::int64_t count) {
  check_may_step();
  const Steps steps(stepping_);
  step_interruptibly(count, [&](std::int64_t now) { pliant::step(state_->model(), *state_, now); });
}

void SharedState::advance(double seconds) {
  check_may_step();
  if (!(seconds >= 0) || !std::isfinite(seconds))
    throw InputError("", 0, "it shall advance by " + std::to_string(seconds) + " s",
                     "give a time of at least zero");
  const Steps steps(stepping_);
  Notes notes;
  without_gil([&] { pliant::advance(state_->model(), *state_, seconds, &notes, interruptible()); });
  tell(notes);
}

Settled SharedState::settle(const SettleOptions& options) {
  check_may_step();
  const Steps steps(stepping_);
  return without_gil([&] { return pliant::settle(state_->model(), *state_, options); });
}

SharedState SharedState::body(std::size_t number) const {
  look();
  State& part = state_->body(number);
  std::string stepped_by = stepped_by_;
  if (&part != state_.get() && stepped_by.empty()) stepped_by = "world";
  return {std::shared_ptr<State>(state_, &part), stepping_, std::move(stepped_by), callables_};
}

py::object SharedState::told(Told& told, std::vector<Vec3d> (State::*ask)() const) const {
  const State& state = look();
  if (!told.array || told.steps != state.steps() || told.changes != state.changes() ||
      told.time != state.time())
    told = {state.steps(), state.changes(), state.time(), array_of((state.*ask)())};
  return told.array;
}

namespace {

const SharedState* made(PyObject* self) {
  const auto place = reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder();
  return place.holder_constructed() ? static_cast<const SharedState*>(place.value_ptr()) : nullptr;
}

void let_the_collector_look(PyHeapTypeObject* heap_type) {
  PyTypeObject& type = heap_type->ht_type;
  type.tp_flags |= Py_TPFLAGS_HAVE_GC;
  type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    const SharedState* const state = made(self);
    return state != nullptr ? state->callables().traverse(visit, arg) : 0;
  };
  type.tp_clear = [](PyObject* self) {
    if (const SharedState* const state = made(self)) state->callables().clear();
    return 0;
  };
}

void set_dynamics(SharedState& shared, const GivenDynamics& given) {
  State& state = shared.change();
  Dynamics dynamics = state.dynamics();
  given.change(dynamics);
  state.set_dynamics(dynamics);
}

std::string repr(const SharedState& shared) {
  const State& state = shared.look();
  return py::str("<pliant.State: {} vertices at {:g} s after {} steps>")
      .format(state.model().vertex_count(), state.time(), state.steps())
      .cast<std::string>();
}

py::dict settle(SharedState& state, double tolerance, int iterations) {
  const Settled settled = state.settle({tolerance, iterations});
  py::dict out;
  out["iterations"] = settled.iterations;
  out["load_steps"] = settled.load_steps;
  out["products"] = settled.products;
  out["residual"] = settled.residual;
  out["converged"] = settled.converged;
  out["worst"] = settled.worst;
  out["body"] = settled.body;
  return out;
}

py::dict large_step_counts(const SharedState& state) {
  const LargeStepCounts counts = state.look().large_step_counts();
  py::dict out;
  out["steps"] = counts.steps;
  out["iterations"] = counts.iterations;
  out["products"] = counts.products;
  out["halved"] = counts.halved;
  out["unfinished"] = counts.unfinished;
  out["residual"] = counts.residual;
  return out;
}

void declare_time(StateClass& state) {
  state
      .def_property_readonly(
          "time", [](const SharedState& s) { return s.look().time(); }, "s")
      .def_property_readonly(
          "steps", [](const SharedState& s) { return s.look().steps(); }, "taken so far")
      .def_property(
          "time_step", [](const SharedState& s) { return s.look().time_step(); },
          [](SharedState& s, double seconds) { s.change().set_time_step(seconds); }, "s")
      .def("step", &SharedState::step, py::arg("count") = 1,
           "Takes so many steps, without the GIL. Ctrl-C ends it between two of them. Diverged "
           "where it runs away.")
      .def("advance", &SharedState::advance, py::arg("seconds"),
           "Steps so long, in equal steps no longer than the state's, and in shorter ones where "
           "it would run away.")
      .def("settle", &settle, py::arg("tolerance") = SettleOptions{}.tolerance,
           py::arg("iterations") = SettleOptions{}.iterations,
           "Leads it to the equilibrium under its loads, and tells what that took: iterations, "
           "load_steps, products, residual, converged, worst and body.")
      .def_property_readonly("large_step_counts", &large_step_counts,
                             "What large steps took: steps, iterations, products, halved, "
                             "unfinished and residual.")
      .def(
          "set_time",
          [](SharedState& s, double seconds, std::int64_t steps) {
            if (!std::isfinite(seconds) || steps < 0)
              throw InputError("", 0, "no time and number of steps",
                               "give a finite time, and steps of at least zero");
            s.change().set_time(seconds, steps);
          },
          py::arg("seconds"), py::arg("steps"), "Goes on from another time.")
      .def(
          "stable_step", [](const SharedState& s) { return stable_step(s.look()); },
          "The largest stable step as it is now, s.");
}

void read_into(const SharedState& shared, py::handle out,
               std::vector<Vec3d> (State::*ask)() const) {
  const State& state = shared.look();
  Target target(out, {state.model().vertex_count(), 3});
  target.write((state.*ask)());
}

void declare_motion(StateClass& state) {
  state
      .def_property(
          "positions", &SharedState::positions,
          [](SharedState& s, const Points& places) { s.change().set_positions(places.values); },
          "Places in m, shape (n, 3): read-only, one copy for each moment; it stays as it is while "
          "the state goes on. Assign to it to set them.")
      .def_property(
          "velocities", &SharedState::velocities,
          [](SharedState& s, const Points& speeds) { s.change().set_velocities(speeds.values); },
          "m/s, likewise.")
      .def(
          "read_positions",
          [](const SharedState& s, const py::object& out) { read_into(s, out, &State::positions); },
          py::arg("out"), "Writes them into an array (n, 3) of float32 or float64.")
      .def(
          "read_velocities",
          [](const SharedState& s, const py::object& out) {
            read_into(s, out, &State::velocities);
          },
          py::arg("out"), "Likewise.")
      .def("body", &SharedState::body, py::arg("number"),
           "A body of a world: it may be read and changed, and steps with its world.")
      .def_property_readonly(
          "bodies",
          [](const SharedState& s) {
            py::list out;
            for (std::size_t i = 0; i < s.look().body_count(); ++i) out.append(s.body(i));
            return out;
          },
          "All bodies.");
}

}  // namespace

void declare_state(py::module_& m) {
  StateClass state(m, "State",
                   "Everything of bodies that changes: positions, velocities, parameters, what is "
                   "cut, how they move. May be looked at by one thread at a time; states of their "
                   "own step at once in several threads.",
                   py::custom_type_setup(&let_the_collector_look));
  init_with_dynamics(
      state, "A body or world at rest, as the dynamics move it.",
      with_dynamics<SharedState, const Model&>([](const Model& model, const GivenDynamics& given) {
        Dynamics dynamics;
        given.change(dynamics);
        return SharedState(State(model, dynamics));
      }),
      py::arg("model"));
  declare_time(state);
  declare_motion(state);
  def_with_dynamics(state, "set_dynamics", "Changes how it moves; what is not given stays.",
                    with_dynamics<void, SharedState&>(&set_dynamics));
  state
      .def_static(
          "joined",
          [](const std::vector<SharedState*>& parts) {
            std::vector<State> bodies;
            Callables callables;
            for (const SharedState* part : parts) {
              bodies.emplace_back(part->look());
              callables.also(part->callables());
            }
            return SharedState(State::joined(std::move(bodies)), std::move(callables));
          },
          py::arg("states"), "A world of copies of these bodies, which have the same time.")
      .def("copy", &SharedState::copy, "A state by itself that is as this one is.")
      .def("__copy__", &SharedState::copy)
      .def(
          "__deepcopy__", [](const SharedState& s, const py::dict&) { return s.copy(); },
          py::arg("memo"))
      .def_property_readonly("model", [](const SharedState& s) { return s.look().model(); })
      .def_property_readonly(
          "dynamics", [](const SharedState& s) { return told(s.look().dynamics()); },
          "How it moves, as a dictionary.")
      .def("__repr__", &repr);
  declare_state_changes(state);
  declare_state_drives(state);
  declare_state_contact(state);
  declare_state_telling(state);
  m.def(
      "step", [](SharedState& s, std::int64_t count) { s.step(count); }, py::arg("state"),
      py::arg("count") = 1, "Takes so many steps.");
}

}  // namespace pliant::python

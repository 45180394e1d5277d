#include "run.h"

#include "mesh.h"
#include "notes.h"
#include "stepping.h"

namespace pliant::python {

namespace {

thread_local RunCore* building = nullptr;

/// A body of a run.
struct SharedRunBody {
  SharedRun run;
  std::size_t number;
  const RunBody& operator*() const { return run->bodies()[number]; }
  const RunBody* operator->() const { return &**this; }
};

}  // namespace

Building::Building(RunCore& core) : before_(building) {
  building = &core;
}
Building::~Building() {
  building = before_;
}
RunCore* Building::now() {
  return building;
}

SceneRun& SharedRun::operator*() const {
  const Stepping& stepping = *core_->stepping;
  if (stepping.ended)
    throw std::runtime_error("the run could not be built: there is nothing to ask");
  if (core_->run == nullptr) throw std::runtime_error("the run has not begun");
  if (stepping.now && stepping.guest != std::this_thread::get_id())
    throw std::runtime_error("the run is being stepped: ask when advance() has returned");
  return *core_->run;
}

SharedState SharedRun::state(State& state) const {
  return {std::shared_ptr<State>(core_, &state), core_->stepping, "run", core_->callables};
}

void SharedRun::tell_notes() const {
  const auto after = [](const Notes& notes, std::size_t& told) {
    Notes fresh(notes.begin() + static_cast<std::ptrdiff_t>(told), notes.end());
    told = notes.size();
    return fresh;
  };
  tell(after(core_->run->notes(), core_->notes_told));
  tell(after(core_->run->warnings(), core_->warnings_told));
}

void SharedRun::advance(std::int64_t steps) const {
  SceneRun& run = **this;
  {
    const Steps stepping(core_->stepping);
    step_interruptibly(std::min(steps, run.last_step() - run.step()), [&](std::int64_t now) {
      if (!run.finished()) run.advance(now);
    });
  }
  tell_notes();
}

void SharedRun::do_long(const std::function<void(SceneRun&)>& work) const {
  SceneRun& run = **this;
  {
    const Steps stepping(core_->stepping);
    without_gil([&] { work(run); });
  }
  tell_notes();
}

SharedRun begin_run(const Simulation& simulation, std::shared_ptr<Scene> scene,
                    const RunOptions& options) {
  const auto core = std::make_shared<RunCore>();
  core->scene = std::move(scene);
  try {
    const Steps stepping(core->stepping);
    const Building building_now(*core);
    without_gil([&] { core->owned = std::make_unique<SceneRun>(simulation, options); });
  } catch (...) {
    core->run = nullptr;
    core->stepping->ended = true;
    throw;
  }
  core->run = core->owned.get();
  core->notes_told = 0;
  const SharedRun run(core);
  for (const std::string& note : core->run->notes()) {
    tell({note});
    ++core->notes_told;
  }
  return run;
}

namespace {

void declare_run_body(py::module_& m) {
  py::class_<SharedRunBody>(m, "RunBody", "A body of a run.")
      .def_property_readonly("name", [](const SharedRunBody& b) { return b->name; })
      .def_property_readonly(
          "mesh", [](const SharedRunBody& b) { return SharedMesh(b->mesh); },
          "As it is at the start; without a copy.")
      .def_property_readonly(
          "state", [](const SharedRunBody& b) { return b.run.state(b->state); },
          "Its state, which steps with the run.")
      .def_property_readonly(
          "positions", [](const SharedRunBody& b) { return array_of(b->positions()); }, "m")
      .def_property_readonly(
          "velocities", [](const SharedRunBody& b) { return array_of(b->velocities()); }, "m/s")
      .def_property_readonly(
          "masses", [](const SharedRunBody& b) { return array_of(b->masses); }, "kg")
      .def_property_readonly(
          "stable_step", [](const SharedRunBody& b) { return b->stable_step; }, "The largest, s.")
      .def("__repr__", [](const SharedRunBody& b) { return "<pliant.RunBody '" + b->name + "'>"; });
}

void declare_progress(py::class_<SharedRun>& run) {
  run.def("advance", &SharedRun::advance, py::arg("steps") = never,
          "Takes so many steps, or all that are left, without the GIL; Ctrl-C ends it between two "
          "of them.")
      .def(
          "finish", [](const SharedRun& r) { r.do_long(&SceneRun::finish); },
          "Writes out what is recorded; no more steps may follow.")
      .def(
          "halt", [](const SharedRun& r) { r.do_long(&SceneRun::halt); },
          "Writes out what is recorded and a checkpoint, to be resumed from.")
      .def(
          "save_checkpoint", [](const SharedRun& r) { r.do_long(&SceneRun::save_checkpoint); },
          "Keeps all that is needed to go on from here after a kill.")
      .def(
          "stop", [](const SharedRun& r, const std::string& why) { r->stop(why); },
          py::arg("reason"), "Lets it end after this step.")
      .def(
          "extend", [](const SharedRun& r, double seconds) { r->extend(seconds); },
          py::arg("seconds"), "Lets it end so much later.")
      .def(
          "measure",
          [](const SharedRun& r, const std::string& probe) { return array_of(r->measure(probe)); },
          py::arg("probe"), "The columns of a probe now.")
      .def(
          "sample", [](const SharedRun& r, std::size_t probe) { r->sample(probe); },
          py::arg("probe"), "Measures a probe into the table, by its number.");
}

void declare_facts(py::class_<SharedRun>& run) {
  run.def_property_readonly(
         "step", [](const SharedRun& r) { return r->step(); }, "taken so far")
      .def_property_readonly("last_step", [](const SharedRun& r) { return r->last_step(); })
      .def_property_readonly(
          "time", [](const SharedRun& r) { return r->time(); }, "s")
      .def_property_readonly(
          "time_step", [](const SharedRun& r) { return r->time_step(); }, "s")
      .def_property_readonly("finished", [](const SharedRun& r) { return r->finished(); })
      .def_property_readonly("stop_reason", [](const SharedRun& r) { return r->stop_reason(); })
      .def_property_readonly("notes", [](const SharedRun& r) { return r->notes(); })
      .def_property_readonly("warnings", [](const SharedRun& r) { return r->warnings(); })
      .def_property_readonly(
          "probes",
          [](const SharedRun& r) {
            std::vector<std::string> names;
            for (const Measurement& probe : r->probes()) names.push_back(probe.name);
            return names;
          },
          "The names of all probes.")
      .def_property_readonly(
          "world", [](const SharedRun& r) { return r.state(r->world()); },
          "All bodies as one state.")
      .def_property_readonly("bodies",
                             [](const SharedRun& r) {
                               std::vector<SharedRunBody> all;
                               for (std::size_t i = 0; i < r->bodies().size(); ++i)
                                 all.push_back({r, i});
                               return all;
                             })
      .def("__getitem__", [](const SharedRun& r, const std::string& name) {
        for (std::size_t i = 0; i < r->bodies().size(); ++i)
          if (r->bodies()[i].name == name) return SharedRunBody{r, i};
        throw py::key_error(name);
      });
}

}  // namespace

void declare_run(py::module_& m) {
  declare_run_body(m);
  py::class_<SharedRun> run(m, "Run", "A simulation that has been built and is being computed.");
  declare_progress(run);
  declare_facts(run);
}

}  // namespace pliant::python

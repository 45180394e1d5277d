#include "actions.h"

#include <pliant/stage.h>

#include "run.h"

namespace pliant::python {

/// What prepare() is given; of no use once that has returned.
class SharedStage {
 public:
  explicit SharedStage(Stage& stage) : stage_(&stage) {}
  void close() { stage_ = nullptr; }
  Stage& operator*() const {
    if (stage_ == nullptr) throw std::runtime_error("the stage is of use within prepare() only");
    return *stage_;
  }
  Stage* operator->() const { return &**this; }

 private:
  Stage* stage_;
};

namespace {

/// Between two steps the thread that takes them may look at what it steps, and change it.
class Guest {
 public:
  explicit Guest(Stepping& stepping) : stepping_(stepping), before_(stepping.guest) {
    stepping_.guest = std::this_thread::get_id();
  }
  ~Guest() { stepping_.guest = before_; }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

 private:
  Stepping& stepping_;
  std::thread::id before_;
};

class PythonWork final : public Work {
 public:
  PythonWork(HeldObject object, RunCore* core) : object_(std::move(object)), core_(core) {}

  void start(SceneRun& run) override {
    core_->run = &run;
    call("start");
  }
  void at(SceneRun&, std::int64_t step) override { call("at", step); }
  void end(SceneRun&) override { call("end"); }
  void join(SceneRun&, std::int64_t step) override { call("join", step); }

  std::int64_t next_event(std::int64_t step) const override {
    const py::gil_scoped_acquire gil;
    const py::object& object = object_.get();
    if (py::hasattr(object, "next_event")) {
      const py::object next = object.attr("next_event")(step);
      return next.is_none() ? never : next.cast<std::int64_t>();
    }
    if (!py::hasattr(object, "at")) return never;
    const auto every = object.attr("every").cast<std::int64_t>();
    if (every < 1) throw InputError("", 0, "'every' is " + std::to_string(every), "give 1 or more");
    return step < 0 ? 0 : (step / every + 1) * every;
  }
  bool changes_energy() const override {
    const py::gil_scoped_acquire gil;
    return object_.get().attr("changes_energy").cast<bool>();
  }
  std::vector<double> memory() const override {
    const py::gil_scoped_acquire gil;
    if (!py::hasattr(object_.get(), "memory")) return {};
    return numbers_of(object_.get().attr("memory")(), "memory").values;
  }
  void remember(SceneRun&, std::span<const double> memory) override {
    call("remember", std::vector<double>(memory.begin(), memory.end()));
  }

 private:
  template <class... Arguments>
  void call(const char* name, const Arguments&... arguments) {
    const py::gil_scoped_acquire gil;
    if (!py::hasattr(object_.get(), name)) return;
    const Guest guest(*core_->stepping);
    object_.get().attr(name)(SharedRun(core_->shared_from_this()), arguments...);
  }

  HeldObject object_;
  RunCore* core_;  // which owns the run that this is of
};

class PythonAction final : public Action {
 public:
  PythonAction(py::object object, const std::string& name)
      : object_(std::move(object)), declaration_{name, "python", "An action of Python's.",
                                                 "",   {},       {}} {}
  const Declaration& declaration() const override { return declaration_; }
  std::unique_ptr<Action> copy() const override { return std::make_unique<PythonAction>(*this); }
  std::unique_ptr<Work> prepare(Stage& stage) const override {
    RunCore* const core = Building::now();
    if (core == nullptr)
      throw InputError("", 0, "the action is Python's own", "run the scene from Python");
    const py::gil_scoped_acquire gil;
    if (py::hasattr(object_.get(), "prepare")) {
      SharedStage shared(stage);
      const py::object given = py::cast(&shared, py::return_value_policy::copy);
      struct Close {
        py::object stage;
        ~Close() { stage.cast<SharedStage&>().close(); }
      } const close{given};
      object_.get().attr("prepare")(given);
    }
    return std::make_unique<PythonWork>(object_, core);
  }

 protected:
  void* object() override { return this; }

 private:
  HeldObject object_;
  Declaration declaration_;
};

std::size_t add_probe(const SharedStage& stage, const std::string& name,
                      const py::function& function, const std::vector<std::string>& columns,
                      const std::vector<std::string>& units) {
  Measurement probe{.name = name, .columns = {}, .units = units, .measure = {}};
  for (const std::string& column : columns) probe.columns.push_back("." + column);
  if (probe.columns.empty()) probe.columns = {""};
  probe.units.resize(probe.columns.size());
  RunCore* const core = Building::now();
  const HeldObject held(function);
  probe.measure = [held, core](const SceneRun&, std::span<double> values) {
    const py::gil_scoped_acquire gil;
    const Guest guest(*core->stepping);
    const Numbers given = numbers_of(held.get()(SharedRun(core->shared_from_this())), "a probe");
    if (given.values.size() != values.size())
      throw InputError("", 0, "a probe gave " + std::to_string(given.values.size()) + " numbers",
                       "it has " + std::to_string(values.size()) + " columns");
    std::ranges::copy(given.values, values.begin());
  };
  return stage->add_probe(std::move(probe));
}

}  // namespace

std::shared_ptr<Action> action_of(py::object object, const std::string& name,
                                  const std::string& file, std::size_t line) {
  auto action = std::make_shared<PythonAction>(std::move(object), name);
  action->file = file;
  action->line = line;
  return action;
}

void declare_stage(py::module_& m) {
  py::class_<SharedStage>(m, "Stage", "What an action's prepare(stage) sees of a scene.")
      .def_property_readonly(
          "bodies",
          [](const SharedStage& stage) {
            std::vector<std::string> names;
            for (const StagedBody& body : stage->bodies) names.push_back(body.name);
            return names;
          },
          "The names of all bodies.")
      .def_property_readonly(
          "time_step", [](const SharedStage& stage) { return stage->given_time_step(); },
          "s; 0 where a safe one will be taken")
      .def(
          "select",
          [](const SharedStage& stage, const std::string& group, const std::string& body) {
            py::list out;
            for (Selection& each : stage->select(GroupName(group.c_str()), BodyName(body.c_str())))
              out.append(py::make_tuple(each.body, array_of(std::move(each.vertices))));
            return out;
          },
          py::arg("group"), py::arg("body") = "",
          "The vertices of a group: for each body that has it, its number and theirs.")
      .def("add_probe", &add_probe, py::arg("name"), py::arg("function"),
           py::arg("columns") = py::tuple(), py::arg("units") = py::tuple(),
           "Measures function(run) into a table; the number is for run.sample().")
      .def(
          "note",
          [](const SharedStage& stage, const std::string& words) { stage->notes.push_back(words); },
          py::arg("words"), "Tells the user something.");
}

}  // namespace pliant::python

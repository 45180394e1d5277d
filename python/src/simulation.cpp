#include <pliant/script.h>

#include "actions.h"
#include "declared.h"
#include "run.h"
#include "values.h"

namespace pliant::python {

namespace {

/// A simulation, and the script that its functions of time live in where Lua described it.
struct SharedSimulation {
  Simulation simulation;
  std::shared_ptr<Scene> scene;
};

SharedSimulation from_lua(const std::filesystem::path& file,
                          const std::map<std::string, std::string>& defines, bool allow_io) {
  ScriptOptions options{.defines = defines, .allow_io = allow_io};
  options.interrupted = [] {
    const py::gil_scoped_acquire held;
    return PyErr_CheckSignals() != 0;
  };
  try {
    auto scene = without_gil([&] { return std::make_shared<Scene>(file, options); });
    return {scene->simulation(), scene};
  } catch (const ScriptInterrupted&) {
    throw py::error_already_set();
  }
}

void add_body(SharedSimulation& shared, const SharedDeclared& body,
              const std::optional<SharedDeclared>& forces) {
  const auto source = body.as<DeclaredOf<BodySource>>("body");
  std::shared_ptr<Action> own;
  if (forces) {
    own = forces->as<Action>("action")->copy();
    own->set("body", source->value.name);
  }
  shared.simulation.add_body(source);
  if (own) shared.simulation.add(own);
}

RunOptions run_options(const std::optional<std::filesystem::path>& output,
                       const std::string& precision, const std::string& backend, bool record,
                       bool resume, const std::string& text) {
  RunOptions options{.record = record, .resume = resume};
  options.scene = text;
  if (output) options.output = *output;
  options.watch_energy = true;
  options.model.backend = backend_named(backend);
  if (precision == "double")
    options.model.precision = Precision::double_precision;
  else if (precision == "single")
    options.model.keep_precision = true;
  else if (precision != "auto")
    throw InputError("", 0, "a precision is '" + precision + "'", "choose auto, single or double");
  return options;
}

}  // namespace

void declare_simulation(py::module_& m) {
  py::class_<SharedSimulation>(m, "_Simulation")
      .def(py::init([](const std::filesystem::path& folder) {
             SharedSimulation made;
             made.simulation.folder = folder;
             return made;
           }),
           py::arg("folder"))
      .def(
          "get",
          [](const SharedSimulation& s, const std::string& name) {
            const auto& settings = s.simulation.settings;
            return object_of(settings.get(name), settings.declaration().parameter(name).kind);
          },
          py::arg("setting"))
      .def(
          "set",
          [](SharedSimulation& s, const std::string& name, const py::object& value) {
            s.simulation.settings.set(name, value_of(value));
          },
          py::arg("setting"), py::arg("value"))
      .def(
          "place",
          [](SharedSimulation& s, const std::string& file, std::size_t line) {
            s.simulation.settings.file = file;
            s.simulation.settings.line = line;
          },
          py::arg("file"), py::arg("line"))
      .def(
          "add_action",
          [](SharedSimulation& s, const SharedDeclared& action) {
            s.simulation.add(action.as<Action>("action"));
          },
          py::arg("action"))
      .def(
          "add_python_action",
          [](SharedSimulation& s, py::object action, const std::string& name,
             const std::string& file, std::size_t line) {
            s.simulation.add(action_of(std::move(action), name, file, line));
          },
          py::arg("action"), py::arg("name"), py::arg("file"), py::arg("line"))
      .def("add_body", &add_body, py::arg("body"), py::arg("forces") = py::none())
      .def(
          "set_body",
          [](SharedSimulation& s, const SharedDeclared& body) {
            s.simulation.set_body(body.as<DeclaredOf<BodySource>>("body"));
          },
          py::arg("body"))
      .def(
          "add_group",
          [](SharedSimulation& s, const SharedDeclared& group) {
            s.simulation.add_group(group.as<DeclaredOf<GroupSource>>("group"));
          },
          py::arg("group"))
      .def_property_readonly("actions",
                             [](const SharedSimulation& s) {
                               std::vector<std::string> names;
                               for (const auto& action : s.simulation.actions())
                                 names.push_back(action->declaration().name);
                               return names;
                             })
      .def_property_readonly("bodies",
                             [](const SharedSimulation& s) {
                               std::vector<std::string> names;
                               for (const auto& body : s.simulation.bodies())
                                 names.push_back(body->value.name);
                               return names;
                             })
      .def_property_readonly("definitions",
                             [](const SharedSimulation& s) {
                               py::dict out;
                               if (s.scene)
                                 for (const auto& [name, value] : s.scene->definitions())
                                   out[py::str(name)] = object_of(value, Kind::number);
                               return out;
                             })
      .def(
          "begin",
          [](const SharedSimulation& s, const std::optional<std::filesystem::path>& output,
             const std::string& precision, const std::string& backend, bool record, bool resume,
             const std::string& text) {
            return begin_run(s.simulation, s.scene,
                             run_options(output, precision, backend, record, resume, text));
          },
          py::arg("output"), py::arg("precision"), py::arg("backend"), py::arg("record"),
          py::arg("resume"), py::arg("text"));
  m.def("_lua_scene", &from_lua, py::arg("file"), py::arg("defines"), py::arg("allow_io"));
}

}  // namespace pliant::python

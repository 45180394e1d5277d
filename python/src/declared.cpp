#include "declared.h"

#include <pliant/action.h>

#include "mesh.h"
#include "values.h"

namespace pliant::python {

py::object SharedDeclared::get(const std::string& parameter) const {
  const Kind kind = declared_->declaration().parameter(parameter).kind;
  return object_of(declared_->get(parameter), kind);
}

void SharedDeclared::set(const std::string& parameter, const py::object& value) {
  declared_->set(parameter, value_of(value));
}

void SharedDeclared::place(const std::string& file, std::size_t line) {
  declared_->file = file;
  declared_->line = line;
}

namespace {

SharedDeclared new_action(const std::string& name) {
  const ActionType& type = find_action(name);
  return SharedDeclared(std::shared_ptr<Declared>(type.make(type)));
}

void set_mesh(const SharedDeclared& body, const SharedMesh& mesh) {
  body.as<DeclaredOf<BodySource>>("body")->value.solid = mesh.connected();
}

}  // namespace

void declare_declared(py::module_& m) {
  py::class_<SharedDeclared>(m, "_Declared")
      .def("get", &SharedDeclared::get, py::arg("parameter"))
      .def("set", &SharedDeclared::set, py::arg("parameter"), py::arg("value"))
      .def("place", &SharedDeclared::place, py::arg("file"), py::arg("line"))
      .def("set_mesh", &set_mesh, py::arg("mesh"));
  m.def(
      "_declarations",
      [] {
        py::list out;
        for (const ActionType* type : actions()) out.append(told(type->declaration));
        return out;
      },
      "What all actions tell of themselves.");
  m.def("_body_declaration", [] { return told(BodySource::declare()); });
  m.def("_group_declaration", [] { return told(GroupSource::declare()); });
  m.def("_settings_declaration", [] { return told(SimulationSettings::declare()); });
  m.def("_new_action", &new_action, py::arg("name"));
  m.def("_new_body", [] { return SharedDeclared(std::make_shared<DeclaredOf<BodySource>>()); });
  m.def("_new_group", [] { return SharedDeclared(std::make_shared<DeclaredOf<GroupSource>>()); });
  m.def("actions_text", &actions_text, "All actions in short, as `pliant actions` prints them.");
}

}  // namespace pliant::python

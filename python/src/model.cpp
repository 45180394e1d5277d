#include <pliant/model.h>
#include <pliant/precision.h>
#include <pliant/spectral.h>

#include "binding.h"
#include "sets.h"

namespace pliant::python {

namespace {

Precision precision_named(const std::string& name) {
  if (name == "single") return Precision::single_precision;
  if (name == "double") return Precision::double_precision;
  throw InputError("", 0, "a precision is '" + name + "'", "choose single or double");
}

Model make(const std::vector<Body>& bodies, const std::string& precision,
           const std::string& backend, const std::string& instruction_set) {
  const ModelOptions options{.precision = precision_named(precision),
                             .instruction_set = instruction_set,
                             .backend = backend_named(backend)};
  return without_gil([&] { return Model(bodies, options); });
}

std::string repr(const Model& model) {
  return "<pliant.Model: " + std::to_string(model.vertex_count()) + " vertices, " +
         std::to_string(model.body_count()) + (model.body_count() == 1 ? " body, " : " bodies, ") +
         std::string(name(model.precision())) + " precision, " +
         std::string(name(model.backend())) + ">";
}

py::array vertices_of(const Model& model, std::size_t set) {
  const auto arity = static_cast<std::size_t>(model.law(checked_set(model, set)).arity);
  std::vector<Index> all = model.relation_vertices(set);
  const std::size_t rows = all.size() / arity;
  return array_of(std::move(all)).attr("reshape")(rows, arity);
}

}  // namespace

void declare_model(py::module_& m) {
  py::class_<Model>(m, "Model",
                    "Bodies made ready to run on a processor or a card. Immutable; several bodies "
                    "are a world.")
      .def(py::init([](const Body& body, const std::string& precision, const std::string& backend,
                       const std::string& set) { return make({body}, precision, backend, set); }),
           py::arg("body"), py::arg("precision") = "single", py::arg("backend") = "cpu",
           py::arg("instruction_set") = "")
      .def(py::init(&make), py::arg("bodies"), py::arg("precision") = "single",
           py::arg("backend") = "cpu", py::arg("instruction_set") = "")
      .def_static(
          "joined", [](const std::vector<Model>& models) { return Model::joined(models); },
          py::arg("models"), "A world of models that are ready already.")
      .def_property_readonly("body_count", &Model::body_count)
      .def("body", &Model::body, py::arg("number"), "A body of a world.")
      .def_property_readonly("vertex_count", &Model::vertex_count)
      .def_property_readonly(
          "masses",
          [](const Model& model) {
            const auto masses = model.masses();
            return view_of(masses.data(), masses.size(), 0, kept(model));
          },
          "kg: a view without a copy")
      .def_property_readonly("set_count", &Model::set_count)
      .def(
          "law",
          [](const Model& model, std::size_t set) {
            return std::string(model.law(checked_set(model, set)).name);
          },
          py::arg("set"), "The law of a set of relations.")
      .def(
          "relation_count",
          [](const Model& model, std::size_t set) {
            return model.relation_count(checked_set(model, set));
          },
          py::arg("set"), "Of a set.")
      .def("relation_vertices", &vertices_of, py::arg("set"),
           "Rows of vertex numbers, in the order in which the law gets them.")
      .def_property_readonly("is_spectral", &Model::is_spectral)
      .def_property_readonly(
          "precision", [](const Model& model) { return std::string(name(model.precision())); })
      .def_property_readonly("backend",
                             [](const Model& model) { return std::string(name(model.backend())); })
      .def_property_readonly(
          "instruction_set",
          [](const Model& model) { return std::string(model.instruction_set()); })
      .def_property_readonly("memory", &Model::memory, "Bytes of the model and one state.")
      .def("__repr__", &repr);
}

}  // namespace pliant::python

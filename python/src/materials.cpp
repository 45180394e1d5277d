#include "materials.h"

#include <pliant/continuum.h>

namespace pliant::python {

namespace {

Material make(double young, double poisson, double density, double damping_time, double shear,
              const std::string& name) {
  Material made{name, young, poisson, density, damping_time, shear};
  check(made);
  return made;
}

std::string repr(const Material& m) {
  return py::str("<pliant.Material {}: young={:g} Pa, poisson={:g}, density={:g} kg/m3>")
      .format(m.name, m.young, m.poisson, m.density)
      .cast<std::string>();
}

Material changed(const Material& m, const py::kwargs& numbers) {
  Material out = m;
  for (const auto& [key, value] : numbers) {
    const auto name = key.cast<std::string>();
    const double number = value.cast<double>();
    if (name == "young")
      out.young = number;
    else if (name == "poisson")
      out.poisson = number;
    else if (name == "density")
      out.density = number;
    else if (name == "damping_time")
      out.damping_time = number;
    else if (name == "shear")
      out.shear = number;
    else
      throw InputError("", 0, "a material has no '" + name + "'",
                       "it has young, poisson, density, damping_time and shear");
  }
  check(out);
  return out;
}

}  // namespace

Material material_of(py::handle object) {
  if (py::isinstance<py::str>(object)) return material(object.cast<std::string>());
  if (py::isinstance<Material>(object)) return object.cast<Material>();
  throw InputError("", 0, "a material is " + py::repr(object).cast<std::string>(),
                   "give the name of one, such as 'rubber', or a pliant.Material");
}

std::vector<Material> materials_of(py::handle object, const TetMesh& mesh) {
  if (py::isinstance<py::dict>(object)) {
    std::map<std::int32_t, Material> by_region;
    for (const auto& [region, value] : py::reinterpret_borrow<py::dict>(object))
      by_region[region.cast<std::int32_t>()] = material_of(value);
    return materials_by_region(mesh, by_region);
  }
  if (py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
    std::vector<Material> all;
    for (const py::handle one : object) all.push_back(material_of(one));
    return all;
  }
  return {material_of(object)};
}

void declare_materials(py::module_& m) {
  py::class_<Material>(m, "Material", "An isotropic elastic solid with viscous damping.")
      .def(py::init(&make), py::arg("young"), py::arg("poisson"), py::arg("density"),
           py::arg("damping_time") = 0.0, py::arg("shear") = 0.0, py::arg("name") = "")
      .def_readonly("name", &Material::name)
      .def_readonly("young", &Material::young, "Pa")
      .def_readonly("poisson", &Material::poisson)
      .def_readonly("density", &Material::density, "kg/m³")
      .def_readonly("damping_time", &Material::damping_time,
                    "s: viscous stress over the rate of the elastic one")
      .def_readonly("shear", &Material::shear, "Pa; 0: follows from young and poisson")
      .def_property_readonly("shear_modulus", &Material::shear_modulus, "Pa")
      .def_property_readonly("lame_lambda", &Material::lame_lambda, "Pa")
      .def("changed", &changed, "The same but for some numbers: changed(young=1e5).")
      .def("__repr__", &repr)
      .def(
          "__eq__", [](const Material& a, const Material& b) { return a == b; }, py::is_operator());
  m.def(
      "material", [](const std::string& name) { return material(name); }, py::arg("name"),
      "A built-in material by its name.");
  m.def(
      "materials", [] { return std::vector<Material>(materials().begin(), materials().end()); },
      "All built-in materials.");
  m.def(
      "material_source", [](const std::string& name) { return std::string(material_source(name)); },
      py::arg("name"), "Where the numbers of a built-in material come from.");
}

}  // namespace pliant::python

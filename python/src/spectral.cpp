#include <pliant/modes.h>
#include <pliant/spectral.h>

#include "materials.h"
#include "mesh.h"
#include "notes.h"

namespace pliant::python {

namespace {

std::vector<std::vector<Index>> lists_of(const py::object& object, const char* what) {
  std::vector<std::vector<Index>> lists;
  for (const py::handle one : object) lists.push_back(indices_of(one, what).values);
  return lists;
}

SpectralJoint joint_of(py::handle object) {
  const auto parts = object.cast<py::tuple>();
  if (parts.size() != 3 && parts.size() != 4)
    throw InputError("", 0, "a joint has " + std::to_string(parts.size()) + " parts",
                     "give (first, second, point) or (first, second, point, axis)");
  SpectralJoint joint{parts[0].cast<std::size_t>(), parts[1].cast<std::size_t>(),
                      vector_of(parts[2], "a joint's point")};
  if (parts.size() == 4) joint.axis = vector_of(parts[3], "a joint's axis");
  return joint;
}

Body spectral(const SharedMesh& mesh, const py::object& material, std::size_t modes,
              const py::object& rigid, const py::object& lines, const py::object& joints,
              const std::optional<Indices>& fixed, bool warped, double mass_damping,
              std::optional<double> stiffness_damping, bool cached) {
  SpectralOptions options{.modes = modes,
                          .rigid = lists_of(rigid, "a rigid region"),
                          .lines = lists_of(lines, "a line"),
                          .warped = warped,
                          .mass_damping = mass_damping,
                          .stiffness_damping = stiffness_damping,
                          .cached = cached,
                          .progress = interruptible()};
  for (const py::handle joint : joints) options.joints.push_back(joint_of(joint));
  if (fixed) options.fixed = fixed->values;
  const auto& tets = *mesh.connected();
  const std::vector<Material> materials = materials_of(material, tets);
  Notes notes;
  Body body = without_gil([&] { return spectral_body(tets, materials, options, &notes); });
  tell(notes);
  return body;
}

py::tuple modes_of(const SharedMesh& mesh, const py::object& material, std::size_t count,
                   const std::optional<Indices>& fixed, const std::string& mass, bool cached) {
  ModeOptions options{.count = count, .cached = cached, .progress = interruptible()};
  if (mass == "lumped")
    options.mass = MassMatrix::lumped;
  else if (mass != "consistent")
    throw InputError("", 0, "the mass matrix is '" + mass + "'", "choose consistent or lumped");
  if (fixed) options.fixed = fixed->values;
  const auto& tets = *mesh.connected();
  const std::vector<Material> materials = materials_of(material, tets);
  Modes found = without_gil(
      [&] { return lowest_modes(tets.vertices(), tets.tetrahedra(), materials, options); });
  std::vector<double> frequencies;
  constexpr double pi = 3.14159265358979323846;
  for (const double value : found.eigenvalues)
    frequencies.push_back(std::sqrt(std::max(0.0, value)) / (2 * pi));
  const std::size_t modes = found.count(), vertices = found.vertex_count;
  return py::make_tuple(array_of(std::move(frequencies)),
                        array_of(std::move(found.shapes)).attr("reshape")(modes, vertices, 3));
}

py::array displacements(const SharedMesh& mesh, const py::object& material, const Indices& fixed,
                        const Points& forces) {
  const auto& tets = *mesh.connected();
  const std::vector<Material> materials = materials_of(material, tets);
  return array_of(without_gil([&] {
    return static_displacements(tets.vertices(), tets.tetrahedra(), materials, fixed.values,
                                forces.values);
  }));
}

}  // namespace

void declare_spectral(py::module_& m) {
  m.def("spectral_solid", &spectral, py::arg("mesh"), py::arg("material") = "rubber",
        py::arg("modes") = 50, py::arg("rigid") = py::tuple(), py::arg("lines") = py::tuple(),
        py::arg("joints") = py::tuple(), py::arg("fixed") = py::none(), py::arg("warped") = true,
        py::arg("mass_damping") = 0.0, py::arg("stiffness_damping") = py::none(),
        py::arg("cached") = true,
        "A body in modal coordinates. rigid: lists of tetrahedra; lines: lists of vertices; "
        "joints: (first, second, point[, axis]) of rigid lists; fixed: vertices.");
  m.def("modes", &modes_of, py::arg("mesh"), py::arg("material") = "rubber", py::arg("count") = 20,
        py::arg("fixed") = py::none(), py::arg("mass") = "consistent", py::arg("cached") = true,
        "The slowest natural vibrations: frequencies in Hz, and shapes (modes, vertices, 3) in "
        "1/sqrt(kg).");
  m.def("static_displacements", &displacements, py::arg("mesh"), py::arg("material"),
        py::arg("fixed"), py::arg("forces"),
        "Where vertices go, linearly, under forces (N) on them: displacements in m.");
}

}  // namespace pliant::python

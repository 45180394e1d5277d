#include <pliant/bodies.h>
#include <pliant/doubts.h>
#include <pliant/mesher.h>
#include <pliant/solids.h>

#include "materials.h"
#include "mesh.h"
#include "notes.h"

namespace pliant::python {

namespace {

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

MassDistribution masses_named(const std::string& name) {
  if (name == "lumped") return MassDistribution::lumped;
  if (name == "average_volume") return MassDistribution::average_volume;
  if (name == "voronoi") return MassDistribution::voronoi;
  refuse("masses are '" + name + "'", "choose lumped, average_volume or voronoi");
}

SolidOptions solid_options(const std::optional<std::string>& masses, std::optional<double> fastest,
                           double most_damping, std::optional<double> least_damping,
                           double largest_inverse_mass) {
  SolidOptions options{.largest_inverse_mass = largest_inverse_mass,
                       .fastest = fastest,
                       .most_damping = most_damping,
                       .least_damping = least_damping};
  if (masses) options.masses = masses_named(*masses);
  return options;
}

Body solid(const SharedMesh& mesh, const py::object& material, const std::string& law,
           const std::optional<std::string>& masses, std::optional<double> fastest,
           double most_damping, std::optional<double> least_damping, double largest_inverse_mass,
           double mooney_ratio, const Vec3d& ogden_exponents, const Vec3d& ogden_shares) {
  const SolidLawInfo& info = solid_law(law);
  const auto& tets = *mesh.connected();
  const std::vector<Material> materials = materials_of(material, tets);
  const SolidOptions options =
      solid_options(masses, fastest, most_damping, least_damping, largest_inverse_mass);
  ContinuumOptions continuum{.mooney_ratio = mooney_ratio};
  continuum.ogden = {ogden_exponents, ogden_shares};
  Notes notes;
  if (!info.model && materials.size() != 1)
    refuse("mass_spring has one material, not " + std::to_string(materials.size()),
           "give one, or take another law");
  Body body = without_gil([&] {
    if (!info.model) return mass_spring_solid(tets, materials.front(), options, &notes);
    return continuum_solid(tets, *info.model, materials, options, continuum, &notes);
  });
  tell(notes);
  return body;
}

// A value for all, or one each.
std::vector<double> for_each(py::handle value) {
  return numbers_of(value, "a parameter").values;
}

void add_relations(Body& body, const std::string& name, const py::object& vertices,
                   const py::dict& rest, const py::kwargs& parameters) {
  const LawInfo& info = law(name);
  Relations relations{.law = name, .vertices = {}, .parameters = {}, .rest = {}};
  relations.vertices = cells_of(vertices, static_cast<std::size_t>(info.arity), "relations");
  for (const auto& [key, value] : parameters) {
    const auto field = key.cast<std::string>();
    if (std::ranges::none_of(info.given(), [&](const LawField& f) { return f.name == field; }))
      refuse(name + " has no parameter '" + field + "'", "see pliant.laws()['" + name + "']");
  }
  for (const LawField& field : info.given()) {
    const std::string key(field.name);
    if (!parameters.contains(key))
      refuse(name + " needs '" + key + "'",
             std::string(field.help) + ", " + std::string(field.unit));
    relations.parameters.push_back(for_each(parameters[py::str(key)]));
  }
  if (!rest.empty())
    for (const LawField& field : info.rest)
      relations.rest.push_back(for_each(rest[py::str(std::string(field.name))]));
  body.relations.push_back(std::move(relations));
}

py::list relations_of(const Body& body) {
  py::list out;
  for (const Relations& set : body.relations) {
    const LawInfo& info = law(set.law);
    py::dict about, parameters;
    for (std::size_t i = 0; i < set.parameters.size(); ++i)
      parameters[py::str(std::string(info.given()[i].name))] = array_of(set.parameters[i]);
    about["law"] = set.law;
    const auto arity = static_cast<std::size_t>(info.arity);
    about["vertices"] = array_of(set.vertices).attr("reshape")(set.vertices.size() / arity, arity);
    about["parameters"] = parameters;
    out.append(about);
  }
  return out;
}

Body make(const Points& vertices, const Numbers& masses, const std::optional<Indices>& pinned) {
  Body body;
  body.vertices = vertices.values;
  body.masses = masses.values;
  if (body.masses.size() == 1) body.masses.resize(body.vertices.size(), body.masses.front());
  if (body.masses.size() != body.vertices.size())
    refuse("there are " + std::to_string(body.masses.size()) + " masses for " +
               std::to_string(body.vertices.size()) + " vertices",
           "give one each, or one for all");
  if (pinned) body.pinned = pinned->values;
  return body;
}

void set_attribute(Body& body, const std::string& name, const Numbers& values) {
  std::erase_if(body.attributes, [&](const VertexAttribute& a) { return a.name == name; });
  body.attributes.push_back({name, values.values});
}

void keep_volume(Body& body, const py::object& surface, double rest_volume, double strength) {
  const std::vector<Index> numbers = cells_of(surface, 3, "triangles");
  VolumeConstraint constraint{.surface = {}, .rest_volume = rest_volume, .strength = strength};
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    constraint.surface.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  body.volume_constraints.push_back(std::move(constraint));
}

void add_muscle(Body& body, const SharedMesh& mesh, const Vec3d& direction, double tension,
                double stiffness, double damping_time, const std::optional<Indices>& tetrahedra) {
  const auto& tets = *mesh.connected();
  std::vector<Index> chosen;
  if (tetrahedra)
    chosen = tetrahedra->values;
  else
    for (Index i = 0; i < tets.tetrahedra().size(); ++i) chosen.push_back(i);
  body.relations.push_back(
      muscle_relations(tets, {{direction}, tension, stiffness, damping_time}, chosen));
  if (std::ranges::none_of(body.attributes, [](const auto& a) { return a.name == "activation"; }))
    body.attributes.push_back({"activation", {0.0}});
}

// A body of a mesh and the numbers of its options, in their order.
template <class Options, class... Numbers>
auto from_mesh(Body (*make)(const Mesh&, const Options&)) {
  return [make](const SharedMesh& mesh, Numbers... numbers) {
    return make(*mesh, Options{numbers...});
  };
}

void declare_sheets(py::module_& m) {
  m.def("cloth", from_mesh<ClothOptions, double, double, double, double, double>(&cloth),
        py::arg("mesh"), py::arg("density") = 0.2, py::arg("stretching") = 50.0,
        py::arg("area") = 50.0, py::arg("bending") = 0.5, py::arg("damping_time") = 0.001,
        "Triangles as cloth: kg/m², N/m, N/m, N/m and s.");
  m.def(
      "balloon",
      [](const SharedMesh& mesh, double pressure, double outside, double density, double stretching,
         double area, double bending, double damping_time) {
        return balloon(*mesh,
                       {{density, stretching, area, bending, damping_time}, pressure, outside});
      },
      py::arg("mesh"), py::arg("pressure") = 1000.0, py::arg("outside") = 101325.0,
      py::arg("density") = 0.2, py::arg("stretching") = 50.0, py::arg("area") = 50.0,
      py::arg("bending") = 0.5, py::arg("damping_time") = 0.001,
      "A closed surface of cloth filled with gas: Pa above the outside, Pa outside.");
  m.def("rope", from_mesh<RopeOptions, double, double, double>(&rope), py::arg("mesh"),
        py::arg("density") = 0.1, py::arg("stretching") = 1000.0, py::arg("damping_time") = 0.001,
        "Lines as ropes: kg/m, N and s.");
  m.def(
      "chain",
      [](const Points& points, double mass, double stiffness, double damping) {
        return chain(points.values, {mass, stiffness, damping});
      },
      py::arg("points"), py::arg("mass") = 1.0, py::arg("stiffness") = 1.0,
      py::arg("damping") = 0.0, "Springs between consecutive points: kg, N/m, N s/m.");
  m.def("voxel_lattice",
        from_mesh<LatticeOptions, double, double, double, double, double>(&voxel_lattice),
        py::arg("mesh"), py::arg("density") = 1000.0, py::arg("structural") = 1e4,
        py::arg("shear") = 5e3, py::arg("flexion") = 2e3, py::arg("damping_time") = 0.001,
        "Springs on hexahedra: kg/m³, N/m and s.");
}

void declare_solids(py::module_& m) {
  m.def("solid", &solid, py::arg("mesh"), py::arg("material") = "rubber",
        py::arg("law") = "elastic", py::arg("masses") = py::none(), py::arg("fastest") = py::none(),
        py::arg("most_damping") = 0.0, py::arg("least_damping") = py::none(),
        py::arg("largest_inverse_mass") = 0.0, py::arg("mooney_ratio") = 0.2,
        py::arg("ogden_exponents") = OgdenTerms{}.exponents,
        py::arg("ogden_shares") = OgdenTerms{}.shares,
        "An elastic solid of tetrahedra. material: a name, a Material, one each tetrahedron, or a "
        "dictionary by region; law: see solid_laws().");
  m.def(
      "hexahedral_solid",
      [](const SharedMesh& mesh, const AnyMaterial& material) {
        return hexahedral_solid(*mesh, material.value);
      },
      py::arg("mesh"), py::arg("material") = "rubber", "An elastic solid of hexahedra.");
  m.def(
      "surface_solid",
      [](const SharedMesh& surface, const AnyMaterial& material, const std::string& law,
         std::size_t tets, const std::string& how) {
        Notes notes;
        auto made = without_gil([&] {
          FilledSurface filled = fill_surface(
              *surface, mesher(how), {.tetrahedra = tets, .progress = interruptible()}, &notes);
          const TetMesh connected(filled.mesh, &notes);
          Body body = make_solid(connected, filled.cage ? &*filled.cage : nullptr,
                                 solid_law(law).law, material.value, &notes);
          return std::pair(SharedMesh(std::move(filled.mesh)), std::move(body));
        });
        tell(notes);
        return made;
      },
      py::arg("surface"), py::arg("material") = "rubber", py::arg("law") = "elastic",
      py::arg("tets") = 0, py::arg("mesher") = "auto",
      "Fills a surface and makes a solid of it: the mesh and the body. A cage knows how full its "
      "tetrahedra are.");
  m.def(
      "solid_laws",
      [] {
        py::dict out;
        for (const SolidLawInfo& info : solid_laws())
          out[py::str(std::string(info.name))] = std::string(info.help);
        return out;
      },
      "The laws of solids by name, with a line of help.");
}

py::list fields(std::span<const LawField> fields) {
  py::list out;
  for (const LawField& f : fields)
    out.append(py::make_tuple(std::string(f.name), std::string(f.unit), std::string(f.help)));
  return out;
}

}  // namespace

void declare_bodies(py::module_& m) {
  py::class_<Body>(m, "Body", "Vertices with masses and the relations between them.")
      .def(py::init(&make), py::arg("vertices"), py::arg("masses"), py::arg("pinned") = py::none(),
           "Places (n, 3) in m, masses in kg, and the vertices that stay where they are.")
      .def_property_readonly(
          "vertices", [](const Body& b) { return array_of(b.vertices); }, "m")
      .def_property(
          "masses", [](const Body& b) { return array_of(b.masses); },
          [](Body& b, const Numbers& masses) { b.masses = masses.values; }, "kg")
      .def_property(
          "pinned", [](const Body& b) { return array_of(b.pinned); },
          [](Body& b, const Indices& v) { b.pinned = v.values; },
          "Vertices that stay where they are from the start.")
      .def_property_readonly("relations", &relations_of,
                             "The sets of relations: law, vertices and parameters of each.")
      .def("add_relations", &add_relations, py::arg("law"), py::arg("vertices"),
           py::arg("rest") = py::dict(),
           "Relations of a law on rows of vertices; its parameters by name, one value or one each.")
      .def("set_attribute", &set_attribute, py::arg("name"), py::arg("values"),
           "A number of each vertex that laws read.")
      .def("keep_volume", &keep_volume, py::arg("surface"), py::arg("rest_volume") = 0.0,
           py::arg("strength") = 1.0, "Keeps the volume (m³) inside a closed surface.")
      .def("add_muscle", &add_muscle, py::arg("mesh"), py::arg("direction"), py::arg("tension"),
           py::arg("stiffness") = 0.0, py::arg("damping_time") = 0.005,
           py::arg("tetrahedra") = py::none(),
           "Fibres that contract where vertices have the attribute 'activation': Pa, Pa, s.")
      .def("__repr__", [](const Body& b) {
        return "<pliant.Body: " + std::to_string(b.vertices.size()) + " vertices, " +
               std::to_string(b.relations.size()) + " sets of relations>";
      });
  declare_solids(m);
  declare_sheets(m);
  m.def(
      "laws",
      [] {
        py::dict out;
        for (const LawInfo& info : laws()) {
          py::dict about;
          about["help"] = std::string(info.help);
          about["arity"] = info.arity;
          about["rest"] = fields(info.rest);
          about["parameters"] = fields(info.parameters);
          about["has_energy"] = info.has_energy;
          out[py::str(std::string(info.name))] = about;
        }
        return out;
      },
      "Every force law by name: help, arity, rest state and parameters (name, unit, help).");
}

}  // namespace pliant::python

#include <pliant/cage.h>
#include <pliant/check.h>
#include <pliant/distance.h>
#include <pliant/embedding.h>
#include <pliant/generate.h>
#include <pliant/io.h>
#include <pliant/mesher.h>
#include <pliant/pose.h>
#include <pliant/quality.h>
#include <pliant/shapes.h>

#include "mesh.h"
#include "notes.h"

namespace pliant::python {

namespace {

namespace fs = std::filesystem;

SharedMesh read(const fs::path& file) {
  Notes notes;
  SharedMesh mesh = without_gil([&] { return SharedMesh(read_mesh(file, &notes)); });
  tell(notes);
  return mesh;
}

SharedMesh shape(const std::string& name, const py::kwargs& settings) {
  std::map<std::string, double> numbers;
  for (const auto& [key, value] : settings) {
    const std::vector<double> number = numbers_of(value, "a shape's settings").values;
    if (number.size() != 1)
      throw InputError("", 0, "a setting of a shape is a list", "give one number");
    numbers[key.cast<std::string>()] = number.front();
  }
  return without_gil([&] { return SharedMesh(make_shape(name, numbers)); });
}

py::dict shape_list() {
  py::dict out;
  for (const ShapeInfo& info : shapes()) {
    py::dict settings;
    for (const ShapeParameter& p : info.parameters) {
      py::dict about;
      about["default"] = p.fallback;
      about["unit"] = p.unit;
      about["low"] = p.low;
      about["high"] = p.high;
      about["help"] = p.help;
      settings[py::str(p.name)] = about;
    }
    out[py::str(info.name)] = py::make_tuple(info.help, settings);
  }
  return out;
}

SharedMesh fill(const SharedMesh& surface, std::size_t tets, double edge, bool graded,
                const std::string& how) {
  Notes notes;
  SharedMesh filled = without_gil([&] {
    const MesherOptions options{
        .edge = edge, .tetrahedra = tets, .graded = graded, .progress = interruptible()};
    return SharedMesh(fill_surface(*surface, mesher(how), options, &notes).mesh);
  });
  tell(notes);
  return filled;
}

SharedMesh fill_function(const py::function& value, const Vec3d& low, const Vec3d& high,
                         std::size_t tets, double edge, bool graded) {
  const auto called = [&value](const Vec3d& place) {
    const py::gil_scoped_acquire held;
    return value(place.x, place.y, place.z).cast<double>();
  };
  return without_gil([&] {
    return SharedMesh(tetrahedralise(
        Implicit{called, low, high},
        {.edge = edge, .tetrahedra = tets, .graded = graded, .progress = interruptible()}));
  });
}

py::tuple mend(const SharedMesh& mesh, bool keep_largest, double drop_smaller_than) {
  std::vector<std::string> done, left;
  SharedMesh mended = without_gil([&] {
    return SharedMesh(repair(*mesh, done,
                             {.keep_largest = keep_largest, .drop_smaller_than = drop_smaller_than},
                             &left));
  });
  return py::make_tuple(std::move(mended), done, left);
}

SharedMesh posed(const SharedMesh& mesh, const std::string& unit, double scale, double size,
                 const std::string& up, const Vec3d& rotation, const Vec3d& position) {
  Mesh moved = *mesh;
  apply(MeshPose{unit, scale, size, up, rotation}, moved);
  for (Vec3d& v : moved.vertices) v += position;
  return SharedMesh(std::move(moved));
}

py::dict distance(const SharedMesh& surface, const SharedMesh& mesh) {
  const SurfaceDistance d = without_gil([&] { return surface_distance(*surface, *mesh); });
  py::dict out;
  out["greatest"] = d.greatest();
  out["mean_of_mesh"] = d.of_mesh.mean;
  out["mean_of_surface"] = d.of_surface.mean;
  return out;
}

void declare_checks(py::module_& m) {
  py::class_<Finding>(m, "Finding", "One requirement on a mesh and how far it is broken.")
      .def_readonly("name", &Finding::name)
      .def_readonly("meaning", &Finding::meaning)
      .def_readonly("count", &Finding::count, "0: it holds")
      .def_readonly("places", &Finding::places, "the first ten")
      .def_readonly("is_error", &Finding::is_error)
      .def_readonly("cure", &Finding::cure)
      .def("__repr__", [](const Finding& f) {
        return "<pliant.Finding: " + std::to_string(f.count) + " " + f.name + ">";
      });
  py::class_<CheckReport>(m, "CheckReport", "Every requirement that was looked at.")
      .def_readonly("findings", &CheckReport::findings)
      .def_property_readonly("sound", &CheckReport::sound, "no error was found")
      .def("__getitem__",
           [](const CheckReport& report, const std::string& name) {
             const Finding* found = report.find(name);
             if (found == nullptr) throw py::key_error(name);
             return *found;
           })
      .def("__bool__", &CheckReport::sound)
      .def("__repr__", [](const CheckReport& report) {
        std::string out = report.sound() ? "<pliant.CheckReport: sound" : "<pliant.CheckReport:";
        for (const Finding& f : report.findings)
          if (f.count > 0) out += " " + std::to_string(f.count) + " " + f.name + ";";
        return out + ">";
      });
  m.def(
      "check", [](const SharedMesh& mesh) { return without_gil([&] { return check(*mesh); }); },
      py::arg("mesh"), "Looks for whatever is wrong with a mesh.");
  m.def("repair", &mend, py::arg("mesh"), py::arg("keep_largest") = false,
        py::arg("drop_smaller_than") = 0.0,
        "The mended mesh, what was done, and what was left undone, in sentences.");
}

void declare_embedding(py::module_& m) {
  py::class_<Embedding>(m, "Embedding", "Points that move with a mesh of tetrahedra.")
      .def(py::init([](const Points& points, const SharedMesh& carrier) {
             return Embedding(points.values, *carrier.connected());
           }),
           py::arg("points"), py::arg("carrier"))
      .def(
          "apply",
          [](const Embedding& embedding, const Points& carrier) {
            std::vector<Vec3d> out(embedding.size());
            embedding.apply(carrier.values, out);
            return array_of(std::move(out));
          },
          py::arg("positions"), "Where the points are when the carrier's vertices are there.")
      .def_property_readonly("outside", &Embedding::outside,
                             "How many points lay outside the carrier.")
      .def("__len__", &Embedding::size);
}

}  // namespace

void declare_meshing(py::module_& m) {
  m.def("read_mesh", &read, py::arg("file"), "Reads a mesh; the extension tells the format.");
  m.def("shape", &shape, py::arg("name"),
        "Makes a built-in shape; its settings are given by name, see shapes().");
  m.def("shapes", &shape_list, "The built-in shapes: by name, help and settings.");
  m.def(
      "mesh_formats",
      [] {
        py::dict out;
        for (const FormatInfo& format : mesh_formats())
          out[py::str(format.name)] = py::make_tuple(format.description, format.extensions);
        return out;
      },
      "The formats of mesh files: by name, description and extensions.");
  m.def("tetrahedralise", &fill, py::arg("surface"), py::arg("tets") = 0, py::arg("edge") = 0.0,
        py::arg("graded") = false, py::arg("mesher") = "fitted",
        "Fills a surface with tetrahedra: about so many, or with cubes of a lattice so long (m). "
        "mesher: fitted, embedding (a coarse cage) or auto.");
  m.def("tetrahedralise_function", &fill_function, py::arg("function"), py::arg("low"),
        py::arg("high"), py::arg("tets") = 0, py::arg("edge") = 0.0, py::arg("graded") = false,
        "Fills where function(x, y, z) is negative, within a box (m).");
  m.def("posed", &posed, py::arg("mesh"), py::arg("unit") = "", py::arg("scale") = 1.0,
        py::arg("size") = 0.0, py::arg("up") = "y", py::arg("rotation") = Vec3d{},
        py::arg("position") = Vec3d{},
        "Scaled (a unit such as 'mm', a factor, or the longest side in m), turned (degrees about "
        "x, then y, then z) and moved (m).");
  m.def("surface_distance", &distance, py::arg("surface"), py::arg("mesh"),
        "How far a mesh and the surface that it fills lie apart, m.");
  m.def(
      "dihedral_angles", [](const SharedMesh& mesh) { return array_of(dihedral_angles(*mesh)); },
      py::arg("mesh"), "Six angles a tetrahedron, in degrees, one after the other.");
  m.def(
      "volumes", [](const SharedMesh& mesh) { return array_of(tetrahedron_volumes(*mesh)); },
      py::arg("mesh"), "Of each tetrahedron, m³.");
  declare_checks(m);
  declare_embedding(m);
}

}  // namespace pliant::python

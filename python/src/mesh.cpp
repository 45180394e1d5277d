#include "mesh.h"

#include <pliant/groups.h>
#include <pliant/io.h>
#include <pliant/quality.h>

#include "notes.h"

namespace pliant::python {

namespace {

[[noreturn]] void refuse(const std::string& problem, const std::string& cure) {
  throw InputError("", 0, problem, cure);
}

void check_indices(std::span<const Index> vertices, std::size_t count, const std::string& what) {
  for (const Index v : vertices)
    if (v >= count)
      refuse(what + " name vertex " + std::to_string(v),
             "there are " + std::to_string(count) + ", counted from 0");
}

template <std::size_t N>
void take(py::handle object, Cells<N>& cells, std::size_t vertex_count, const char* what) {
  if (object.is_none()) return;
  const std::vector<Index> numbers = cells_of(object, N, what);
  check_indices(numbers, vertex_count, what);
  cells.cells.resize(numbers.size() / N);
  for (std::size_t i = 0; i < numbers.size(); ++i) cells.cells[i / N][i % N] = numbers[i];
}

std::vector<Index> as_group(std::vector<Index> vertices) {
  std::ranges::sort(vertices);
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

template <std::size_t N>
void take_regions(const py::dict& regions, const char* what, Cells<N>& cells) {
  if (!regions.contains(what)) return;
  for (const double label : numbers_of(regions[what], "regions").values)
    cells.regions.push_back(static_cast<std::int32_t>(label));
  if (cells.regions.size() != cells.size())
    refuse("there are " + std::to_string(cells.regions.size()) + " labels for " +
               std::to_string(cells.size()) + " " + what,
           "give one each");
}

SharedMesh make(const Points& vertices, py::object tetrahedra, py::object triangles,
                py::object lines, py::object hexahedra, const py::dict& groups,
                const py::dict& regions) {
  Mesh mesh;
  mesh.vertices = vertices.values;
  const std::size_t count = mesh.vertices.size();
  take(tetrahedra, mesh.tetrahedra, count, "tetrahedra");
  take(triangles, mesh.triangles, count, "triangles");
  take(lines, mesh.lines, count, "lines");
  take(hexahedra, mesh.hexahedra, count, "hexahedra");
  take_regions(regions, "tetrahedra", mesh.tetrahedra);
  take_regions(regions, "triangles", mesh.triangles);
  take_regions(regions, "lines", mesh.lines);
  take_regions(regions, "hexahedra", mesh.hexahedra);
  for (const auto& [name, members] : groups) {
    const auto text = name.cast<std::string>();
    std::vector<Index> group = as_group(indices_of(members, "a group").values);
    check_indices(group, count, "the members of group '" + text + "'");
    mesh.groups[text] = std::move(group);
  }
  return SharedMesh(std::move(mesh));
}

template <std::size_t N>
py::array cells_view(const SharedMesh& mesh, const Cells<N>& cells) {
  return view_of(cells.empty() ? nullptr : cells.cells.front().data(), cells.size(), N,
                 kept(mesh.pointer()));
}

template <std::size_t N>
py::array labels(const Cells<N>& cells) {
  std::vector<std::int32_t> all = cells.regions;
  all.resize(cells.size());
  return array_of(std::move(all));
}

py::array regions_of(const SharedMesh& mesh, const std::string& what) {
  if (what == "tetrahedra") return labels(mesh->tetrahedra);
  if (what == "triangles") return labels(mesh->triangles);
  if (what == "hexahedra") return labels(mesh->hexahedra);
  if (what == "lines") return labels(mesh->lines);
  refuse("a mesh has no '" + what + "'", "choose tetrahedra, triangles, hexahedra or lines");
}

py::dict groups_of(const SharedMesh& mesh) {
  py::dict out;
  for (const auto& [name, vertices] : mesh->groups)
    out[py::str(name)] = view_of(vertices.data(), vertices.size(), 0, kept(mesh.pointer()));
  return out;
}

std::string repr(const SharedMesh& mesh) {
  std::string out = "<pliant.Mesh: " + std::to_string(mesh->vertices.size()) + " vertices";
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) out += ", " + std::to_string(count) + " " + what;
  };
  add(mesh->tetrahedra.size(), "tetrahedra");
  add(mesh->hexahedra.size(), "hexahedra");
  add(mesh->triangles.size(), "triangles");
  add(mesh->lines.size(), "lines");
  return out + ">";
}

py::tuple box_of(const SharedMesh& mesh) {
  const Box box = bounding_box(mesh->vertices);
  return py::make_tuple(array_of(box.low), array_of(box.high));
}

}  // namespace

void SharedMesh::set_vertices(Points vertices) {
  if (vertices.values.size() != mesh_->vertices.size())
    refuse("the mesh has " + std::to_string(mesh_->vertices.size()) + " vertices, not " +
               std::to_string(vertices.values.size()),
           "give a place for each of them");
  Mesh changed = *mesh_;
  changed.vertices = std::move(vertices.values);
  mesh_ = std::make_shared<const Mesh>(std::move(changed));
  connected_ = nullptr;
}

void SharedMesh::set_group(const std::string& name, Indices vertices) {
  check_indices(vertices.values, mesh_->vertices.size(), "the members of group '" + name + "'");
  Mesh changed = *mesh_;
  changed.groups[name] = as_group(std::move(vertices.values));
  mesh_ = std::make_shared<const Mesh>(std::move(changed));
  connected_ = nullptr;
}

const std::shared_ptr<const TetMesh>& SharedMesh::connected() const {
  if (!connected_) {
    Notes notes;
    connected_ = std::make_shared<const TetMesh>(TetMesh::of_cells(*mesh_, &notes));
    tell(notes);
  }
  return connected_;
}

void declare_mesh(py::module_& m) {
  py::class_<SharedMesh>(m, "Mesh",
                         "Vertices in metres and cells of them. Its arrays are read-only views "
                         "without a copy; a change makes new ones and leaves old ones as they are.")
      .def(py::init(&make), py::arg("vertices"), py::arg("tetrahedra") = py::none(),
           py::arg("triangles") = py::none(), py::arg("lines") = py::none(),
           py::arg("hexahedra") = py::none(), py::arg("groups") = py::dict(),
           py::arg("regions") = py::dict(),
           "A mesh of arrays: vertices (n, 3) in m, cells as rows of vertex numbers.")
      .def_property(
          "vertices",
          [](const SharedMesh& mesh) {
            const auto& v = mesh->vertices;
            return view_of(v.empty() ? nullptr : &v.front().x, v.size(), 3, kept(mesh.pointer()));
          },
          &SharedMesh::set_vertices, "Places in m, shape (n, 3).")
      .def_property_readonly(
          "tetrahedra", [](const SharedMesh& mesh) { return cells_view(mesh, mesh->tetrahedra); },
          "Vertex numbers, shape (n, 4).")
      .def_property_readonly(
          "triangles", [](const SharedMesh& mesh) { return cells_view(mesh, mesh->triangles); },
          "Vertex numbers, shape (n, 3), counter-clockwise seen from outside.")
      .def_property_readonly(
          "lines", [](const SharedMesh& mesh) { return cells_view(mesh, mesh->lines); },
          "Vertex numbers, shape (n, 2).")
      .def_property_readonly(
          "hexahedra", [](const SharedMesh& mesh) { return cells_view(mesh, mesh->hexahedra); },
          "Vertex numbers, shape (n, 8).")
      .def("regions", &regions_of, py::arg("cells") = "tetrahedra",
           "The label of each tetrahedron, triangle, hexahedron or line.")
      .def_property_readonly("groups", &groups_of, "Vertex numbers by the names of groups.")
      .def("set_group", &SharedMesh::set_group, py::arg("name"), py::arg("vertices"),
           "Gives vertices a name.")
      .def(
          "select",
          [](const SharedMesh& mesh, const std::string& text) {
            return array_of(parse_group(*mesh, text));
          },
          py::arg("group"),
          "Vertex numbers of a group as scenes write it: 'box:x,y,z,x,y,z', "
          "'plane:px,py,pz,nx,ny,nz', 'above:...', 'sphere:x,y,z,r', 'nearest:x,y,z', 'region:n', "
          "'list:...', a group's name, or 'all'.")
      .def_property_readonly("box", &box_of, "The lowest and the highest corner, m.")
      .def_property_readonly(
          "surface",
          [](const SharedMesh& m0) { return array_of_cells(m0.connected()->boundary()); },
          "The triangles of the boundary, facing outwards.")
      .def_property_readonly(
          "edges", [](const SharedMesh& m0) { return array_of_cells(m0.connected()->edges()); },
          "Each edge of the cells once.")
      .def_property_readonly(
          "volume", [](const SharedMesh& mesh) { return mesh.connected()->volume(); }, "m³")
      .def_property_readonly(
          "surface_area", [](const SharedMesh& mesh) { return mesh.connected()->surface_area(); },
          "m²")
      .def(
          "write",
          [](const SharedMesh& mesh, const std::filesystem::path& file, bool binary) {
            Notes notes;
            without_gil(
                [&] { write_mesh(file, *mesh, {.binary = binary, .version = {}}, &notes); });
            tell(notes);
          },
          py::arg("file"), py::arg("binary") = false,
          "Writes a file; its extension tells the format.")
      .def("__repr__", &repr)
      .def(
          "__eq__", [](const SharedMesh& a, const SharedMesh& b) { return *a == *b; },
          py::is_operator());
}

}  // namespace pliant::python

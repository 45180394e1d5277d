#include <pliant/error.h>
#include <pliant/topology.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/io/format.h"
#include "mesh/io/scanner.h"
#include "mesh/io/stamps.h"
#include "mesh/surface_look.h"

// Reading and writing a format, wherever the bytes are; those on a disk are for mesh_files.cpp.

namespace pliant {

namespace io {

std::string_view Files::get(std::string_view extension, const std::string& cure) {
  const auto bytes = find(extension);
  if (!bytes) throw InputError(name(extension), 0, "no such file", cure);
  return *bytes;
}

std::optional<std::string_view> Files::beside(const std::string& given, Notes& notes) {
  std::string spelt = given;
  std::ranges::replace(spelt, '\\', '/');
  const std::filesystem::path path = std::filesystem::path(spelt).lexically_normal();
  const auto note = [&](std::string_view why) {
    notes.push_back(text(name(), ": ", why, ": '", shown(given), "'"));
    return std::nullopt;
  };
  const bool drive = spelt.size() > 1 && spelt[1] == ':';
  if (path.empty() || path.is_absolute() || drive || *path.begin() == "..")
    return note("names a file outside of its folder, which is not read");
  try {
    if (const auto bytes = find_beside(path.string())) return bytes;
  } catch (const InputError&) {
  }
  return note("a file that it names is not there");
}

std::string Files::name(std::string_view extension) const {
  const bool spelt = extension == extension_ && !spelling_.empty();
  return stem_ + (spelt ? spelling_ : std::string(extension));
}

std::optional<std::string_view> MemoryFiles::find(std::string_view extension) {
  const auto it = files_.find(std::string(extension));
  if (it == files_.end()) return std::nullopt;
  return it->second;
}

std::optional<std::string_view> MemoryFiles::find_beside(const std::string& path) {
  const auto bytes = find(path);
  return bytes || !path.starts_with(stem()) ? bytes : find(path.substr(stem().size()));
}

namespace {

template <std::size_t N>
void check_cells(const Mesh& mesh, const Cells<N>& cells, const std::string& file,
                 std::string_view what) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (Index v : cells[i])
      if (v >= mesh.vertices.size())
        throw InputError(
            file, 0,
            text(what, ' ', i, " uses vertex ", v, ", but there are ", mesh.vertices.size()),
            "the file is damaged");
}

template <std::size_t N>
void keep(Cells<N>& cells, bool held, bool regions_held, std::string_view what,
          std::string_view format, Notes& notes) {
  if (!held && !cells.empty()) {
    notes.push_back(text(cells.size(), ' ', what, " left out: ", format, " cannot hold them"));
    cells = {};
  }
  if (!regions_held && !cells.regions.empty()) {
    notes.push_back(
        text("region labels of the ", what, " left out: ", format, " cannot hold them"));
    cells.regions.clear();
  }
}

bool fits(const Mesh& mesh, const Holds& holds) {
  const auto cells_fit = [&](const auto& cells, bool held) {
    return (held || cells.empty()) && (holds.regions || cells.regions.empty());
  };
  return cells_fit(mesh.lines, holds.lines) && cells_fit(mesh.triangles, holds.triangles) &&
         cells_fit(mesh.tetrahedra, holds.tetrahedra) &&
         cells_fit(mesh.hexahedra, holds.hexahedra) && (holds.groups || mesh.groups.empty()) &&
         (holds.voronoi || !mesh.voronoi) && (holds.appearance || !mesh.appearance) &&
         appearance_fits(mesh);
}

}  // namespace

Mesh read(const Format& format, Files& files, Notes& notes) {
  if (format.together) check_stamps(format, files);
  Mesh mesh = format.read(files, notes);
  const std::string file = files.name();
  check_cells(mesh, mesh.lines, file, "line");
  check_cells(mesh, mesh.triangles, file, "triangle");
  check_cells(mesh, mesh.tetrahedra, file, "tetrahedron");
  check_cells(mesh, mesh.hexahedra, file, "hexahedron");
  for (auto& [name, group] : mesh.groups) {
    std::ranges::sort(group);
    group.erase(std::unique(group.begin(), group.end()), group.end());
    if (!group.empty() && group.back() >= mesh.vertices.size())
      throw InputError(file, 0, text("group '", name, "' names vertex ", group.back()),
                       "the file is damaged");
  }
  if (!appearance_fits(mesh))
    throw InputError(file, 0, "its texture coordinates, normals or materials do not fit",
                     "the file is damaged");
  tidy_appearance(mesh);
  if (mesh.vertices.empty())
    throw InputError(file, 0, "the file has no vertices", "check that it is a mesh");
  return mesh;
}

namespace {

bool has_cells(const Mesh& mesh) {
  return !mesh.lines.empty() || !mesh.triangles.empty() || !mesh.tetrahedra.empty() ||
         !mesh.hexahedra.empty();
}

// The outside of a body, for formats that hold surfaces only.
Mesh boundary_of(const Mesh& body) {
  const std::span<const Tetrahedron> cells(body.tetrahedra.cells);
  Mesh surface;
  surface.triangles.cells = boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, body.vertices.size())));
  std::vector<Index> number(body.vertices.size(), no_index);
  for (auto& triangle : surface.triangles.cells)
    for (Index& v : triangle) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(surface.vertices.size());
        surface.vertices.push_back(body.vertices[v]);
      }
      v = number[v];
    }
  return surface;
}

Mesh held_part(Mesh part, const Format& format, Notes& notes) {
  const Holds& holds = format.holds;
  keep(part.lines, holds.lines, holds.regions, "lines", format.name, notes);
  keep(part.triangles, holds.triangles, holds.regions, "triangles", format.name, notes);
  keep(part.tetrahedra, holds.tetrahedra, holds.regions, "tetrahedra", format.name, notes);
  keep(part.hexahedra, holds.hexahedra, holds.regions, "hexahedra", format.name, notes);
  if (!holds.groups && !part.groups.empty()) {
    notes.push_back(text(plural(part.groups.size(), "group", "groups"), " left out: ", format.name,
                         " cannot hold them"));
    part.groups.clear();
  }
  if (!holds.voronoi && part.voronoi) {
    notes.push_back(text("Voronoi diagram left out: ", format.name, " cannot hold it"));
    part.voronoi.reset();
  }
  if (part.appearance && !(holds.appearance && holds.triangles && appearance_fits(part))) {
    if (holds.triangles)
      notes.push_back(text("texture coordinates, normals and materials left out: ", format.name,
                           " cannot hold them"));
    part.appearance.reset();
  }
  return part;
}

void check_options(const Format& format, const WriteOptions& options, Notes& notes) {
  if (options.binary && !format.binary)
    notes.push_back(text(format.name, " has no binary form of its own; the option is not used"));
  if (options.version.empty() ||
      std::ranges::find(format.versions, options.version) != format.versions.end())
    return;
  std::string known;
  for (std::string_view version : format.versions)
    known += text(known.empty() ? "" : " or ", version);
  throw InputError("", 0, text(format.name, " cannot be written as version ", options.version),
                   known.empty() ? "leave the version away" : "use " + known);
}

FileMap written(const Format& format, const Mesh& mesh, const std::string& extension,
                const WriteOptions& options, Notes& notes) {
  if (fits(mesh, format.holds)) return format.write(mesh, extension, options);
  const Holds& holds = format.holds;
  if (!mesh.tetrahedra.empty() && !holds.tetrahedra && holds.triangles && mesh.triangles.empty()) {
    const Mesh surface = boundary_of(mesh);
    if (!surface.triangles.empty()) {
      notes.push_back(text(format.name, " cannot hold tetrahedra: wrote the surface of the body"));
      return format.write(surface, extension, options);
    }
  }
  const Mesh part = held_part(mesh, format, notes);
  if (has_cells(mesh) && !has_cells(part))
    throw InputError("", 0, text(format.name, " can hold none of the mesh's cells"),
                     "use another format, such as .vtu");
  return format.write(part, extension, options);
}

}  // namespace

FileMap write(const Format& format, const Mesh& mesh, const std::string& extension,
              const WriteOptions& options, Notes& notes) {
  check_options(format, options, notes);
  FileMap files = written(format, mesh, extension, options, notes);
  if (format.together) stamp(files);
  return files;
}

}  // namespace io

}  // namespace pliant

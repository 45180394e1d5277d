#include "mesh/check/findings.h"

#include <pliant/error.h>

#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "mesh/cells.h"

namespace pliant {

namespace {

template <std::size_t N>
void require_valid(const Cells<N>& cells, std::size_t vertices, std::string_view kind) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (Index v : cells[i])
      if (v >= vertices)
        throw InputError("", 0,
                         text(kind, ' ', i, " names vertex ", v, " of a mesh with ",
                              plural(vertices, "vertex", "vertices")),
                         "numbers start at 0 and end below the number of vertices");
  if (!cells.regions.empty() && cells.regions.size() != cells.size())
    throw InputError("", 0,
                     text(plural(cells.regions.size(), "region label", "region labels"), " for ",
                          cells.size(), " cells of kind ", kind),
                     "give each one a label, or none");
}

}  // namespace

std::string point_text(const Vec3d& p) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "(%.6g, %.6g, %.6g)", p.x + 0.0, p.y + 0.0, p.z + 0.0);
  return buffer;
}

std::string edge_text(const Mesh& mesh, const Line& edge) {
  return text("edge ", edge[0], '-', edge[1], " at ", point_text(middle(mesh, edge)));
}

std::string face_text(const Mesh& mesh, Index face) {
  return text("face ", face, " at ", point_text(middle(mesh, mesh.triangles[face])));
}

std::string vertex_text(const Mesh& mesh, Index vertex) {
  return text("vertex ", vertex, " at ", point_text(mesh.vertices[vertex]));
}

std::string tetrahedron_text(const Mesh& mesh, Index tetrahedron) {
  return text("tetrahedron ", tetrahedron, " at ",
              point_text(middle(mesh, mesh.tetrahedra[tetrahedron])));
}

void require_valid_indices(const Mesh& mesh) {
  const std::size_t vertices = mesh.vertices.size();
  require_valid(mesh.lines, vertices, "line");
  require_valid(mesh.triangles, vertices, "triangle");
  require_valid(mesh.tetrahedra, vertices, "tetrahedron");
  require_valid(mesh.hexahedra, vertices, "hexahedron");
  for (const auto& [name, members] : mesh.groups)
    for (Index v : members)
      if (v >= vertices)
        throw InputError("", 0,
                         text("group '", name, "' names vertex ", v, " of a mesh with ",
                              plural(vertices, "vertex", "vertices")),
                         "numbers start at 0 and end below the number of vertices");
}

Finding orphan_vertices(const Mesh& mesh, const std::vector<char>& used) {
  Finding finding{.name = "orphan vertices",
                  .meaning = "vertices that no cell uses",
                  .cure = "repair removes them"};
  for (Index v = 0; v < used.size(); ++v)
    if (!used[v]) add_place(finding, [&] { return vertex_text(mesh, v); });
  return finding;
}

Finding non_finite_vertices(const Mesh& mesh) {
  Finding finding{
      .name = "non-finite vertices",
      .meaning =
          "vertices with a coordinate that is infinite, not a number, or too large to compute with "
          "(above 1e150)",
      .cure = "mend the program that wrote them or choose a larger unit; repair drops their cells"};
  for (Index v = 0; v < mesh.vertices.size(); ++v)
    if (!is_computable(mesh.vertices[v])) add_place(finding, [&] { return vertex_text(mesh, v); });
  return finding;
}

Finding coinciding_vertices(const Mesh& mesh, const std::vector<Index>& place) {
  Finding finding{.name = "coinciding vertices",
                  .meaning = "vertices less than 1e-9 of the object's size from an earlier one",
                  .is_error = false,
                  .cure = "repair welds them where that closes a gap"};
  for (Index v = 0; v < place.size(); ++v)
    if (place[v] != v)
      add_place(finding, [&] {
        return text("vertices ", place[v], " and ", v, " at ", point_text(mesh.vertices[v]));
      });
  return finding;
}

Finding separate_parts(const std::vector<Index>& parts, std::string_view cell) {
  Finding finding{.name = "separate parts",
                  .meaning = "pieces beyond the first that nothing joins to it",
                  .is_error = false,
                  .cure = "none is needed where several bodies are meant"};
  bool first = true;
  for (Index c = 0; c < parts.size(); ++c) {
    if (parts[c] != c) continue;
    if (!first) add_place(finding, [&] { return text("the part with ", cell, ' ', c); });
    first = false;
  }
  return finding;
}

Finding zero_area_faces(const Mesh& mesh, const Points& points) {
  Finding finding{.name = "zero-area faces",
                  .meaning = "faces with twice the area below 1e-9 of their longest edge squared",
                  .cure = "repair drops them"};
  for (Index f = 0; f < mesh.triangles.size(); ++f) {
    const Triangle& t = mesh.triangles[f];
    const bool sane = points.sane[t[0]] && points.sane[t[1]] && points.sane[t[2]];
    if (repeats_vertex(t) || (sane && is_flat(points.at[t[0]], points.at[t[1]], points.at[t[2]])))
      add_place(finding, [&] { return face_text(mesh, f); });
  }
  return finding;
}

Finding double_faces(const std::vector<Index>& first) {
  Finding finding{.name = "double faces",
                  .meaning = "faces with the same vertices as an earlier one",
                  .cure = "repair keeps the first"};
  for (Index f = 0; f < first.size(); ++f)
    if (first[f] != f) add_place(finding, [&] { return text("faces ", first[f], " and ", f); });
  return finding;
}

Finding no_cells(std::string_view what) {
  return {.name = text("no ", what),
          .meaning = text("a mesh without ", what, " has nothing to check"),
          .count = 1,
          .places = {"the whole mesh"},
          .cure = "see whether the file is the right one"};
}

}  // namespace pliant

#include <pliant/check.h>
#include <pliant/error.h>
#include <pliant/voronoi.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/cells.h"
#include "mesh/check/findings.h"

namespace pliant {

bool CheckReport::sound() const {
  return std::ranges::none_of(findings, [](const Finding& f) { return f.is_error && f.count > 0; });
}

const Finding* CheckReport::find(std::string_view name) const {
  const auto found = std::ranges::find(findings, name, &Finding::name);
  return found == findings.end() ? nullptr : &*found;
}

namespace {

// Doubles and repeated vertices of lines or hexahedra. A hexahedron that repeats a vertex is a
// common way to write a wedge, a line that does has no length.
template <std::size_t N>
void check_plain_cells(const Cells<N>& cells, std::string_view one, std::string_view many,
                       CheckReport& report) {
  if (cells.empty()) return;
  Finding doubles{.name = text("double ", many),
                  .meaning = text(many, " with the same vertices as an earlier one"),
                  .cure = "repair keeps the first"};
  Finding repeated{.name = text(many, " with repeated vertices"),
                   .meaning = text(many, " that name a vertex twice"),
                   .is_error = N == 2,
                   .cure = N == 2 ? "repair drops them" : "none is needed where wedges are meant"};
  const auto first = first_copies<N>(cells.cells);
  for (Index i = 0; i < cells.size(); ++i) {
    if (first[i] != i) add_place(doubles, [&] { return text(one, ' ', i); });
    if (repeats_vertex(cells[i])) add_place(repeated, [&] { return text(one, ' ', i); });
  }
  report.findings.push_back(std::move(doubles));
  report.findings.push_back(std::move(repeated));
}

// A diagram that came with tetrahedra which are sound by themselves.
void check_diagram(const Mesh& mesh, CheckReport& report) {
  if (!mesh.voronoi || mesh.tetrahedra.empty() || !report.sound()) return;
  Finding misfit{.name = "Voronoi diagram misfit",
                 .meaning = "a diagram that cannot be that of the tetrahedra",
                 .cure = "make it anew with 'pliant voronoi'"};
  Finding outside{.name = "stray Voronoi vertices",
                  .meaning =
                      "Voronoi vertices outside the tetrahedra they move with, as the "
                      "circumcentres of ill-shaped ones are",
                  .is_error = false,
                  .cure = "'pliant voronoi' makes a clipped diagram, which has none"};
  try {
    const TetMesh tets(mesh);
    outside.count = outside_vertices(tets.vertices(), stored_voronoi(tets));
  } catch (const InputError& e) {
    add_place(misfit, [&] { return e.problem(); });
  }
  report.findings.push_back(std::move(misfit));
  report.findings.push_back(std::move(outside));
}

CheckReport check_vertices(const Mesh& mesh) {
  require_valid_indices(mesh);
  const auto used = used_vertices(mesh);
  const Points points = scaled_points(mesh.vertices, used);
  CheckReport report;
  if (mesh.lines.empty() && mesh.hexahedra.empty()) report.findings.push_back(no_cells("cells"));
  report.findings.push_back(orphan_vertices(mesh, used));
  report.findings.push_back(
      coinciding_vertices(mesh, coinciding_vertices(points, coincidence * points.size)));
  report.findings.push_back(non_finite_vertices(mesh));
  return report;
}

}  // namespace

CheckReport check(const Mesh& mesh) {
  CheckReport report = !mesh.tetrahedra.empty()  ? check_tetrahedra(mesh)
                       : !mesh.triangles.empty() ? check_surface(mesh)
                                                 : check_vertices(mesh);
  check_plain_cells(mesh.lines, "line", "lines", report);
  check_plain_cells(mesh.hexahedra, "hexahedron", "hexahedra", report);
  check_diagram(mesh, report);
  return report;
}

}  // namespace pliant

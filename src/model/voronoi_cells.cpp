#include "model/voronoi_cells.h"

#include <pliant/error.h>

#include <cmath>

#include "base/text.h"
#include "model/voronoi_relations.h"

namespace pliant {

namespace {

bool is_published(const TetMesh& mesh, const ContinuumOptions& options,
                  const VoronoiDiagram& diagram) {
  if (options.voronoi) return *options.voronoi == VoronoiKind::circumcentre;
  return mesh.mesh().voronoi.has_value() &&
         !(is_clipped(diagram) && outside_vertices(mesh.vertices(), diagram) == 0);
}

}  // namespace

VoronoiCells::VoronoiCells(const TetMesh& mesh, const ContinuumOptions& options)
    : mesh_(mesh),
      diagram_(continuum_diagram(mesh, options)),
      published_(is_published(mesh, options, diagram_)) {}

std::vector<Relations> VoronoiCells::relations(std::span<const Material> materials) const {
  return voronoi_relations(mesh_, diagram_, materials);
}

std::optional<std::vector<double>> VoronoiCells::masses(double density, bool asked_for,
                                                        Notes& notes) const {
  std::vector<double> masses = pyramid_volumes(mesh_.vertices(), diagram_);
  std::size_t without = 0;
  for (std::size_t v = 0; v < masses.size(); ++v) {
    masses[v] *= density;
    without += !mesh_.vertex_tetrahedra()[v].empty() && !(masses[v] > 0) ? 1 : 0;
  }
  if (without == 0) return masses;
  const std::string problem = text(plural(without, "Voronoi cell has", "Voronoi cells have"),
                                   " no volume, since tetrahedra are ill-shaped");
  if (asked_for)
    throw InputError(
        "", 0, problem,
        "take masses = \"lumped\", or voronoi = \"clipped\", whose cells have volumes");
  notes.push_back(problem + ": masses are lumped instead");
  return std::nullopt;
}

void VoronoiCells::tell(double mass_share, bool undamped, Notes& notes) const {
  const std::size_t outside = outside_vertices(mesh_.vertices(), diagram_);
  std::string note = "CPM1 as E06 publishes it: a diagram of circumcentres";
  if (mass_share > 0) note += ", masses of its cells";
  if (mass_share > 0 && std::abs(mass_share - 1) > 0.01)
    note += text(" (together ", std::round(100 * mass_share), " % of the body's)");
  if (undamped) note += ", no damping but what is asked for";
  if (outside > 0)
    note += text("; ", outside, " of ", diagram_.vertices.size(),
                 " Voronoi vertices lie outside their tetrahedra");
  if (outside > 0 || undamped)
    note += "; it can run away, against which voronoi = \"clipped\" and least_damping = 1 help";
  notes.push_back(std::move(note));
}

}  // namespace pliant

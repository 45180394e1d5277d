#include <pliant/error.h>
#include <pliant/mesher.h>
#include <pliant/quality.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/nearest_name.h"
#include "base/text.h"
#include "mesh/hang.h"

namespace pliant {

namespace {

constexpr std::array all_meshers{Mesher::fitted, Mesher::embedding, Mesher::automatic};

FilledSurface caged(const Mesh& surface, const CageOptions& options, Notes* notes) {
  FilledSurface out;
  out.cage = make_cage(surface, options, notes);
  out.mesh = std::move(out.cage->mesh);
  return out;
}

// On average thinner than so many tetrahedra that end at the surface can be: twice the volume over
// the area is a plate's thickness, and twelve tetrahedra make a cube.
bool is_too_thin(const Mesh& surface, std::size_t tetrahedra) {
  if (tetrahedra == 0) return false;
  for (const Triangle& t : surface.triangles.cells)
    if (std::ranges::max(t) >= surface.vertices.size()) return false;  // the mesher refuses it
  const double volume = std::abs(enclosed_volume(surface.vertices, surface.triangles.cells));
  const double cube = std::cbrt(12 * volume / static_cast<double>(tetrahedra));
  return 2 * volume < 0.35 * cube * surface_area(surface.vertices, surface.triangles.cells);
}

// Nothing where a cage holds the surface better.
std::optional<Mesh> fitted_well(const Mesh& surface, const MesherOptions& options, Notes& notes) {
  if (is_too_thin(surface, options.tetrahedra)) return std::nullopt;
  try {
    Mesh mesh = tetrahedralise(surface, options, &notes);
    constexpr std::size_t many_more = 2;
    const bool as_wanted =
        options.tetrahedra == 0 || mesh.tetrahedra.size() < many_more * options.tetrahedra;
    if (as_wanted && lost_vertices(surface, Embedding(surface.vertices, TetMesh(mesh))) == 0)
      return mesh;
  } catch (const InputError&) {  // no lattice point lies inside; what no cage holds is told there
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Mesher mesher) {
  switch (mesher) {
    case Mesher::fitted:
      return "fitted";
    case Mesher::embedding:
      return "embedding";
    case Mesher::automatic:
      return "auto";
  }
  return {};
}

Mesher mesher(std::string_view wanted) {
  std::vector<std::string> names;
  for (const Mesher one : all_meshers) {
    if (name(one) == wanted) return one;
    names.emplace_back(name(one));
  }
  throw InputError("", 0, text("there is no mesher '", wanted.substr(0, 64), "'"),
                   nearest_name(wanted, names));
}

FilledSurface fill_surface(const Mesh& surface, Mesher mesher, const MesherOptions& options,
                           Notes* notes) {
  const CageOptions of_cage{options.edge, options.tetrahedra};
  if (mesher == Mesher::embedding) return caged(surface, of_cage, notes);
  if (mesher == Mesher::fitted) return {tetrahedralise(surface, options, notes)};
  Notes of_fitted;
  if (std::optional<Mesh> mesh = fitted_well(surface, options, of_fitted)) {
    if (notes) notes->insert(notes->end(), of_fitted.begin(), of_fitted.end());
    return {std::move(*mesh)};
  }
  FilledSurface out = caged(surface, of_cage, notes);
  if (notes)
    notes->push_back(text(
        "so many tetrahedra that end at the surface would lose thin parts of it: it hangs in a "
        "cage of ",
        out.mesh.tetrahedra.size(), " that reach beyond it"));
  return out;
}

}  // namespace pliant

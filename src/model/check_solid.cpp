#include "model/check_solid.h"

#include <pliant/doubts.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "model/checks.h"

namespace pliant {

void check_solid_options(const SolidOptions& options, const TetMesh& mesh) {
  if (!options.fill.empty()) {
    need(options.fill.size() == mesh.tetrahedra().size(),
         text(options.fill.size(), " numbers tell how full ", mesh.tetrahedra().size(),
              " tetrahedra are"),
         "give one a tetrahedron");
    for (const double fill : options.fill)
      need(fill >= 0 && fill <= 1, text("a tetrahedron is ", fill, " full"),
           "give shares from 0 to 1");
    need(options.masses.value_or(MassDistribution::lumped) == MassDistribution::lumped,
         "only lumped masses are there for partly filled tetrahedra", "take lumped masses");
  }
  for (const auto& [name, value] :
       {std::pair("the largest inverse mass", options.largest_inverse_mass),
        {"'fastest'", options.fastest.value_or(usual_fastest)},
        {"the most damping", options.most_damping},
        {"the least damping", options.least_damping.value_or(0)}})
    need(std::isfinite(value) && value >= 0, text(name, " is ", value),
         "give a number of at least zero");
}

void tell_doubts(std::span<const Material> materials, Notes* notes) {
  if (!notes) return;
  for (std::string& doubt : doubts(materials)) notes->push_back(std::move(doubt));
}

void tell_locking(std::string_view cells, std::span<const Material> materials, Notes* notes) {
  double largest = 0;
  for (const Material& m : materials) largest = std::max(largest, m.poisson);
  if (notes && largest > largest_plain_poisson)
    notes->push_back(text(cells, " with a Poisson's ratio of ", largest,
                          " are too stiff where they bend: each keeps its volume, which patches ",
                          "of tetrahedra of a hyperelastic law do together"));
}

}  // namespace pliant

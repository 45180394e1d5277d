#pragma once

#include <pliant/error.h>
#include <pliant/masses.h>
#include <pliant/stage.h>

#include "base/text.h"

namespace pliant::action {

inline MassDistribution distribution(const std::string& name) {
  return name == "voronoi"          ? MassDistribution::voronoi
         : name == "average_volume" ? MassDistribution::average_volume
                                    : MassDistribution::lumped;
}

inline constexpr const char* poisson_help = "Poisson's ratio; not given: the material's";
inline const Limits poisson_limits{.low = -1, .high = 0.4999, .above = true};
inline constexpr const char* inverse_mass_help =
    "lighter vertices are made heavier, up to this inverse (L13, Table 5.2); 0: none is";

/// What an action with a material by name, moduli or both says of a body; all but `shear`.
template <class Forces>
Material material_of(const Forces& action, const StagedBody& body) {
  Material m;
  const bool by_name = !action.material.empty() || body.material.has_value();
  if (by_name) m = action.material.empty() ? *body.material : material(action.material);
  if (!by_name && action.young == 0)
    throw InputError("", 0, text("body '", body.name, "' has no material"),
                     "give 'material', or 'young' with 'shear' or 'poisson'");
  if (action.shear > 0 && action.poisson)
    throw InputError("", 0, "both 'shear' and 'poisson' are given", "give one of them");
  if (!by_name && action.shear == 0 && !action.poisson)
    throw InputError("", 0, "'young' alone is no material", "give 'shear' or 'poisson', too");
  if (action.young > 0) m.young = action.young;
  if (action.poisson) m.poisson = *action.poisson;
  if (action.damping_time >= 0) m.damping_time = action.damping_time;
  if (body.density > 0) m.density = body.density;
  if (!(m.density > 0))
    throw InputError("", 0, text("body '", body.name, "' has no density"),
                     "give the body a density, or a material by name");
  return m;
}

}  // namespace pliant::action

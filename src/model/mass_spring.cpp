#include <pliant/mass_spring.h>
#include <pliant/quality.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.h"
#include "model/mass_spring_fit.h"
#include "model/mass_spring_sample.h"

namespace pliant {

namespace {

// Larger meshes are fitted by patches: 0.2 s on one core then, whatever their size.
constexpr std::size_t most_fitted = 16'000;
constexpr std::size_t patches = 3;

// Above this ratio volumes are 25 times as stiff as the springs.
constexpr double stiff_poisson = 0.48;

constexpr double poor_fit = 0.1;

// The nearest Poisson's ratio that the terms express, and why it is not the one asked for.
double expressed_poisson(double wanted, bool with_volumes, Notes& notes) {
  if (!with_volumes) {
    if (wanted != least_mass_spring_poisson)
      notes.push_back(text("springs alone answer like a Poisson's ratio of 0.25, not ", wanted,
                           "; add the preservation of volumes to come closer"));
    return least_mass_spring_poisson;
  }
  if (wanted < least_mass_spring_poisson)
    notes.push_back(text("springs with preserved volumes express no Poisson's ratio below 0.25; ",
                         wanted, " became 0.25 (Young's modulus stays)"));
  if (wanted > largest_mass_spring_poisson)
    notes.push_back(text("a Poisson's ratio of ", wanted, " became ", largest_mass_spring_poisson,
                         ": above, preserved volumes allow only tiny time steps"));
  else if (wanted > stiff_poisson)
    notes.push_back(text("a Poisson's ratio of ", wanted,
                         " makes preserved volumes stiff: explicit integrators need small time "
                         "steps; 0.45 is much faster"));
  return std::clamp(wanted, least_mass_spring_poisson, largest_mass_spring_poisson);
}

void note_poor_fit(double error, Notes& notes) {
  if (error <= poor_fit) return;
  const std::string by =
      std::isfinite(error) ? text(" by a factor of up to ", std::round(std::exp(error) * 100) / 100)
                           : std::string();
  notes.push_back(text("springs on this mesh miss the material's moduli", by,
                       ": its tetrahedra are too ill-shaped; mesh it anew with better ones"));
}

}  // namespace

MassSpringConstants mass_spring_constants(const TetMesh& mesh, const Material& material,
                                          Notes* notes, MassSpringTerms terms) {
  check(material);
  const bool with_volumes = terms == MassSpringTerms::springs_and_volumes;
  Notes unheard;
  Notes& heard = notes != nullptr ? *notes : unheard;
  MassSpringConstants constants;
  constants.young = material.young;
  constants.poisson = expressed_poisson(material.poisson, with_volumes, heard);

  const std::optional<TetMesh> sample = sample_patches(mesh, most_fitted, patches);
  const auto [law, error] =
      fit_mass_spring_law(sample ? *sample : mesh, constants.poisson, with_volumes);
  note_poor_fit(error, heard);

  constants.edge = edge_volumes(mesh);
  const auto x = mesh.vertices();
  for (std::size_t e = 0; e < constants.edge.size(); ++e) {
    const auto& [i, j] = mesh.edges()[e];
    constants.edge[e] *= material.young * law.edge_factor(normalised(x[j] - x[i]));
  }
  if (with_volumes) {
    constants.tetrahedron = tetrahedron_volumes(mesh.mesh());
    for (double& k : constants.tetrahedron) k *= material.young * law.volumes;
  }
  return constants;
}

}  // namespace pliant

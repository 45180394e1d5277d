#include <pliant/bodies.h>
#include <pliant/error.h>
#include <pliant/published.h>

#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/actions/materials.h"

namespace pliant::action {

namespace {

constexpr double rubbery_poisson = 0.45;  // beyond, explicit steps become tiny

// E = 2 G (1 + ν). What is nearly incompressible gets 0.45.
double poisson_from(double young, double shear, Notes& notes) {
  const double poisson = young / (2 * shear) - 1;
  if (poisson <= rubbery_poisson) return poisson;
  notes.push_back(text("MassSpringForces: E and G make a Poisson's ratio of ", poisson, "; ",
                       rubbery_poisson, " is taken, which allows larger steps"));
  return rubbery_poisson;
}

}  // namespace

Declaration ClearForces::declare() {
  return Declare<ClearForces>(
      "ClearForces", "forces",
      "Sets all forces to zero, as in E06. Pliant sums forces anew every step, so it does nothing.",
      "sim:addAction(ClearForces())");
}
void ClearForces::prepare(Stage&) const {}

Declaration MassSpringForces::declare() {
  using M = MassSpringForces;
  return Declare<M>("MassSpringForces", "forces",
                    "Springs along the edges and preserved volumes of the tetrahedra, with "
                    "constants fitted to a material.",
                    "sim:addAction(MassSpringForces{material = \"rubber\"})")
      .parameter("young", &M::young, "Pa", "Young's modulus; 0: the material's", not_negative)
      .parameter("shear", &M::shear, "Pa", "shear modulus, instead of Poisson's ratio; 0: not used",
                 not_negative)
      .parameter("material", &M::material, "", "by name; empty: the body's")
      .parameter("poisson", &M::poisson, "", poisson_help, poisson_limits)
      .parameter("damping_time", &M::damping_time, "s",
                 "viscous stress over the rate of elastic stress; below 0: the material's")
      .parameter("terms", &M::terms, "", "springs alone answer like a Poisson's ratio of 0.25",
                 {.choices = {"springs_and_volumes", "springs"}})
      .parameter("masses", &M::masses, "", "how the mass is shared among the vertices",
                 {.choices = {"lumped", "average_volume", "voronoi"}})
      .parameter("fastest", &M::fastest, "",
                 "how many times as fast as the median a vertex may swing before it is softened; "
                 "0: no limit",
                 not_negative)
      .parameter("most_damping", &M::most_damping, "",
                 "share of critical damping that a relation gets at most; 0: no limit",
                 not_negative)
      .parameter("largest_inverse_mass", &M::largest_inverse_mass, "1/kg", inverse_mass_help,
                 not_negative)
      .parameter("body", &M::body, "", body_help);
}

void MassSpringForces::prepare(Stage& stage) const {
  SolidOptions options;
  options.masses = distribution(masses);
  options.terms = terms == "springs" ? MassSpringTerms::springs : options.terms;
  options.fastest = fastest;
  options.most_damping = most_damping;
  options.largest_inverse_mass = largest_inverse_mass;
  for (const std::size_t b : stage.chosen(body, solids_alone)) {
    StagedBody& staged = stage.bodies[b];
    Material m = material_of(*this, staged);
    if (shear > 0) m.poisson = poisson_from(m.young, shear, stage.notes);
    staged.made_of({&m, 1});
    options.fill = staged.fill;
    Body solid = mass_spring_solid(*staged.mesh, m, options, &stage.notes);
    staged.body.masses = std::move(solid.masses);
    for (Relations& set : solid.relations) staged.body.relations.push_back(std::move(set));
  }
}

Declaration MassSpringAsPublished::declare() {
  using M = MassSpringAsPublished;
  return Declare<M>("MassSpringAsPublished", "forces",
                    "Springs and preserved volumes with the forces, constants and masses that L13 "
                    "prints. Constants are those of single edges and tetrahedra: a larger or finer "
                    "mesh makes another body. The body needs 'total_mass'.",
                    "sim:addAction(MassSpringAsPublished{k_distance = 50, k_volume = 20})")
      .parameter("k_distance", &M::k_distance, "N/m", "k_D of (3.7)", not_negative)
      .parameter("k_volume", &M::k_volume, "N/m5", "k_V of (3.8); N/m3 with 'normal_damping'",
                 not_negative)
      .parameter("distance_damping", &M::distance_damping, "N s/m", "of springs, (3.10)",
                 not_negative)
      .parameter("volume_damping", &M::volume_damping, "N s/m5",
                 "of volumes, (3.9); N s/m with 'normal_damping'", not_negative)
      .parameter("normal_damping", &M::normal_damping, "",
                 "volumes push and are damped along unit normals, (3.11), which keeps no momentum")
      .parameter("masses", &M::masses, "", "how the mass is shared among the vertices, (3.13)",
                 {.choices = {"average_volume", "lumped", "voronoi"}})
      .parameter("largest_inverse_mass", &M::largest_inverse_mass, "1/kg", inverse_mass_help,
                 not_negative)
      .parameter("body", &M::body, "", body_help);
}

void MassSpringAsPublished::prepare(Stage& stage) const {
  PublishedSolid constants{.largest_inverse_mass = largest_inverse_mass,
                           .distance = k_distance,
                           .distance_damping = distance_damping,
                           .volume = k_volume,
                           .volume_damping = volume_damping,
                           .normal_damping = normal_damping,
                           .masses = distribution(masses)};
  for (const std::size_t b : stage.chosen(body, solids_alone)) {
    StagedBody& staged = stage.bodies[b];
    constants.mass = staged.total_mass > 0 ? staged.total_mass
                     : staged.density > 0  ? staged.density * staged.volume()
                     : staged.material     ? staged.material->density * staged.volume()
                                           : 0;
    if (!(constants.mass > 0))
      throw InputError("", 0, text("body '", staged.name, "' has no mass"),
                       "give the body 'total_mass', in kg");
    Body solid = published_solid(*staged.mesh, constants);
    staged.body.masses = std::move(solid.masses);
    for (Relations& set : solid.relations) staged.body.relations.push_back(std::move(set));
  }
}

}  // namespace pliant::action

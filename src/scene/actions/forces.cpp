#include <pliant/bodies.h>
#include <pliant/error.h>

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
      .parameter("poisson", &M::poisson, "", "Poisson's ratio; 0: the material's",
                 {.low = 0, .high = 0.499})
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
      .parameter("most_damping", &M::most_damping, "", "share of critical damping at most",
                 not_negative)
      .parameter("body", &M::body, "", body_help);
}

void MassSpringForces::prepare(Stage& stage) const {
  SolidOptions options;
  options.masses = distribution(masses);
  options.terms = terms == "springs" ? MassSpringTerms::springs : options.terms;
  options.fastest = fastest;
  options.most_damping = most_damping;
  for (const std::size_t b : stage.chosen(body)) {
    StagedBody& staged = stage.bodies[b];
    Material m = material_of(*this, staged);
    if (shear > 0) m.poisson = poisson_from(m.young, shear, stage.notes);
    Body solid = mass_spring_solid(*staged.mesh, m, options, &stage.notes);
    staged.body.masses = std::move(solid.masses);
    for (Relations& set : solid.relations) staged.body.relations.push_back(std::move(set));
  }
}

}  // namespace pliant::action

#include <pliant/bodies.h>
#include <pliant/error.h>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

constexpr double rubbery_poisson = 0.45;  // beyond, explicit steps become tiny

MassDistribution distribution(const std::string& name) {
  return name == "voronoi"          ? MassDistribution::voronoi
         : name == "average_volume" ? MassDistribution::average_volume
                                    : MassDistribution::lumped;
}

// E = 2 G (1 + ν). What is nearly incompressible gets 0.45.
double poisson_from(double young, double shear, Notes& notes) {
  const double poisson = young / (2 * shear) - 1;
  if (poisson <= rubbery_poisson) return poisson;
  notes.push_back(text("MassSpringForces: E and G make a Poisson's ratio of ", poisson, "; ",
                       rubbery_poisson, " is taken, which allows larger steps"));
  return rubbery_poisson;
}

Material material_of(const MassSpringForces& action, const StagedBody& body, Notes& notes) {
  Material m;
  const bool by_name = !action.material.empty() || body.material.has_value();
  if (by_name) m = action.material.empty() ? *body.material : material(action.material);
  if (!by_name && action.young == 0)
    throw InputError("", 0, text("body '", body.name, "' has no material"),
                     "give 'material', or 'young' with 'shear' or 'poisson'");
  if (!by_name && action.shear == 0 && action.poisson == 0)
    throw InputError("", 0, "'young' alone is no material", "give 'shear' or 'poisson', too");
  if (action.young > 0) m.young = action.young;
  if (action.poisson != 0) m.poisson = action.poisson;
  if (action.shear > 0) m.poisson = poisson_from(m.young, action.shear, notes);
  if (action.damping_time >= 0) m.damping_time = action.damping_time;
  if (body.density > 0) m.density = body.density;
  if (!(m.density > 0))
    throw InputError("", 0, text("body '", body.name, "' has no density"),
                     "give the body a density, or a material by name");
  return m;
}

template <class Forces>
Declaration declare_continuum(const char* name, const char* help) {
  return Declare<Forces>(name, "forces", help, text("sim:addAction(", name, "(3e6, 1e6))"))
      .parameter("young", &Forces::young, "Pa", "Young's modulus", positive)
      .parameter("shear", &Forces::shear, "Pa", "shear modulus", positive)
      .parameter("body", &Forces::body, "", body_help);
}

[[noreturn]] void refuse_continuum() {
  throw InputError("", 0, "comes with continuum particles, which this version does not have yet",
                   "use MassSpringForces");
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
    const Material m = material_of(*this, staged, stage.notes);
    Body solid = mass_spring_solid(*staged.mesh, m, options, &stage.notes);
    staged.body.masses = std::move(solid.masses);
    for (Relations& set : solid.relations) staged.body.relations.push_back(std::move(set));
  }
}

Declaration MaterialForces::declare() {
  return declare_continuum<MaterialForces>(
      "MaterialForces",
      "Continuum-mechanics particles on Voronoi faces (E06 chapter 5). Not there "
      "yet: it comes with continuum particles.");
}
void MaterialForces::prepare(Stage&) const {
  refuse_continuum();
}

Declaration MaterialForces2::declare() {
  return declare_continuum<MaterialForces2>(
      "MaterialForces2",
      "Continuum-mechanics particles without a Voronoi diagram (E06 chapter 7). "
      "Not there yet: it comes with continuum particles.");
}
void MaterialForces2::prepare(Stage&) const {
  refuse_continuum();
}

}  // namespace pliant::action

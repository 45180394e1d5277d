#include <pliant/bodies.h>
#include <pliant/quality.h>

#include "scene/actions/list.h"

// Forces of bodies that are no solids.

namespace pliant::action {

namespace {

// What the body was given as a whole, over its area or length.
double density_of(const StagedBody& staged, double given, double extent) {
  return staged.total_mass > 0 ? staged.total_mass / extent : given;
}

void give(Body made, StagedBody& staged) {
  staged.body.masses = std::move(made.masses);
  for (Relations& set : made.relations) staged.body.relations.push_back(std::move(set));
}

}  // namespace

Declaration ClothForces::declare() {
  using C = ClothForces;
  return Declare<C>("ClothForces", "forces",
                    "Cloth: springs along the edges of a sheet of triangles, preserved areas, and "
                    "springs across pairs of triangles against bending.",
                    "sim:addAction(ClothForces{stretching = 100})")
      .parameter("stretching", &C::stretching, "N/m", "force a width for a strain of one", positive)
      .parameter("area", &C::area, "N/m", "the same of areas", not_negative)
      .parameter("bending", &C::bending, "N/m", "of the springs across pairs of triangles",
                 not_negative)
      .parameter("density", &C::density, "kg/m2", "unless the body has 'total_mass'", positive)
      .parameter("damping_time", &C::damping_time, "s",
                 "viscous force over the rate of elastic force", not_negative)
      .parameter("body", &C::body, "", body_help);
}

void ClothForces::prepare(Stage& stage) const {
  constexpr BodyKind kinds[] = {BodyKind::cloth};
  for (const std::size_t b : stage.chosen(body, kinds)) {
    StagedBody& staged = stage.bodies[b];
    const double mass = density_of(staged, density, staged.mesh->surface_area());
    give(cloth(staged.mesh->mesh(), {mass, stretching, area, bending, damping_time}), staged);
  }
}

Declaration ChainForces::declare() {
  using C = ChainForces;
  return Declare<C>("ChainForces", "forces",
                    "Chains, ropes and nets: springs along the lines of a mesh.",
                    "sim:addAction(ChainForces{stretching = 500})")
      .parameter("stretching", &C::stretching, "N", "force for a strain of one", positive)
      .parameter("density", &C::density, "kg/m", "unless the body has 'total_mass'", positive)
      .parameter("damping_time", &C::damping_time, "s",
                 "viscous force over the rate of elastic force", not_negative)
      .parameter("body", &C::body, "", body_help);
}

void ChainForces::prepare(Stage& stage) const {
  constexpr BodyKind kinds[] = {BodyKind::chain};
  for (const std::size_t b : stage.chosen(body, kinds)) {
    StagedBody& staged = stage.bodies[b];
    double metres = 0;
    for (const Line& line : staged.mesh->mesh().lines.cells)
      metres += length(staged.mesh->vertices()[line[1]] - staged.mesh->vertices()[line[0]]);
    const double mass = density_of(staged, density, metres);
    give(rope(staged.mesh->mesh(), {mass, stretching, damping_time}), staged);
  }
}

}  // namespace pliant::action

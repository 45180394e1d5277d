#include "scene/fall.h"

#include <pliant/actions.h>
#include <pliant/solids.h>

namespace pliant {

namespace {

void add_integrator(Integrator integrator, Simulation& scene) {
  switch (integrator) {
#define PLIANT_ADD(name, Type, help) \
  case Integrator::name:             \
    return scene.add(action::Type{});
    PLIANT_INTEGRATORS(PLIANT_ADD)
#undef PLIANT_ADD
  }
}

}  // namespace

Simulation falling(BodySource body, std::shared_ptr<const Action> forces,
                   const FallMotion& motion) {
  Simulation scene;
  scene.add_body(std::move(body));
  scene.add(action::Gravity{motion.gravity});
  scene.add(action::Ground{.friction = motion.friction});
  if (motion.damping > 0) scene.add(action::GlobalDamping{.rate = motion.damping});
  if (motion.strain_limit > 0) scene.add(action::StrainLimit{motion.strain_limit});
  if (motion.integrator) add_integrator(*motion.integrator, scene);
  if (motion.steps != "explicit")
    // What falls turns and swings, which backward Euler would take away in frames.
    scene.add(action::LargeSteps{.method = motion.steps, .integrator = "bdf2"});
  scene.add(std::move(forces));
  return scene;
}

std::shared_ptr<const Action> solid_forces(std::string_view law, const Material* moduli) {
  const SolidLawInfo& info = solid_law(law);
  const ActionType& type = find_action(info.action);
  std::unique_ptr<Action> forces = type.make(type);
  if (&type == &action_type<action::ElasticForces>()) forces->set("law", std::string(info.name));
  if (moduli) {
    forces->set("young", moduli->young);
    forces->set("poisson", moduli->poisson);
  }
  return forces;
}

}  // namespace pliant

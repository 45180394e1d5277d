#include <pliant/error.h>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

struct About {
  Integrator integrator;
  const char *name, *help;
};

constexpr About methods[] = {
    {Integrator::euler, "Euler", "Explicit Euler: needs damping to be stable."},
    {Integrator::midpoint, "Midpoint", "Explicit midpoint: two evaluations of the forces a step."},
    {Integrator::verlet, "Verlet", "Störmer-Verlet: carries displacements instead of velocities."},
    {Integrator::euler_cromer, "EulerCromer",
     "Semi-implicit Euler: taken where a scene has no integrator."},
    {Integrator::leap_frog, "LeapFrog", "Leap-frog: velocities between the positions' times."},
    {Integrator::runge_kutta_4, "RungeKutta4",
     "Runge-Kutta of fourth order: four evaluations of the forces a step."},
};

}  // namespace

template <Integrator method>
Declaration Integration<method>::declare() {
  static_assert(methods[static_cast<std::size_t>(Integrator::euler_cromer)].integrator ==
                Integrator::euler_cromer);
  const About& about = methods[static_cast<std::size_t>(method)];
  return Declare<Integration>(about.name, "integrators", about.help,
                              text("sim:addAction(", about.name, "())"))
      .parameter("body", &Integration::body, "", body_help);
}

template <Integrator method>
void Integration<method>::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) {
    StagedBody& staged = stage.bodies[b];
    if (staged.has_integrator)
      throw InputError("", 0, text("body '", staged.name, "' has an integrator already"),
                       "add one integrator");
    staged.has_integrator = true;
    staged.dynamics.integrator = method;
  }
}

template struct Integration<Integrator::euler>;
template struct Integration<Integrator::midpoint>;
template struct Integration<Integrator::verlet>;
template struct Integration<Integrator::euler_cromer>;
template struct Integration<Integrator::leap_frog>;
template struct Integration<Integrator::runge_kutta_4>;

}  // namespace pliant::action

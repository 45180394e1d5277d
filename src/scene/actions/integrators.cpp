#include <pliant/error.h>

#include "base/text.h"
#include "scene/actions/list.h"

namespace pliant::action {

namespace {

struct About {
  const char *name, *help;
};
#define PLIANT_ABOUT(name, Type, help) {#Type, help},
constexpr About methods[] = {PLIANT_INTEGRATORS(PLIANT_ABOUT)};
#undef PLIANT_ABOUT

}  // namespace

template <Integrator method>
Declaration Integration<method>::declare() {
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

#define PLIANT_TYPE(name, Type, help) &action_type<Type>(),
std::vector<const ActionType*> integrators_as_actions() {
  return {PLIANT_INTEGRATORS(PLIANT_TYPE)};
}
#undef PLIANT_TYPE

#define PLIANT_INSTANCE(name, Type, help) template struct Integration<Integrator::name>;
PLIANT_INTEGRATORS(PLIANT_INSTANCE)
#undef PLIANT_INSTANCE

}  // namespace pliant::action

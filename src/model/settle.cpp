#include <pliant/settle.h>

#include <cmath>

#include "backend/backend.h"
#include "base/text.h"
#include "large_steps/equilibrium.h"
#include "model/checks.h"

namespace pliant {

namespace {

void check_settles(const State& body) {
  const Model& model = body.model();
  const Dynamics& dynamics = body.dynamics();
  need(!model.is_spectral(), "a spectral solid has no equilibrium to be looked for",
       "give it damping and let it come to rest");
  need(model.volume_constraint_count() == 0 && model.compiled().gases.empty(),
       "a body with a volume constraint or a gas cannot settle",
       "leave these out, or give it damping and let it come to rest");
  for (const Obstacle& o : dynamics.obstacles)
    need(o.response != Response::contact, "an obstacle is met by contact alone",
         "give it another response");
  bool held = !dynamics.pulls.empty() || !dynamics.obstacles.empty() || dynamics.gravity == Vec3d{};
  for (const Vec3d& freedom : body.freedoms())
    held = held || freedom.x == 0 || freedom.y == 0 || freedom.z == 0;
  need(held, "nothing holds the body against its weight",
       "pin some of its vertices, give it something to stand on, or leave gravity out");
}

}  // namespace

Settled settle(const Model& model, State& state, const SettleOptions& options) {
  need(model == state.model(), "the state is of another model",
       "settle a state with the model it was made from");
  need(options.tolerance > 0 && options.tolerance < 1, text("the tolerance is ", options.tolerance),
       "give a number above zero and below 1");
  need(options.iterations > 0, text("there are ", options.iterations, " iterations"),
       "give a number above zero");
  need(!state.contact(), "bodies that touch cannot settle", "leave the contact out");
  Settled all{.converged = true};
  for (std::size_t b = 0; b < state.body_count(); ++b) check_settles(state.body(b));
  for (std::size_t b = 0; b < state.body_count(); ++b) {
    State& body = state.body(b);
    backend::CompiledState& compiled = body.compiled();
    Settled found = large_steps::settle(compiled, options);
    found.body = b;
    body.set_positions(body.positions());  // others are told that it was changed
    all.iterations += found.iterations;
    all.load_steps = std::max(all.load_steps, found.load_steps);
    all.products += found.products;
    if (b > 0 && (!all.converged || (found.converged && found.residual <= all.residual))) continue;
    all.residual = found.residual;
    all.converged = found.converged;
    all.worst = found.worst;
    all.body = b;
  }
  return all;
}

}  // namespace pliant

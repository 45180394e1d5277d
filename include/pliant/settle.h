#pragma once

#include <pliant/model.h>

namespace pliant {

/// How the equilibrium is looked for.
struct SettleOptions {
  double tolerance = 1e-8;  ///< what is left of the forces, over those that act; above zero
  int iterations = 1000;    ///< of Newton's method, in all
};

struct Settled {
  int iterations = 0;         ///< of Newton's method
  int load_steps = 0;         ///< 1: all loads at once did
  std::int64_t products = 0;  ///< with the stiffness
  double residual = 0;        ///< what is left of the forces, over those that act
  bool converged = false;     ///< to the tolerance, or to the rounding of the model's precision
  Index worst = 0;            ///< the vertex with the largest force left
  std::size_t body = 0;       ///< of a world: the one that all this is of, the worst
};

/// Leads a state to the equilibrium under its gravity, pulls, obstacles and loads, with what is
/// pinned or driven where it is: the minimum of all energies that is downhill from where it is now.
/// Velocities are zero then, the time is the same. First all loads act at once. Where Newton's
/// method does not come to an end so, as where a body buckles, it gets inertia that falls from step
/// to step, so that each is small. Bodies of a world settle each by itself. InputError for a
/// spectral solid, for bodies that touch, and where nothing holds a body against its weight.
Settled settle(const Model& model, State& state, const SettleOptions& options = {});

}  // namespace pliant

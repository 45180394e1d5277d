#pragma once

#include <pliant/model.h>

// Where the damping of relations acts. Within a step it is explicit, and what damps the fastest
// motions beyond critical makes the stable step as much shorter. A material's damping grows with
// the square of the frequency, so on a fine mesh that is the rule. Then steps go without it, and
// every few of them a pass of its own slows the velocities down (integrators/chebyshev.h), which
// costs about as much as the steps.

namespace pliant {

struct DampingPlan {
  std::int64_t every = 0;  ///< steps from pass to pass; 0: damping is part of the steps
  int stages = 0;          ///< of a pass

  /// The pass is in the middle of its steps.
  std::int64_t until_next(std::int64_t steps) const {
    const std::int64_t since = (steps + every - every / 2) % every;
    return every - since;
  }
  bool is_due(std::int64_t steps) const { return every > 0 && until_next(steps) == every; }
  bool operator==(const DampingPlan&) const = default;
};

/// For dynamics with a time step; of a state with the relations it has now.
DampingPlan damping_plan(const Model& model, const Dynamics& dynamics);
DampingPlan damping_plan(const State& state, const Dynamics& dynamics);

}  // namespace pliant

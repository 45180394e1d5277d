#pragma once

#include <pliant/model.h>

#include "math/real.h"

// Thresholds of dynamic selection, from a body and in steps.
//
// `automatic` watches places. A node that goes farther than a tolerance from where it was last
// noted, its *anchor*, is noted there anew and wakes its neighbours: they were in balance with it
// where it was, so that what they are out of balance by is their stiffness times how far it went.
// They hold it back, and would themselves move farther if they were let go, as many times as there
// are nodes between them and where the body is held; so this tolerance is that part of the one
// wanted. The farthest it has been from its anchor in t tells what forces and strain rates it can
// have had in the mean: one that begins to move with the acceleration a is a t²/8 away when it is
// looked at after t at the latest, even where it has turned round and come back. So it sleeps once
//   farthest (T / t)² <= tolerance,
// T being as long as the slowest motion of the body takes: what sleeps would have moved by no more
// than the tolerance within T. A body that nothing holds may also drift without any force, and
// sleeps only where that, too, is less than the tolerance in a long time. What only trembles by
// rounding soon fulfils this; what moves along, however slowly, does not.

namespace pliant {

/// `automatic` with numbers in place of zeros.
/// From the model alone and the damping of its dynamics, 1/s, so that it does not matter when.
DynamicSelection resolved(const DynamicSelection& selection, const Model& model, double damping);

/// What a backend needs, in steps and m.
struct SelectionPlan {
  Equilibrium criterion = Equilibrium::automatic;
  double threshold = 0;        // of S07's criteria
  double active_steps = 0;     // S07: a node sleeps no earlier; automatic: T
  double neighbour_steps = 0;  // S07
  double tolerance = 0;        // m: of a node beside others, see above
  double drift_steps = 0;      // automatic: what nothing holds must drift less in so many

  PLIANT_HD bool automatic() const { return criterion == Equilibrium::automatic; }
  /// Whether a node that was `farthest` from its anchor in so many steps sleeps.
  PLIANT_HD bool is_quiet(double farthest, double steps) const {
    const double ahead = active_steps / steps, drifting = drift_steps / steps;
    return farthest * (ahead > 1 ? ahead * ahead : 1) <= tolerance &&
           farthest * (drifting > 1 ? drifting : 1) <= tolerance;
  }
};
SelectionPlan selection_plan(const DynamicSelection& resolved, const backend::CompiledState& state);

/// Nodes of `automatic` are looked at every so many steps; those beside sleeping ones more often. A
/// wave does not get farther in a step than to the next node, so that as many rings of nodes wake.
inline constexpr std::int64_t steps_between_selections = 32;
inline constexpr std::int64_t steps_between_looks_at_front = 1;
inline constexpr std::int64_t fewest_quiet_steps = 2 * steps_between_selections;

}  // namespace pliant

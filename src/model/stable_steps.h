#pragma once

#include <pliant/model.h>

#include "model/spectrum.h"

namespace pliant {

/// The largest stable steps of an integrator, s.
struct StableSteps {
  double damped;    ///< with the damping of relations in the step
  double undamped;  ///< without

  /// Passes of damping cost about as much as the steps, so a step half as long is worth them.
  static constexpr double worth = 0.5;
  bool splits() const { return damped < worth * undamped; }
  double best() const { return splits() ? undamped : damped; }
};
/// Whether damping may have passes of its own. Not where it does not only slow down: forces of
/// L13 (3.11) do not add up to zero. Nor beside a gas, whose pressure changes with every step.
bool may_split_damping(const Model& model);
StableSteps stable_steps(const Spectrum& spectrum, const Dynamics& dynamics);

/// Of a model, or of a state with the relations and holds it has now, at rest.
Spectrum spectrum_of(const Model& model, std::span<const Pull> pulls = {});
Spectrum spectrum_of(const State& state, std::span<const Pull> pulls = {});

}  // namespace pliant

#pragma once

#include <pliant/run.h>

namespace pliant {

/// A scene with one more probe, the last: how far its bodies with dynamic selection are from the
/// same bodies of which all is simulated. These are computed beside it by a second run of the scene
/// with the same model, drives, obstacles and loads, up to the step at which the probe is sampled;
/// a run that is resumed computes them anew from the start. Where no body has a selection,
/// making a run of it throws InputError. `options` are those of that run.
Simulation compared_with_full(const Simulation& scene, const RunOptions& options);

/// The columns of this probe, in their order.
enum FullComparison : std::size_t {
  largest_difference,  ///< m, of displacements
  mean_difference,     ///< m
  energy_difference,   ///< J, of the total energy; not a number where a law has none
  active_nodes,
  comparison_columns  ///< their number
};

}  // namespace pliant

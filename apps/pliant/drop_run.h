#pragma once

#include <pliant/model.h>

#include <optional>
#include <string>
#include <vector>

#include "drop_output.h"
#include "options.h"
#include "run_body.h"

namespace pliant::app {

/// What its motion is measured by.
struct DroppedBody {
  double volume;                         ///< m³, at rest
  double mass;                           ///< kg
  double size;                           ///< m, the longest side of its box
  std::vector<double> fill{}, insets{};  ///< of a cage, see Cage; empty: it is none
};

/// As of rubber or skin on wood: a body that has landed comes to rest.
inline constexpr double usual_floor_friction = 0.5;
/// s, simulated, after which a drop ends though the body still moves.
inline constexpr double longest_fall = 60;

/// How a dropped body moves: the options of `pliant drop` that say so, and the steps themselves.
struct DropMotion {
  std::string integrator_name;
  /// Simulated; 0: until the body has landed and come to rest, or for `longest_fall`.
  double seconds = 0;
  double time_step = 0;
  double strain_limit = 0, damping = 0;
  std::optional<double> friction{};  ///< of the floor; none: usual_floor_friction

  void declare(Options& app);
  /// Without a time step, over a floor; a misspelt integrator is wrong usage.
  Dynamics dynamics(Integrator usual_integrator, double usual_friction) const;
  /// Gives the dynamics their time step: the option's, else `published` (0: none), else a safe one.
  /// Returns the largest stable step.
  double choose_step(const Model& model, double published, Dynamics& dynamics) const;
  /// `stable` is the largest stable step of small motions; where the step was ours to choose, it is
  /// divided while the body needs that. `mesh` gets the positions of each moment.
  RunOutcome run(const Model& model, State& state, double stable, Mesh& mesh,
                 const DroppedBody& body, const DropOutput& output) const;
  bool until_rest() const { return !(seconds > 0); }
  double most_seconds() const { return until_rest() ? longest_fall : seconds; }

 private:
  std::int64_t step_count(double step) const;
};

}  // namespace pliant::app

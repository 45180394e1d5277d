#pragma once

#include <optional>
#include <string>

#include "options.h"
#include "published_option.h"
#include "scene/fall.h"

namespace pliant::app {

/// s, simulated, after which a drop ends though the body still moves.
inline constexpr double longest_fall = 60;

/// How a dropped body moves: the options of `pliant drop` that say so.
struct DropMotion {
  std::string integrator_name, steps;
  /// Simulated; 0: until the body has landed and come to rest, or for `longest_fall`.
  double seconds = 0;
  double time_step = 0;
  double strain_limit = 0, damping = 0;
  std::optional<double> friction{};  ///< of the floor; none: the usual one

  void declare(Options& app);
  /// A misspelt integrator is wrong usage.
  FallMotion motion(const PublishedOption& published) const;
  /// How long, and in which steps: the option's, else published ones, else safe ones.
  SimulationSettings settings(const PublishedOption& published) const;
  bool until_rest() const { return !(seconds > 0); }
};

}  // namespace pliant::app

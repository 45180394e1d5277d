#pragma once

#include <pliant/diverged.h>
#include <pliant/run.h>

#include <functional>
#include <optional>

namespace pliant::app {

struct Computed {
  double seconds = 0;  ///< that it took
  std::optional<Diverged> diverged;
};

/// Takes the steps of a run until it ends, runs away or a signal comes, in parts of about so many
/// seconds; `after_part` is told how long it has taken so far. In how many parts does not matter to
/// the result.
Computed compute(SceneRun& run, double part_seconds,
                 const std::function<void(double seconds)>& after_part);

}  // namespace pliant::app

#pragma once

#include <pliant/advance.h>
#include <pliant/diverged.h>
#include <pliant/model.h>

#include <optional>
#include <span>

#include "recorder.h"
#include "rest_watch.h"

namespace pliant::app {

struct BodyRunOptions {
  std::int64_t steps = 0;
  double frames_per_second = 30;  ///< moments that are looked at, of simulated time
  double rest_volume = 1;         ///< m³
  /// Of a cage's tetrahedra and vertices, see Cage; empty: it is no cage.
  std::span<const double> fill{}, insets{};
  /// Divides steps that are too long, also when the body has more energy than it began with, which
  /// no fall can give it; null: they stay as they are.
  StepControl* control = nullptr;
  std::optional<RestScale> until_rest{};  ///< ends before the last step where the body rests
};

struct RunOutcome {
  std::int64_t steps = 0;                    ///< whole ones
  double whole_step = 0, shortest_step = 0;  ///< s
  double simulated = 0, computing = 0;       ///< s; computing is the time of the steps alone
  double volume_change = 0, largest_volume_change = 0;  ///< over the volume at rest; signed
  std::size_t inverted = 0;                             ///< tetrahedra, at the end
  double lowest = 0;                                    ///< m
  State::Energy start, end;
  int interrupted_by = 0;     ///< a signal, or 0
  bool came_to_rest = false;  ///< which ended it
  std::optional<Diverged> diverged;
  std::optional<double> energy_rose;  ///< s, when that was first seen

  double real_time_ratio() const { return computing > 0 ? simulated / computing : 0; }
};

/// Steps a state and looks at it frame by frame, with a progress bar; stops early when it diverges
/// or on Ctrl-C. What it computes does not depend on the frames. `mesh` gets the positions of each
/// moment.
RunOutcome run_body(const Model& model, State& state, Mesh& mesh, const BodyRunOptions& options,
                    BodyRecorder* recorder);

}  // namespace pliant::app

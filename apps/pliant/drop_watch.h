#pragma once

#include <pliant/diverged.h>
#include <pliant/run.h>

#include <optional>

#include "drop_record.h"

namespace pliant::app {

/// What came of it.
struct DropOutcome {
  std::int64_t steps = 0;                    ///< whole ones
  double whole_step = 0, shortest_step = 0;  ///< s
  double simulated = 0, computing = 0;       ///< s; computing is the time of the steps alone
  double rest_volume = 1;                    ///< m³
  double volume_change = 0, largest_volume_change = 0;  ///< over the volume at rest; signed
  std::size_t inverted = 0;                             ///< tetrahedra, at the end
  double lowest = 0;                                    ///< m
  State::Energy start, end;
  int interrupted_by = 0;     ///< a signal, or 0
  bool came_to_rest = false;  ///< which ended it
  std::optional<Diverged> diverged;
  std::optional<double> energy_rose;  ///< s, when that was first seen
  double looking = 0;                 ///< s that looks and frames took

  double real_time_ratio() const { return computing > 0 ? simulated / computing : 0; }
};

/// Looks at the one body of a scene while it falls and takes its frames. An action of `pliant
/// drop`; scenes do not write it.
struct DropWatch {
  std::shared_ptr<DropOutcome> outcome;
  std::shared_ptr<const BodyMesh> mesh;
  double frames_per_second = 30;         ///< of simulated time
  bool until_rest = false;               ///< ends the run where the body has landed and rests
  std::shared_ptr<DropRecord> record{};  ///< that gets the frames; null: none

  static Declaration declare();
  std::unique_ptr<Work> prepare(Stage& stage) const;
};

/// The body as it is now, without its energy; the outcome is told of it.
Seen look(const RunBody& body, const BodyMesh& mesh, DropOutcome& outcome);

}  // namespace pliant::app

#pragma once

#include <pliant/progress.h>

#include <optional>

#include "cases/cases.h"

namespace pliant::bench {

struct MeasureOptions {
  Backend backend = Backend::cpu;  ///< cpu or cuda
  std::vector<Precision> precisions{Precision::single_precision, Precision::double_precision};
  int threads = 1;              ///< of the runs with many, on the CPU
  double seconds_each = 0.1;    ///< of one measurement, at least
  int rounds = 7;               ///< each measures everyone once
  std::string instruction_set;  ///< empty: the best; of the CPU
  Progress progress = {};
};

/// What dynamic selection makes of a step.
struct SelectionTiming {
  std::size_t active = 0;  ///< nodes
  double selecting = 0;    ///< its own time over that of the physics; 0: not known
};

/// One way to step the body.
struct Timing {
  std::string engine;     ///< "textbook", "pliant", "bullet"
  std::string part = {};  ///< "volume kept", "in one world", "falling", "falling, touching";
                          ///< of a spectral solid "every vertex"
  Precision precision = Precision::single_precision;
  Backend backend = Backend::cpu;
  int threads = 1;                 ///< on the CPU
  double best = 0, median = 0;     ///< s a step, over the rounds
  double ratio = 0;                ///< textbook's best over this one's; 0: not measured
  double added = 0;                ///< to the one before it, over that: median over the turns
  std::size_t bytes_per_step = 0;  ///< that must be moved; 0: not known
  /// Of a case with active shares; `ratio` is then the full step's time over this one's.
  std::optional<SelectionTiming> selection = {};
};

struct Memory {
  Precision precision = Precision::single_precision;
  std::size_t counted = 0;   ///< Model::memory(); 0: not known, as of a batch
  std::size_t resident = 0;  ///< by how much the process grew
};

struct Measured {
  std::string instruction_set;
  double time_step = 0;     ///< s
  double eigenproblem = 0;  ///< s to compute a spectral solid's modes; 0: not measured
  std::vector<Timing> timings;
  std::vector<Memory> memory;  ///< one a precision
};

/// Everyone steps the same body with the same numbers, in turn, round after round, so that what
/// else the machine does meets all alike. One call of step() a measurement.
/// - On the CPU: the textbook loop, pliant on one and on many threads, Bullet where it is there.
/// - Where a case has a surface to keep the volume of: pliant with and without, in short turns.
/// - Where a case is also a world: the batch and the world in turns.
/// - Of a spectral solid: the modes alone, then with every vertex placed, or those of the surface.
/// - Of a case with active shares: see measure_selection.h; of one that touches: measure_contact.h.
/// - On a card: pliant on the card, and the textbook loop where that does not take long.
Measured measure(const Case& which, const MeasureOptions& options);

}  // namespace pliant::bench

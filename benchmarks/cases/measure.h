#pragma once

#include <pliant/progress.h>

#include "cases/cases.h"

namespace pliant::bench {

struct MeasureOptions {
  int threads = 1;              ///< of the runs with many
  double seconds_each = 0.1;    ///< of one measurement, at least
  int rounds = 7;               ///< each measures everyone once
  std::string instruction_set;  ///< empty: the best
  Progress progress = {};
};

/// One way to step the body.
struct Timing {
  std::string engine;  ///< "textbook", "pliant", "bullet"
  Precision precision = Precision::single_precision;
  int threads = 1;
  double best = 0, median = 0;     ///< s a step, over the rounds
  double ratio = 0;                ///< textbook's best over this one's
  std::size_t bytes_per_step = 0;  ///< that must be moved; 0: not known
};

struct Memory {
  std::size_t counted = 0;   ///< Model::memory()
  std::size_t resident = 0;  ///< by how much the process grew
};

struct Measured {
  std::string instruction_set;
  double time_step = 0;  ///< s
  std::vector<Timing> timings;
  Memory single_precision, double_precision;
};

/// Everyone steps the same body with the same numbers, in turn, round after round, so that what
/// else the machine does meets all alike.
Measured measure(const Case& which, const MeasureOptions& options);

}  // namespace pliant::bench

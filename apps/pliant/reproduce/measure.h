#pragma once

#include <pliant/model.h>

#include <optional>
#include <string>
#include <vector>

#include "reproduce/paper.h"

// What the papers' tables of speed share: the machine, and the time of a step on it.

namespace pliant::app {

std::string processor();

/// The card beside the processor. Backend::automatic measures it where there is one, cpu never;
/// cuda insists on it (InputError).
struct MeasuredCard {
  std::string name;     ///< empty: it is not measured
  std::string why_not;  ///< a whole sentence where it is not
  bool measured() const { return why_not.empty(); }
};
MeasuredCard measured_card(const ReproduceSettings& settings);

/// A card's cell: a dash where it was not measured.
Cell or_nothing(const std::optional<double>& value, Cell (*cell)(double, int), int digits);

/// A body and how it starts to move.
struct Motion {
  Body body;
  Dynamics dynamics;
  std::vector<Vec3d> start = {};  ///< positions; empty: at rest
};
State start_of(const Model& model, const Motion& motion);

struct Patience {
  double seconds = 0.03;  ///< that one call of step() lasts at least
  int rounds = 8;         ///< of which the best counts
};
/// s a step. Every round computes the same steps from the same start, in one call.
double time_of_step(const Model& model, const Motion& motion, const Patience& patience);

struct StepTimes {
  double one_thread = 0, all_threads = 0;  ///< s
  std::optional<double> card = {};
};
StepTimes step_times(const Motion& motion, bool on_card, const Patience& patience);

}  // namespace pliant::app

#pragma once

#include <pliant/model.h>

#include <optional>
#include <string>
#include <vector>

#include "json.h"
#include "reproduce/paper.h"

// What the papers' tables of speed share: the machine, and the time of a step on it.

namespace pliant::app {

/// The card beside the processor. Backend::automatic measures it where there is one, cpu never;
/// cuda insists on it (InputError).
struct MeasuredCard {
  std::string name;     ///< empty: it is not measured
  std::string why_not;  ///< a whole sentence where it is not
  bool measured() const { return why_not.empty(); }
};
MeasuredCard measured_card(const ReproduceSettings& settings);

/// "Pliant 0.1.0 on this processor (2 threads, single precision) and on that card".
std::string measured_on(const MeasuredCard& card);
/// The same for programs.
Json facts_of(const MeasuredCard& card, const ReproduceSettings& settings);

/// A quotient and a cell of a card's time: nothing and a dash where it was not measured.
std::optional<double> by_card(double dividend, const std::optional<double>& time);
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
Patience patience(const ReproduceSettings& settings);
/// "The best of 8 calls, each of as many steps as take 30 ms or more."
std::string told(const Patience& patience);
/// s a step. Every round computes the same steps from the same start, in one call.
double time_of_step(const State& start, const Patience& patience);

struct StepTimes {
  double one_thread = 0, all_threads = 0;  ///< s
  std::optional<double> card = {};
};
StepTimes step_times(const Motion& motion, bool on_card, const Patience& patience);

}  // namespace pliant::app

#pragma once

#include "cases/cases.h"

namespace pliant::bench {

/// A model and states of it that turns of measure_selection() begin from.
class SelectionStates {
 public:
  /// Without a time step the safe one.
  SelectionStates(const Case& which, const ModelOptions& options, double time_step);

  const Model& model() const { return model_; }
  double time_step() const { return full_.dynamics().time_step; }
  const State& full() const { return full_; }      ///< without selection
  const State& awake() const { return awake_; }    ///< as it starts: every node is active
  const State& asleep() const { return asleep_; }  ///< no node is

  /// The nodes to wake so that about this part of all is active, and no more.
  std::vector<Index> ball(double share) const;
  /// Wakes these, of a state that is asleep, for `steps_disturbed`.
  void disturb(State& state, std::span<const Index> nodes) const;
  static constexpr std::int64_t steps_disturbed = 8192;

 private:
  Model model_;
  std::vector<Vec3d> vertices_;
  std::vector<double> masses_;
  double tolerance_;  // m
  State full_, awake_, asleep_;
};

}  // namespace pliant::bench

#pragma once

#include <pliant/model.h>

#include <functional>

#include "large_steps/minimiser.h"

namespace pliant::backend {

/// A state whose descent can be measured.
class MeasuresSweeps {
 public:
  virtual ~MeasuresSweeps() = default;
  /// Sweeps of a problem that begins where the state is.
  virtual std::function<void(int)> sweeps_alone(const large_steps::BodyProblem& problem,
                                                int threads) const = 0;
};

/// Sweeps over the vertices of a state's body in a step of this length (s), on so many threads
/// where the processor makes them: a function of their number, for who measures them alone. It
/// returns when they are done; the state stays as it is.
std::function<void(int sweeps)> sweeps_alone(const State& state, double step, int threads);

}  // namespace pliant::backend

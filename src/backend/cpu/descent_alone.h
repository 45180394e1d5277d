#pragma once

#include <pliant/model.h>

#include <functional>

namespace pliant::cpu {

/// Sweeps over the vertices of a state's body in a step of this length (s), on so many threads: a
/// function of their number, for who measures them alone. The state stays as it is.
std::function<void(int sweeps)> sweeps_alone(const State& state, double step, int threads);

}  // namespace pliant::cpu

#pragma once

#include "large_steps/objective.h"

namespace pliant::large_steps {

struct NewtonSettings {
  int iterations;    // at most
  double tolerance;  // of the forces left over those that act
};

struct NewtonResult {
  int iterations = 0;
  std::int64_t products = 0;
  double residual = 0;        // forces left over those that act
  bool converged = false;     // to the tolerance, or to rounding
  bool finite = true;         // false: nothing that was tried is finite
  Index worst = 0;            // the vertex with the largest force left
  std::vector<double> norms;  // N, what was left before each iteration and at the end
};

/// The minimum of the objective from where its bodies are, by Newton's method: conjugate gradients
/// on the Hessian, solved the better the nearer the minimum is, so that the end is quadratic. Where
/// the Hessian is not definite, ways lead as far as the energy has done so far what was expected of
/// it, and a search along them sees to it that it falls. The bodies are left at the best that was
/// found.
NewtonResult minimise_by_newton(Objective& objective, const NewtonSettings& settings);

}  // namespace pliant::large_steps

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

// Large steps: a step of any length is the minimum of one objective, inertia + elastic energy +
// what else acts, so that stiffness does not limit it. See docs/large-steps.md.

namespace pliant {

/// How the minimum is found. newton: all vertices together, to a tolerance. descent: vertex by
/// vertex, some sweeps over all of them.
enum class Minimiser { newton, descent };

/// What a step of length h aims at; the objective is the same. newmark is the average
/// acceleration.
enum class ImplicitIntegrator { backward_euler, bdf2, newmark };

struct LargeSteps {
  Minimiser method = Minimiser::newton;
  ImplicitIntegrator integrator = ImplicitIntegrator::backward_euler;
  /// Of newton, or sweeps of descent, in a step, at most; 0: as many as is usual for the method.
  int iterations = 0;
  /// What is left of the forces, over those that act; above zero.
  double tolerance = 1e-6;

  bool operator==(const LargeSteps&) const = default;
};

/// s: of a state with large steps where none is given.
inline constexpr double large_step = 1.0 / 60;

/// What large steps took, since the state was made.
struct LargeStepCounts {
  std::int64_t steps = 0;       ///< those that a step was divided into count each
  std::int64_t iterations = 0;  ///< of newton, or sweeps of descent
  std::int64_t products = 0;    ///< with the stiffness
  std::int64_t halved = 0;      ///< times that a step was given up for two of half the length
  std::int64_t unfinished = 0;  ///< steps that ended above the tolerance
  double residual = 0;          ///< at the end of the last step, as the tolerance counts it

  bool operator==(const LargeStepCounts&) const = default;
};

std::string_view name(Minimiser method);
std::string_view name(ImplicitIntegrator integrator);
Minimiser minimiser(std::string_view name);                     ///< InputError where there is none
ImplicitIntegrator implicit_integrator(std::string_view name);  ///< likewise
std::span<const Minimiser> minimisers();
std::span<const ImplicitIntegrator> implicit_integrators();

}  // namespace pliant

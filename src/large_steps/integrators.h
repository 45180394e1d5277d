#pragma once

#include "backend/backend.h"

// The implicit integrators. Each is a step of backward Euler of another length from another start:
//
//   x' = z + τ v',   v' = w + τ a(x', v')
//
//                    τ        z                    w
//   backward Euler   h        x                    v
//   BDF2             2 h / 3  (4 x - x₋) / 3       (4 v - v₋) / 3
//   Newmark          h / 2    x + h v / 2          v + h a / 2
//
// x, v and a are those before the step, x₋ and v₋ of a step earlier. Newmark's is the average
// acceleration, β = 1/4 and γ = 1/2. So the objective of a step knows z, w and τ alone. The first
// step of BDF2, and every one that is not as long as the last, is one of backward Euler.

namespace pliant::large_steps {

/// What a step starts from, by vertex.
struct Start {
  double span = 0;           // τ, s
  std::vector<Vec3d> place;  // z, m
  std::vector<Vec3d> speed;  // w, m/s
};

/// Of a step of this length from where the body is.
Start start_of_step(const backend::CompiledState& body, double step);

/// What is kept for the next step, where the last began at these places with these velocities.
void remember_step(backend::CompiledState& body, const Start& start, double step,
                   std::vector<Vec3d> places, std::vector<Vec3d> velocities);

/// m/s², of vertices that are free: all forces over the masses, gravity and damping.
std::vector<Vec3d> accelerations(const backend::CompiledState& body);

}  // namespace pliant::large_steps

#pragma once

#include <pliant/large_steps.h>
#include <pliant/mesh.h>

#include <limits>
#include <span>
#include <vector>

#include "math/mat3.h"

// What a large step is for one body: the minimum over the places x of its vertices of
//
//   c/2 Σ m |x - y|² + E(x) + Σ (g·(x - x₀) + (x - x₀)·B (x - x₀)/2)
//
// m are the masses, E the energy of all relations, and the last sum is over `terms`, which stand
// for contact, pulls and obstacles near the places x₀ where the vertices are as it begins. Gravity,
// damping of all vertices and the integrator are in y and c alone (integrators.h). Relations damp
// with the velocities (x - z)/τ; they, and laws without an energy, count by their forces.

namespace pliant::large_steps {

/// What acts on a vertex besides inertia and relations, about where it is when a minimiser begins.
struct VertexTerm {
  Index vertex;
  Vec3d gradient;      // N: against the force on it
  Sym3<double> block;  // N/m, positive semidefinite
};

struct BodyProblem {
  std::span<const Vec3d> target;                          // y, m, by vertex
  double inertia = 0;                                     // c, 1/s²; 0: an equilibrium is sought
  std::span<const Vec3d> start;                           // z, m, by vertex
  double span = std::numeric_limits<double>::infinity();  // τ, s; infinite: nothing is damped
  std::span<const VertexTerm> terms{};                    // each vertex once, in their order
  /// m: how far a vertex may go from where it is as it begins, by vertex; empty: anywhere.
  std::span<const double> reach{};
  int iterations = 1;  // at most
  double enough = 0;   // N: what the root of the sum of the residual's squares may be at the end
};

/// What CompiledState::descend() did. It begins where the vertices are and leaves them where it
/// ends, with the velocities (x - z)/τ; directions without freedom (CompiledState::freedoms())
/// stay, those that are driven have been put where they are to be. The same bits on any number of
/// threads.
struct Descended {
  int iterations = 0;
  bool good = true;  // false: a place is no longer finite
};

/// What an integrator carries from one large step to the next, and what steps took. Whatever is
/// changed from outside begins anew.
struct Memory {
  double step = 0;                        // s, the last one; 0: begins anew
  std::vector<Vec3d> places, velocities;  // before the last step, where they are kept
  std::vector<Vec3d> accelerations;       // at its end, likewise, m/s²
  Index worst = no_index;                 // the vertex that was farthest from rest in a step that
                                          // failed

  void forget() { *this = {}; }
};

}  // namespace pliant::large_steps

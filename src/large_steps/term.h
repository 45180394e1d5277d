#pragma once

#include <pliant/mesh.h>

#include <memory>
#include <span>
#include <vector>

#include "math/mat3.h"

namespace pliant::large_steps {

/// What moving one of two vertices does to the force on the other, N/m: symmetric, as both ways.
struct TermPair {
  Index first, second;
  Sym3<double> block;
};

/// A part of the objective besides inertia and relations: pulls, obstacles, what touches. Vertices
/// are those of all bodies of the step, one after the other.
class Term {
 public:
  virtual ~Term() = default;
  /// All that is asked from now on is asked of these places, m.
  virtual void move_to(std::span<const Vec3d> places) = 0;
  virtual double energy() const = 0;  ///< J
  /// Whether forces are all that the energy says.
  virtual bool has_energy() const { return true; }
  /// Adds the forces, N: against the gradient of the energy.
  virtual void add_forces(std::span<Vec3d> forces) const = 0;
  /// Adds how forces fall as vertices go along directions; symmetric.
  virtual void add_products(std::span<const Vec3d> directions, std::span<Vec3d> products) const = 0;
  /// Adds the diagonal blocks of the same.
  virtual void add_blocks(std::span<Sym3<double>> blocks) const = 0;
  /// Adds the blocks beside the diagonal, each pair of vertices once or more.
  virtual void add_pairs(std::vector<TermPair>& /*pairs*/) const {}

  /// What is only as stiff as suits the first looks gets stiffer, and what hangs on the places that
  /// are sought is looked at again where they are `found`; false: all is as it shall be. move_to()
  /// comes next.
  virtual bool harden(bool /*found*/) { return false; }

  // Where places are looked for in many moves and nothing may pass through in any of them.
  /// Which part of the way from the places that were kept last to these all may go at once.
  virtual double longest(std::span<const Vec3d> /*to*/) { return 1; }
  /// The places of now are kept. True where what is told of them may be something else then.
  virtual bool keep() { return false; }
  /// Makes `room` (m, by vertex) smaller where a vertex may not go so far from there.
  virtual void limit(std::span<double> /*room*/) const {}
  /// The step is over; not `good`: bodies are where it began.
  virtual void finish(bool /*good*/) {}
};

}  // namespace pliant::large_steps

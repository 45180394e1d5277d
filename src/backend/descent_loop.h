#pragma once

#include <vector>

#include "large_steps/coarse_level.h"
#include "large_steps/minimiser.h"

// Sweeps of descent, what makes them faster, and looks at what they did, for any backend.

namespace pliant::backend {

class CompiledState;

/// The places of the vertices and what belongs to them, wherever they lie. Vectors have a number
/// for each direction of each vertex.
class DescentVectors {
 public:
  virtual ~DescentVectors() = default;
  virtual void sweep(int count, bool with_care) = 0;

  enum class Vector { now, good, start, from, force, force_then };
  static constexpr std::size_t vector_count = 6;
  /// The forces of everything where they are now.
  virtual void find_forces(Vector into) = 0;
  virtual void swap_forces() = 0;
  virtual void copy(Vector which, Vector to) = 0;
  /// Σ f·(now - since) and Σ f·f.
  struct Work {
    double by = 0, square = 0;
  };
  virtual Work work(Vector f, Vector since) = 0;
  /// By vertex.
  virtual std::vector<Vec3d> read(Vector which) const = 0;
  /// A way of the vertices that is gone along from now on; `now` is `begin` and a part of it.
  virtual void set_way(std::vector<Vec3d> way) = 0;
  virtual void go(Vector begin, double part) = 0;

  virtual void forget_mixtures() = 0;
  /// Goes on from a mixture of what came of the last few iterations, of which the last one began at
  /// `start`. False: it stays.
  virtual bool mix() = 0;
  /// Cuts off what is beyond what vertices may reach.
  virtual void keep_in_reach() = 0;
};

/// Sweeps, and mixtures of them that spread what is slow, until the root of the sum of the
/// residual's squares is small `enough` (N), or so many are done. A look after every few of them
/// shows whether the sum became larger; then it goes back, does without the mixture, and at last
/// goes on with care. A coarse level, if there is one, is asked first and between the sweeps.
large_steps::Descended descend(DescentVectors& vectors, int sweeps, double enough,
                               const large_steps::CoarseLevel* coarse);

/// A state is where its descent ended.
void write_descended(CompiledState& state, std::span<const Vec3d> places,
                     const large_steps::BodyProblem& problem);

}  // namespace pliant::backend

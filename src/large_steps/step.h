#pragma once

#include <functional>

#include "large_steps/objective.h"

namespace pliant::large_steps {

/// Terms of the objective that lie between the bodies of a step, such as contact; `parts` are those
/// bodies as a step of `step` seconds begins.
using MakeTerms =
    std::function<std::vector<std::unique_ptr<Term>>(std::span<const Part> parts, double step)>;

/// Bodies that step together, by the settings of the first, which counts for all. A step that does
/// not come to its end (what is left of the forces does not fall to the tolerance, or something is
/// not finite) is given up for two of half the length, as often as most_halvings in a row.
class LargeStep {
 public:
  static constexpr int most_halvings = 8;

  explicit LargeStep(std::vector<backend::CompiledState*> bodies, MakeTerms terms = {})
      : bodies_(std::move(bodies)), make_terms_(std::move(terms)) {}

  /// Takes a step of all. False where the shortest one failed, too: bodies are where they were when
  /// that began. The body that is told in failed() knows which vertex (Memory::worst).
  bool take();
  std::size_t failed() const { return failed_; }

 private:
  struct Before {
    std::vector<Vec3d> places, velocities;
  };
  bool take(double from, double step, int halvings);
  bool attempt(double from, double step);
  bool minimise(Objective& objective);
  bool by_newton(Objective& objective);
  bool by_descent(Objective& objective);
  void blame(const Objective& objective, Index worst);

  std::vector<backend::CompiledState*> bodies_;
  MakeTerms make_terms_;
  std::size_t failed_ = 0;
};

/// So many steps of a body by itself, false as of take().
bool take_steps(backend::CompiledState& body, std::int64_t count);

}  // namespace pliant::large_steps

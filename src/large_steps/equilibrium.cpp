#include "large_steps/equilibrium.h"

#include <cmath>
#include <limits>

#include "large_steps/interrupt.h"
#include "large_steps/newton.h"
#include "large_steps/obstacle_term.h"
#include "large_steps/pull_term.h"

namespace pliant::large_steps {

namespace {

// Iterations in which all loads at once must have done.
constexpr int most_at_once = 400;
// Of one small step.
constexpr int in_step = 25;
// s: what inertia resists for so long, at first, and how that grows and falls.
constexpr double first_span = 1.0 / 60, growth = 4, shrinking = 0.2;
constexpr double longest_span = 1e6, shortest_span = 1e-6;

class Settling {
 public:
  Settling(backend::CompiledState& body, const SettleOptions& options)
      : body_(body), options_(options) {}

  Settled run() {
    std::vector<Vec3d> best;
    body_.read(&best, nullptr);
    if (minimise(0, most_at_once)) return finish();
    place(best);  // what it came to may be far from the equilibrium that is nearest
    double span = first_span;
    while (settled_.iterations < options_.iterations) {
      body_.read(&best, nullptr);
      const int before = settled_.iterations;
      if (!minimise(1 / (span * span), in_step)) {
        place(best);
        span *= shrinking;
        if (span < shortest_span) break;
        continue;
      }
      if (settled_.iterations - before <= in_step / 2) span *= growth;
      if (span <= longest_span) continue;
      body_.read(&best, nullptr);
      if (minimise(0, most_at_once)) break;
      place(best);
      span = first_span;
    }
    return finish();
  }

 private:
  /// With inertia c against moving from where it is; 0: the equilibrium. Whether it converged.
  bool minimise(double inertia, int most) {
    std::vector<Vec3d> x;
    body_.read(&x, nullptr);
    std::vector<std::unique_ptr<Term>> terms;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (ObstacleTerm::has_any(body_.dynamics))
      terms.push_back(std::make_unique<ObstacleTerm>(
          body_,
          ObstacleTerm::Step{body_.time, large_step, 1 / (large_step * large_step), infinite, 0}, x,
          x));
    if (!body_.dynamics.pulls.empty())
      terms.push_back(std::make_unique<PullTerm>(body_.dynamics.pulls, 0, x, infinite));
    std::vector<Part> parts;
    parts.push_back({&body_, x, inertia, x, infinite, body_.dynamics.gravity});
    Objective objective(std::move(parts), std::move(terms));
    (void)objective.move_to(std::move(x));
    const int left = std::max(1, options_.iterations - settled_.iterations);
    const NewtonResult found =
        minimise_by_newton(objective, {std::min(most, left), options_.tolerance});
    settled_.iterations += std::max(1, found.iterations);
    settled_.products += found.products;
    settled_.worst = found.worst;
    ++settled_.load_steps;
    if (inertia == 0) {
      settled_.residual = found.residual;
      settled_.converged = found.converged;
    }
    return found.converged;
  }
  void place(const std::vector<Vec3d>& x) { body_.write(x, std::vector<Vec3d>(x.size())); }

  Settled finish() { return settled_; }

  backend::CompiledState& body_;
  SettleOptions options_;
  Settled settled_;
};

}  // namespace

Settled settle(backend::CompiledState& body, const SettleOptions& options) {
  std::vector<Vec3d> places, velocities;
  body.read(&places, &velocities);
  try {
    return Settling(body, options).run();
  } catch (const Interrupted&) {
    body.write(places, velocities);
    throw;
  }
}

}  // namespace pliant::large_steps

#include "large_steps/equilibrium.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "large_steps/interrupt.h"
#include "large_steps/newton.h"
#include "large_steps/obstacle_term.h"
#include "large_steps/pull_term.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

// Iterations in which all loads at once must have done.
constexpr int most_at_once = 400;
// Of one small step.
constexpr int in_step = 25;
// s: what inertia resists for so long, at first, and how that grows and falls.
constexpr double first_span = 1.0 / 60, growth = 4, shrinking = 0.2;
constexpr double longest_span = 1e6, shortest_span = 1e-6;
// s: of what no vertex is held of. Any place on a floor is as good as another: without inertia
// rounding alone would say where it comes to.
constexpr double longest_span_adrift = 10;
// Of a step on its way there, in which contact with a floor may change, and how well it is solved:
// so much better than what draws it on.
constexpr int in_step_adrift = 80;
constexpr double loosest_adrift = 1e-2, better_adrift = 0.1;

class Settling {
 public:
  Settling(backend::CompiledState& body, const SettleOptions& options)
      : body_(body), options_(options), tolerance_(options.tolerance) {}

  Settled run() {
    std::vector<Vec3d> best;
    body_.read(&best, nullptr);
    began_ = best;
    adrift_ = is_adrift();
    if (adrift_) return come_to_rest();
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
  bool is_adrift() const {
    const auto is_held = [](const Vec3d& free) {
      return free.x == 0 || free.y == 0 || free.z == 0;
    };
    return body_.dynamics.pulls.empty() && std::ranges::none_of(body_.freedoms(), is_held);
  }

  /// In steps that take all speed away, longer and longer ones, until nothing draws it on.
  Settled come_to_rest() {
    double span = first_span;
    tolerance_ = std::max(options_.tolerance, loosest_adrift);
    std::vector<Vec3d> before;
    while (settled_.iterations < options_.iterations && span >= shortest_span) {
      body_.read(&before, nullptr);
      const int iterations = settled_.iterations;
      if (!minimise(1 / (span * span), in_step_adrift)) {
        place(before);
        span *= shrinking;
        continue;
      }
      if (settled_.converged) break;
      tolerance_ =
          std::clamp(better_adrift * settled_.residual, options_.tolerance, loosest_adrift);
      if (settled_.iterations - iterations <= in_step_adrift / 2)
        span = std::min(span * growth, longest_span_adrift);
    }
    return finish();
  }

  /// What is to be smallest, with inertia c against moving from where it is.
  Objective objective(double inertia) const {
    std::vector<Vec3d> x;
    body_.read(&x, nullptr);
    std::vector<std::unique_ptr<Term>> terms;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (ObstacleTerm::has_any(body_.dynamics))
      terms.push_back(std::make_unique<ObstacleTerm>(
          body_,
          ObstacleTerm::Step{body_.time, large_step, 1 / (large_step * large_step), infinite, 0},
          began_, x));
    if (!body_.dynamics.pulls.empty())
      terms.push_back(std::make_unique<PullTerm>(body_.dynamics.pulls, 0, x, infinite));
    std::vector<Part> parts;
    parts.push_back({&body_, x, inertia, x, infinite, body_.dynamics.gravity});
    Objective objective(std::move(parts), std::move(terms));
    (void)objective.move_to(std::move(x));
    return objective;
  }

  /// Whether forces are small enough where it is now, those of inertia left out.
  void look_without_inertia(const Objective& objective, double inertia) {
    std::vector<Vec3d> forces = objective.forces();
    const Part& part = objective.parts()[0];
    const std::span<const double> masses = body_.model.masses();
    const std::vector<Vec3d>& x = objective.places();
    for_vertices(x.size(), [&](std::size_t i) {
      forces[i] -= (part.target[i] - x[i]) * (inertia * masses[i]);
    });
    const double left = norm(forces);
    settled_.residual = left / std::max(objective.scale(), std::numeric_limits<double>::min());
    settled_.converged =
        left <= std::max(options_.tolerance * objective.scale(), objective.rounding());
    settled_.worst = static_cast<Index>(largest(forces));
  }

  /// 0: the equilibrium. Whether it converged.
  bool minimise(double inertia, int most) {
    Objective objective = this->objective(inertia);
    const int left = std::max(1, options_.iterations - settled_.iterations);
    const NewtonResult found = minimise_by_newton(objective, {std::min(most, left), tolerance_});
    settled_.iterations += std::max(1, found.iterations);
    settled_.products += found.products;
    settled_.worst = found.worst;
    ++settled_.load_steps;
    if (inertia == 0) {
      settled_.residual = found.residual;
      settled_.converged = found.converged;
    } else if (adrift_ && found.converged) {
      look_without_inertia(objective, inertia);
    }
    return found.converged;
  }
  void place(const std::vector<Vec3d>& x) { body_.write(x, std::vector<Vec3d>(x.size())); }

  Settled finish() { return settled_; }

  backend::CompiledState& body_;
  SettleOptions options_;
  Settled settled_;
  std::vector<Vec3d> began_;  // m: friction holds there
  bool adrift_ = false;       // no vertex is held
  double tolerance_;          // of the present step
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

#include "large_steps/step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "large_steps/integrators.h"
#include "large_steps/interrupt.h"
#include "large_steps/newton.h"
#include "large_steps/obstacle_term.h"
#include "large_steps/pull_term.h"
#include "large_steps/vectors.h"

namespace pliant::large_steps {

namespace {

constexpr int usual_iterations = 200, usual_sweeps = 40;
// Of descent, between looks at what else acts, which stays as it is in between (where bodies touch,
// a look follows every sweep); and how often that may get harder as it begins.
constexpr int sweeps_with_terms = 4, most_hardenings = 4;
// What may be left of the forces, over those that act, where no more iterations follow.
constexpr double good_enough = 1e-2;

// Driven vertices are at the end of their way from the beginning, with the velocity that brings
// them there.
void lead(const backend::CompiledState& body, double time, double step, Start& start,
          std::vector<Vec3d>& places) {
  if (!body.drives) return;
  const std::vector<backend::PlainPose> poses = body.drives->poses(std::array{time + step});
  for (const backend::Drives::Vertex& driven : body.drives->vertices())
    for (int axis = 0; axis < 3; ++axis) {
      if (!driven.by.along(axis)) continue;
      const backend::PlainPose& pose = poses[driven.by.drive[axis]];
      double& place = places[driven.vertex][axis];
      const double from = place;
      place = pliant::dot(pose.rows[axis], driven.by.place[axis]) + pose.shift[axis];
      start.place[driven.vertex][axis] = place - (place - from) * (start.span / step);
    }
}

// Gravity and the damping of all vertices:
//   m (x - z - τ w) / τ² = f + m g - d m (x - z) / τ
//   c = (1 + d τ) / τ²,   y = z + (τ w + τ² g) / (1 + d τ)
Part part_of(backend::CompiledState& body, const Start& start) {
  const double span = start.span, damped = 1 + body.dynamics.damping * span;
  const Vec3d fall = body.dynamics.gravity * (span * span / damped);
  Part part{&body, start.place, damped / (span * span), start.place, span};
  for_vertices(part.target.size(),
               [&](std::size_t i) { part.target[i] += start.speed[i] * (span / damped) + fall; });
  return part;
}

}  // namespace

bool LargeStep::attempt(double from, double step) {
  std::vector<Before> before(bodies_.size());
  std::vector<Part> parts;
  std::vector<Start> starts;
  std::vector<Vec3d> guess;
  std::vector<std::unique_ptr<Term>> terms;
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    backend::CompiledState& body = *bodies_[b];
    body.read(&before[b].places, &before[b].velocities);
    std::vector<Vec3d> x = before[b].places;
    starts.push_back(start_of_step(body, step));
    lead(body, from, step, starts[b], x);
    const std::size_t first = guess.size();
    guess.insert(guess.end(), x.begin(), x.end());
    parts.push_back(part_of(body, starts[b]));
    if (ObstacleTerm::has_any(body.dynamics))
      terms.push_back(std::make_unique<ObstacleTerm>(
          body, ObstacleTerm::Step{from + step, step, parts[b].inertia, parts[b].span, first},
          before[b].places, parts[b].start));
    if (!body.dynamics.pulls.empty())
      terms.push_back(
          std::make_unique<PullTerm>(body.dynamics.pulls, first, parts[b].start, parts[b].span));
  }
  if (make_terms_)
    for (auto& term : make_terms_(parts, step)) terms.push_back(std::move(term));
  Objective objective(std::move(parts), std::move(terms));
  // What is driven so far that it may pass through something needs a shorter step.
  const bool free = objective.longest(guess) == 1;
  const bool good =
      free && objective.move_to(guess) && ((void)objective.keep(), minimise(objective));
  objective.finish(good);
  if (good) {
    ++bodies_[0]->large_step_counts.steps;
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      remember_step(*bodies_[b], starts[b], step, std::move(before[b].places),
                    std::move(before[b].velocities));
    }
    return true;
  }
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    bodies_[b]->write(before[b].places, before[b].velocities);
  return false;
}

bool LargeStep::minimise(Objective& objective) {
  return bodies_[0]->dynamics.large_steps->method == Minimiser::newton ? by_newton(objective)
                                                                       : by_descent(objective);
}

bool LargeStep::by_newton(Objective& objective) {
  const LargeSteps& settings = *bodies_[0]->dynamics.large_steps;
  const int given = settings.iterations;
  const NewtonResult found =
      minimise_by_newton(objective, {given > 0 ? given : usual_iterations, settings.tolerance});
  LargeStepCounts& counts = bodies_[0]->large_step_counts;
  counts.iterations += found.iterations;
  counts.products += found.products;
  counts.residual = found.residual;
  if (found.converged) return true;
  const bool ran_out = given > 0 && found.iterations == given;
  if (found.finite && (ran_out || found.residual <= good_enough)) {
    ++counts.unfinished;
    return true;
  }
  blame(objective, found.worst);
  return false;
}

// A look at the terms after some sweeps; without them all sweeps at once. Blocks of vertices are
// solved exactly, however stiff a term is: terms become as hard as they shall be at once, and what
// presses is found anew at every look.
bool LargeStep::by_descent(Objective& objective) {
  const LargeSteps& settings = *bodies_[0]->dynamics.large_steps;
  const int most = settings.iterations > 0 ? settings.iterations : usual_sweeps;
  int at_once = most;
  if (objective.has_terms())
    for (int looks = 0; looks < most_hardenings && objective.harden(true); ++looks) {
    }
  std::vector<Vec3d> left = objective.forces();
  const auto is_enough = [&] { return norm(left) <= settings.tolerance * objective.scale(); };
  bool good = true;
  for (int done = 0; good && done < most && !is_enough(); done += at_once) {
    std::vector<double> room;
    if (objective.has_terms()) {
      room = objective.room();
      const bool touches = std::ranges::any_of(room, [](double r) { return std::isfinite(r); });
      if (!touches) room.clear();
      at_once = touches ? 1 : std::min(sweeps_with_terms, most - done);
    }
    stop_if_asked(at_once);
    std::vector<Vec3d> places;
    for (std::size_t p = 0; good && p < bodies_.size(); ++p) {
      const Part& part = objective.parts()[p];
      const std::vector<VertexTerm> terms = objective.vertex_terms(p);
      BodyProblem problem{part.target, part.inertia, part.start, part.span, terms};
      if (!room.empty())
        problem.reach = std::span(room).subspan(objective.first_vertex(p), part.target.size());
      problem.iterations = at_once;
      problem.enough = settings.tolerance * objective.scale();
      const Descended descended = part.body->descend(problem);
      good = descended.good;
      if (p == 0) part.body->large_step_counts.iterations += descended.iterations;
      std::vector<Vec3d> x;
      part.body->read(&x, nullptr);
      places.insert(places.end(), x.begin(), x.end());
    }
    good = good && objective.move_to(std::move(places));
    if (good) (void)objective.keep();
    if (good) (void)objective.harden(true);
    if (good) left = objective.forces();
  }
  const double residual =
      norm(left) / std::max(objective.scale(), std::numeric_limits<double>::min());
  bodies_[0]->large_step_counts.residual = residual;
  if (!is_enough()) ++bodies_[0]->large_step_counts.unfinished;
  if (good && std::isfinite(residual)) return true;
  blame(objective, static_cast<Index>(largest(left)));
  return false;
}

void LargeStep::blame(const Objective& objective, Index worst) {
  for (std::size_t b = 0; b < bodies_.size(); ++b)
    if (worst >= objective.first_vertex(b)) failed_ = b;
  bodies_[failed_]->large_step_memory.worst =
      worst - static_cast<Index>(objective.first_vertex(failed_));
}

bool LargeStep::take(double from, double step, int halvings) {
  if (attempt(from, step)) return true;
  if (halvings == most_halvings) return false;
  ++bodies_[0]->large_step_counts.halved;
  return take(from, 0.5 * step, halvings + 1) && take(from + 0.5 * step, 0.5 * step, halvings + 1);
}

bool LargeStep::take() {
  if (!take(bodies_[0]->time, bodies_[0]->dynamics.time_step, 0)) return false;
  for (backend::CompiledState* body : bodies_) {
    ++body->steps;
    body->time += body->dynamics.time_step;
  }
  return true;
}

bool take_steps(backend::CompiledState& body, std::int64_t count) {
  LargeStep step({&body});
  for (; count > 0; --count)
    if (!step.take()) return false;
  return true;
}

}  // namespace pliant::large_steps

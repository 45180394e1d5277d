#include "cases/selection_states.h"

#include <pliant/box.h>
#include <pliant/stability.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace pliant::bench {

namespace {

// What sleeps after how long (active/plan.h): nodes that only tremble by rounding, 1e-7 of the
// body, after some 1000 steps; those that were pulled about, which go at least a hundredth of the
// tolerance, not within 10 000.
constexpr double slow_steps = 1e5;
constexpr double tolerance_of_spacing = 0.1;
// A node may go as much less as there are others between it and the held side (active/plan.h).
double wanted_tolerance(std::span<const Vec3d> vertices, double of_node) {
  return of_node * (std::cbrt(static_cast<double>(vertices.size())) - 1);
}
// Parts of the tolerance, and of the stiffest pull that steps can follow.
constexpr double pulled_by = 0.25, pull_stiffness = 0.1;
// A card repeats a recorded launch of so many steps, where calls are of that many.
constexpr std::int64_t steps_of_launch = 256;

Dynamics with_step(const Case& which, const Model& model, double time_step) {
  Dynamics out = which.dynamics;
  if (time_step > 0) out.time_step = time_step;
  if (out.time_step <= 0) out.time_step = safe_step(model, out);
  return out;
}

Dynamics with_selection(Dynamics dynamics, double tolerance) {
  dynamics.selection = {.active_time = slow_steps * dynamics.time_step, .tolerance = tolerance};
  return dynamics;
}

// Of a regular grid.
double spacing_of_grid(std::span<const Vec3d> vertices) {
  Box box;
  for (const Vec3d& p : vertices) box.add(p);
  return box.size().y / (std::cbrt(static_cast<double>(vertices.size())) - 1);
}

State fallen_asleep(State state) {
  for (std::int64_t steps = 0; state.active_count() > 0; steps += steps_of_launch) {
    if (static_cast<double>(steps) > slow_steps)
      throw std::runtime_error("the body does not come to rest");
    step(state.model(), state, steps_of_launch);
  }
  return state;
}

std::vector<Index> from_middle_of_top(std::span<const Vec3d> vertices, std::size_t count) {
  Box box;
  for (const Vec3d& p : vertices) box.add(p);
  const Vec3d middle{box.centre().x, box.high.y, box.centre().z};
  std::vector<Index> out(vertices.size());
  std::iota(out.begin(), out.end(), Index(0));
  const auto nearer = [&](Index a, Index b) {
    return squared_length(vertices[a] - middle) < squared_length(vertices[b] - middle);
  };
  std::partial_sort(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(count), out.end(),
                    nearer);
  out.resize(count);
  return out;
}

}  // namespace

SelectionStates::SelectionStates(const Case& which, const ModelOptions& options, double time_step)
    : model_(which.body, options),
      vertices_(which.body.vertices),
      masses_(which.body.masses),
      tolerance_(tolerance_of_spacing * spacing_of_grid(vertices_)),
      full_(model_, with_step(which, model_, time_step)),
      awake_(model_, with_selection(full_.dynamics(), wanted_tolerance(vertices_, tolerance_))),
      asleep_(fallen_asleep(awake_)) {}

std::vector<Index> SelectionStates::ball(double share) const {
  const auto wanted = std::max<std::size_t>(
      static_cast<std::size_t>(share * static_cast<double>(vertices_.size())), 1);
  std::vector<Index> nodes = from_middle_of_top(vertices_, wanted);
  const auto active = [&](std::size_t count) {
    State state = asleep_;
    state.wake(std::span(nodes).first(count));
    step(model_, state, 1);
    return state.active_count();
  };
  if (active(wanted) <= wanted) return nodes;
  std::size_t few = 1, many = wanted;  // a patch of a small body may be more than wanted
  while (many - few > 1) {
    const std::size_t count = few + (many - few) / 2;
    (active(count) <= wanted ? few : many) = count;
  }
  nodes.resize(few);
  return nodes;
}

// They are pulled to and fro by less than the tolerance, so that they wake nobody.
void SelectionStates::disturb(State& state, std::span<const Index> nodes) const {
  const std::vector<Vec3d> places = state.positions();
  const double h = time_step();
  std::vector<Pull> pulls;
  for (const Index v : nodes)
    pulls.push_back({.vertex = v,
                     .target = places[v] - Vec3d{0, pulled_by * tolerance_, 0},
                     .stiffness = pull_stiffness * masses_[v] / (h * h)});
  state.set_pulls(pulls);
  step(model_, state, steps_of_launch);
  state.set_pulls({});
  step(model_, state, steps_of_launch);
}

}  // namespace pliant::bench

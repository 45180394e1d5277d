#include "active/plan.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "backend/backend.h"

namespace pliant {

namespace {

// Parts of the longest side and of the distance of neighbours.
constexpr double tolerance_of_size = 5e-5, tolerance_of_spacing = 0.02;
constexpr double tolerance_of_pixel = 0.25;
// Of the smallest distance between two numbers of the size of the body.
constexpr double least_roundings = 16;
// Of the estimated slowest motion: one end held makes it up to eight times slower.
constexpr double periods = 2;
// s: what nothing holds drifts less than the tolerance in this time, or stays awake.
constexpr double drift_time = 100;

double spacing_of(const backend::CompiledState& state, std::span<const Vec3d> x) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t set = 0; set < state.model.set_count(); ++set) {
    const auto arity = static_cast<std::size_t>(state.model.law(set).arity);
    if (arity < 2) continue;
    const std::vector<Index> vertices = state.model.relation_vertices(set);
    for (std::size_t i = 0; i + 1 < vertices.size(); i += arity, ++count)
      sum += length(x[vertices[i]] - x[vertices[i + 1]]);
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

int longest_axis(const Vec3d& size) {
  int axis = 0;
  for (int i = 1; i < 3; ++i)
    if (size[i] > size[axis]) axis = i;
  return axis;
}

// What only rounding moves stays within it.
double least_tolerance(const Model& model) {
  const Vec3d size = model.compiled().box.size();
  const double rounding = model.precision() == Precision::single_precision
                              ? double(std::numeric_limits<float>::epsilon())
                              : std::numeric_limits<double>::epsilon();
  return least_roundings * rounding * size[longest_axis(size)];
}

// By Rayleigh's quotient of a parabola across the longest side whose sections stay at right angles
// to it: that of a bar that bends, rad/s.
double bending_frequency(const backend::CompiledState& state, std::span<const Vec3d> x, int along,
                         int across) {
  const auto& masses = state.model.compiled().masses;
  double mass = 0;
  Vec3d centre;
  for (std::size_t v = 0; v < x.size(); ++v) {
    mass += masses[v];
    centre += x[v] * masses[v];
  }
  centre *= 1 / mass;
  std::vector<Vec3d> u(x.size());
  Vec3d mean;
  for (std::size_t v = 0; v < x.size(); ++v) {
    const double s = x[v][along] - centre[along], t = x[v][across] - centre[across];
    u[v][across] = s * s;
    u[v][along] = -2 * s * t;
    mean += u[v] * (masses[v] / mass);
  }
  double inertia = 0, stiffness = 0;
  for (std::size_t v = 0; v < u.size(); ++v) inertia += masses[v] * squared_length(u[v] - mean);
  const std::vector<Vec3d> f = state.tangent(u, false);
  for (std::size_t v = 0; v < u.size(); ++v) stiffness -= dot(u[v], f[v]);
  return stiffness > 0 && inertia > 0 ? std::sqrt(stiffness / inertia)
                                      : std::numeric_limits<double>::infinity();
}

// s: what the slowest motion of the body about takes.
double slow_time(const backend::CompiledState& state, double damping) {
  const Box& box = state.model.compiled().box;
  const int axis = longest_axis(box.size());
  std::vector<Vec3d> x;
  state.read(&x, nullptr);
  const double along = state.model.compiled().spectrum(state.model).slow;
  double slowest = along > 0 ? along : std::numeric_limits<double>::infinity();
  for (int across = 0; across < 3; ++across)
    if (across != axis) slowest = std::min(slowest, bending_frequency(state, x, axis, across));
  if (!std::isfinite(slowest)) return 1;
  const double period = 2 * std::numbers::pi / slowest;
  // Where damping makes it creep, by the time that takes: that of the dynamics, or of relations in
  // proportion to their stiffness.
  const Spectrum& spectrum = state.model.compiled().spectrum(state.model);
  const double creep = damping / (slowest * slowest),
               damping_time = spectrum.stiffness > 0 ? spectrum.damping / spectrum.stiffness : 0;
  return std::max({periods * period, creep, damping_time});
}

}  // namespace

DynamicSelection resolved(const DynamicSelection& given, const Model& model, double damping) {
  DynamicSelection out = given;
  if (out.criterion != Equilibrium::automatic) return out;
  const auto rest = model.compiled().make_state(model);
  const backend::CompiledState& state = *rest;
  const Vec3d size = state.model.compiled().box.size();
  const double longest = size[longest_axis(size)];
  if (out.tolerance == 0) {
    out.tolerance = tolerance_of_size * longest;
    std::vector<Vec3d> x;
    state.read(&x, nullptr);
    const double spacing = spacing_of(state, x);
    if (spacing > 0) out.tolerance = std::min(out.tolerance, tolerance_of_spacing * spacing);
    out.tolerance = std::max(out.tolerance, tolerance_of_pixel * out.pixel);
  }
  const bool is_single = state.model.precision() == Precision::single_precision;
  const double rounding =
      is_single ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
  out.tolerance = std::max(out.tolerance, least_roundings * rounding * longest);
  if (out.active_time == 0) out.active_time = slow_time(state, damping);
  return out;
}

namespace {

// How many relations lie between a vertex and the nearest that is held, at most; none: nothing is.
std::optional<double> farthest_from_held(const backend::CompiledState& state) {
  constexpr std::uint32_t far = UINT32_MAX / 2;
  std::vector<std::uint32_t> away(state.pinned.size(), far);
  for (std::size_t v = 0; v < away.size(); ++v)
    if (state.pinned[v]) away[v] = 0;
  if (state.drives)
    for (const auto& driven : state.drives->vertices()) away[driven.vertex] = 0;
  if (std::ranges::find(away, 0u) == away.end()) return std::nullopt;
  for (bool changes = true; changes;) {
    changes = false;
    for (std::size_t set = 0; set < state.model.set_count(); ++set) {
      const auto arity = static_cast<std::size_t>(state.model.law(set).arity);
      const std::vector<Index>& vertices = state.model.compiled().incidence().vertices[set];
      for (std::size_t i = 0; i + arity <= vertices.size(); i += arity) {
        std::uint32_t least = far;
        for (std::size_t k = i; k < i + arity; ++k) least = std::min(least, away[vertices[k]]);
        for (std::size_t k = i; k < i + arity; ++k)
          if (away[vertices[k]] > least + 1) {
            away[vertices[k]] = least + 1;
            changes = true;
          }
      }
    }
  }
  std::uint32_t most = 1;
  for (const std::uint32_t a : away) most = a < far ? std::max(most, a) : most;
  return most;
}

// Which part of the tolerance a node may go before its neighbours wake. They hold it back: where
// what sleeps begins it moves by the strain there times the distance to the next node, and let go
// it would move by that strain times the distance to where the body is held.
double part_beside_sleepers(const backend::CompiledState& state) {
  if (const std::optional<double> rings = farthest_from_held(state)) return 1 / *rings;
  const Vec3d size = state.model.compiled().box.size();
  const double longest = size[longest_axis(size)];
  // At rest, so that it does not matter when.
  const auto rest = state.model.compiled().make_state(state.model);
  std::vector<Vec3d> x;
  rest->read(&x, nullptr);
  const double spacing = spacing_of(*rest, x);
  return spacing > 0 && spacing < longest ? spacing / longest : 1;
}

}  // namespace

SelectionPlan selection_plan(const DynamicSelection& s, const backend::CompiledState& state) {
  const double h = state.dynamics.time_step;
  SelectionPlan plan{.criterion = s.criterion,
                     .threshold = s.threshold,
                     .active_steps = s.active_time / h,
                     .neighbour_steps = s.neighbour_time / h,
                     .tolerance = s.tolerance};
  if (!plan.automatic()) return plan;
  if (!state.has_pins()) plan.drift_steps = drift_time / h;
  plan.tolerance =
      std::max(s.tolerance * part_beside_sleepers(state), least_tolerance(state.model));
  return plan;
}

}  // namespace pliant

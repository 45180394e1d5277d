#include <pliant/threads.h>

#include <algorithm>
#include <optional>

#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent.h"

// Large steps by vertex block descent (descent.h).

namespace pliant::cpu {

namespace {

constexpr std::size_t vertices_of_node = 8, least_nodes = 8, most_nodes = 128;
// Of a body whose products with the stiffness take long.
constexpr std::size_t many_vertices = 10'000, nodes_of_many = 48;

std::size_t wanted_nodes(std::size_t vertices) {
  return std::clamp(vertices / vertices_of_node, least_nodes,
                    vertices > many_vertices ? nodes_of_many : most_nodes);
}

}  // namespace

/// What a state keeps for its next descent. Nothing of it depends on the steps so far.
template <class R>
struct Descender {
  using CoarseLevel = large_steps::CoarseLevel;

  explicit Descender(const CpuModel<R>& model)
      : descent(model.descent_order(), descent_kernels<R>(model.kernels.instruction_set)) {}

  /// Where that takes few products with the stiffness, of the body as it is; else of the model at
  /// rest, turned along with the body, which is kept. Null: the body is too small for one.
  const CoarseLevel* coarse_level(const CpuState<R>& state, const large_steps::BodyProblem& problem,
                                  std::span<const Vec3d> places, std::span<const Vec3d> free) {
    const CpuModel<R>& model = state.compiled();
    if (places.size() < vertices_of_node * least_nodes) return nullptr;
    const double share = 1 / problem.span;
    if (!at_rest || inertia != problem.inertia || damped != share ||
        !std::ranges::equal(freedoms, free)) {
      at_rest.reset();
      inertia = problem.inertia, damped = share;
      freedoms.assign(free.begin(), free.end());
    }
    const auto assemble = [&](CoarseLevel& level, const CpuState<R>& of) {
      level.assemble(problem.inertia, free, [&](std::span<const Vec3d> directions) {
        return of.change_of_forces(directions, share);
      });
    };
    if (!at_rest) {
      at_rest.emplace(places_at_rest(state), model.masses, wanted_nodes(places.size()));
      assembled = false;
    }
    if (at_rest->products() <= static_cast<std::size_t>(problem.iterations)) {
      now.emplace(places, model.masses, wanted_nodes(places.size()));
      assemble(*now, state);
      return &*now;
    }
    if (!assembled) assemble(*at_rest, CpuState<R>(state.model, model));
    assembled = true;
    at_rest->follow(places);
    return &*at_rest;
  }

  static std::vector<Vec3d> places_at_rest(const CpuState<R>& state) {
    std::vector<Vec3d> x;
    CpuState<R>(state.model, state.compiled()).read(&x, nullptr);
    return x;
  }

  Descent<R> descent;
  std::optional<CoarseLevel> at_rest, now;
  bool assembled = false;
  double inertia = 0, damped = 0;
  std::vector<Vec3d> freedoms;
};

template <class R>
large_steps::Descended CpuState<R>::descend(const large_steps::BodyProblem& problem) {
  if (!descender_.value) descender_.value = std::make_shared<Descender<R>>(*compiled_);
  Descent<R>& descent = descender_.value->descent;
  descent.renew(compiled_->layout, fields_.now());
  std::vector<Vec3d> places;
  read(&places, nullptr);
  const std::vector<Vec3d> free = freedoms();
  descent.begin(problem, {compiled_->masses, free, origin_}, places);
  const auto done = descent.minimise(problem.iterations, problem.enough, thread_count(),
                                     descender_.value->coarse_level(*this, problem, places, free));
  places = descent.places();
  std::vector<Vec3d> velocities(places.size());
  for (std::size_t v = 0; v < places.size(); ++v)
    velocities[v] = (places[v] - problem.start[v]) * (1 / problem.span);
  write(places, velocities);
  return {done.sweeps, done.good};
}

template large_steps::Descended CpuState<float>::descend(const large_steps::BodyProblem&);
template large_steps::Descended CpuState<double>::descend(const large_steps::BodyProblem&);

}  // namespace pliant::cpu

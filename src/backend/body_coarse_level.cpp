#include "backend/body_coarse_level.h"

#include <algorithm>

#include "backend/backend.h"

namespace pliant::backend {

namespace {

using large_steps::CoarseLevel;

constexpr std::size_t vertices_of_node = 8, least_nodes = 8, most_nodes = 128;
// Of a body whose products with the stiffness take long.
constexpr std::size_t many_vertices = 10'000, nodes_of_many = 48;

std::size_t wanted_nodes(std::size_t vertices) {
  return std::clamp(vertices / vertices_of_node, least_nodes,
                    vertices > many_vertices ? nodes_of_many : most_nodes);
}

}  // namespace

const CoarseLevel* BodyCoarseLevel::level(const CompiledState& state,
                                          const large_steps::BodyProblem& problem,
                                          std::span<const Vec3d> places,
                                          std::span<const Vec3d> free) {
  const CompiledModel& model = state.model.compiled();
  if (places.size() < vertices_of_node * least_nodes) return nullptr;
  const double share = 1 / problem.span;
  if (!at_rest_ || inertia_ != problem.inertia || damped_ != share ||
      !std::ranges::equal(freedoms_, free)) {
    at_rest_.reset();
    inertia_ = problem.inertia, damped_ = share;
    freedoms_.assign(free.begin(), free.end());
  }
  const auto assemble = [&](CoarseLevel& level, const CompiledState& of) {
    level.assemble(problem.inertia, free, [&](std::span<const Vec3d> directions) {
      return of.change_of_forces(directions, share);
    });
  };
  const auto rest = [&] { return model.make_state(state.model); };
  if (!at_rest_) {
    std::vector<Vec3d> x;
    rest()->read(&x, nullptr);
    at_rest_.emplace(x, model.masses, wanted_nodes(places.size()));
    assembled_ = false;
  }
  if (at_rest_->products() <= static_cast<std::size_t>(problem.iterations)) {
    now_.emplace(places, model.masses, wanted_nodes(places.size()));
    assemble(*now_, state);
    return &*now_;
  }
  if (!assembled_) assemble(*at_rest_, *rest());
  assembled_ = true;
  at_rest_->follow(places);
  return &*at_rest_;
}

}  // namespace pliant::backend

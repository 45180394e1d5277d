#include <pliant/threads.h>

#include <algorithm>

#include "backend/cpu/cpu_state.h"
#include "backend/cpu/descent.h"

// Large steps by vertex block descent (descent.h).

namespace pliant::cpu {

namespace {

// A coarse level is worth its products with the stiffness, about a sweep each, where vertices are
// so much stiffer than inert that many sweeps pass before they hear of each other.
constexpr double stiff = 20;
constexpr int products_a_sweep = 2;
constexpr std::size_t least_nodes = 8, most_nodes = 128, vertices_of_node = 8;

}  // namespace

template <class R>
std::optional<large_steps::CoarseLevel> CpuState<R>::coarse_level(
    const large_steps::BodyProblem& problem, std::span<const Vec3d> places,
    std::span<const Vec3d> freedoms) const {
  if (!(descent_.value->stiffness() > stiff)) return std::nullopt;
  large_steps::CoarseLevel coarse(
      places, std::clamp(places.size() / vertices_of_node, least_nodes, most_nodes));
  if (coarse.products() > static_cast<std::size_t>(products_a_sweep * problem.iterations))
    return std::nullopt;
  coarse.assemble(problem, compiled_->masses, freedoms, [&](std::span<const Vec3d> directions) {
    return change_of_forces(directions, 1 / problem.span);
  });
  return coarse;
}

template <class R>
large_steps::Descended CpuState<R>::descend(const large_steps::BodyProblem& problem) {
  if (!descent_.value)
    descent_.value = std::make_shared<Descent<R>>(
        compiled_->descent_order(), descent_kernels<R>(compiled_->kernels.instruction_set));
  Descent<R>& descent = *descent_.value;
  descent.renew(compiled_->layout, fields_.now());
  std::vector<Vec3d> places;
  read(&places, nullptr);
  const std::vector<Vec3d> free = freedoms();
  descent.begin(problem, {compiled_->masses, free, origin_}, places);
  const auto coarse = coarse_level(problem, places, free);
  const auto done = descent.minimise(problem.iterations, problem.enough, thread_count(),
                                     coarse ? &*coarse : nullptr);
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

#include <algorithm>
#include <numeric>

#include "backend/gpu/gpu_state.h"
#include "backend/layout/relation_reader.h"

// Dynamic selection, see select.h.

namespace pliant::gpu {

// Every node is active again.
template <class R>
void GpuState<R>::selection_changed() {
  copies_.end_selection();
  if (!dynamics.selection) return;
  const DynamicSelection found = resolved(*dynamics.selection, model, dynamics.damping);
  copies_.start_selection(selection_plan(found, *this), kept_awake(), inverse_masses_);
}

// What sums or paths reach in every step.
template <class R>
std::vector<Index> GpuState<R>::kept_awake() const {
  std::vector<Index> out;
  const auto add = [&](std::span<const Triangle> triangles) {
    for (const Triangle& t : triangles) out.insert(out.end(), t.begin(), t.end());
  };
  for (const auto& gas : compiled_->gases) add(gas.triangles);
  for (std::size_t i = 0; i < compiled_->volumes.size(); ++i)
    if (volume_goals[i].active) add(compiled_->volumes[i].surface);
  if (drives)
    for (const Drives::Vertex& driven : drives->vertices()) out.push_back(driven.vertex);
  for (const Pull& pull : dynamics.pulls) out.push_back(pull.vertex);
  return out;
}

template <class R>
void GpuState<R>::volume_goals_changed() {
  copies_.set_volume_goals(volume_goals);
  selection_changed();
}

template <class R>
void GpuState<R>::pulls_changed() {
  copies_.set_pulls(0, dynamics.pulls);
  if (!copies_.selects()) return;
  copies_.keep_awake(kept_awake());
  std::vector<Index> pulled;
  for (const Pull& pull : dynamics.pulls) pulled.push_back(pull.vertex);
  copies_.wake(pulled);
}

template <class R>
std::size_t GpuState<R>::active_count() const {
  const std::vector<NodeState> states = node_states();
  return static_cast<std::size_t>(std::ranges::count(states, NodeState::active));
}

template <class R>
std::vector<NodeState> GpuState<R>::node_states() const {
  return copies_.selects() ? copies_.node_states() : CompiledState::node_states();
}

template <class R>
void GpuState<R>::wake_all() {
  if (!copies_.selects()) return;
  std::vector<Index> all(inverse_masses_.size());
  std::iota(all.begin(), all.end(), Index(0));
  copies_.wake(all);
}

template <class R>
void GpuState<R>::wake_relations(std::size_t set, std::span<const Index> relations) {
  if (!copies_.selects()) return;
  const auto arity = static_cast<std::size_t>(laws()[compiled_->sets[set].law].arity);
  const std::vector<Index> vertices = compiled_->relation_vertices(set);
  std::vector<Index> touched;
  for (const Index relation : relations)
    touched.insert(touched.end(), vertices.begin() + static_cast<std::ptrdiff_t>(relation * arity),
                   vertices.begin() + static_cast<std::ptrdiff_t>((relation + 1) * arity));
  copies_.wake(touched);
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu

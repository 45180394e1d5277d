#include <algorithm>
#include <numeric>

#include "backend/gpu/gpu_state.h"
#include "backend/gpu/rows.h"
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

// --- what has changed since a look, see cpu_state_moved.cpp ---

// Velocities that are behind the positions depend on what else acts on a vertex.
template <class R>
bool GpuState<R>::knows_changes() const {
  return copies_.changes() != nullptr && traits_of(dynamics.integrator).lag == 0;
}

// Each patch is a transfer; of many, one of the whole body costs less.
template <class R>
backend::Moved GpuState<R>::moved_since(const Look& look) const {
  constexpr std::size_t most_transfers = 32;
  backend::Moved moved;
  if (!knows_changes()) return moved;
  const std::vector<Index> patches = copies_.changes()->since(look);
  moved.now = copies_.changes()->look();
  moved.all = patches.size() > most_transfers || patches.size() == compiled_->layout.blocks.size();
  if (moved.all) return moved;
  for (const Index p : patches) {
    const std::vector<Index>& vertices = compiled_->beside().vertices[p];
    moved.vertices.insert(moved.vertices.end(), vertices.begin(), vertices.end());
  }
  return moved;
}

// Vertices of a patch are named one after the other, where they come from moved_since().
template <class R>
void GpuState<R>::read_some(std::span<const Index> vertices, std::vector<Vec3d>* positions,
                            std::vector<Vec3d>* velocities) const {
  if (!knows_changes()) return CompiledState::read_some(vertices, positions, velocities);
  if (positions) positions->clear();
  if (velocities) velocities->clear();
  const Vec3d origin = copies_.origin(0), drift = copies_.moving_origin(0).drift;
  std::optional<std::size_t> patch;
  std::vector<Particle<R>> rows;
  for (const Index v : vertices) {
    const std::size_t p = compiled_->patch_of(v);
    if (patch != p) rows = copies_.rows_of_patch(p);
    patch = p;
    const Particle<R>& particle = rows[row(v) - compiled_->layout.blocks[p].first];
    if (positions) positions->push_back(origin + vector_of(particle.place));
    if (velocities) velocities->push_back(drift + vector_of(particle.move));
  }
}

template <class R>
backend::EnergySums GpuState<R>::renew_sums(bool elastic, backend::EnergyParts& parts) const {
  const Look now = knows_changes() ? copies_.changes()->look() : Look{};
  const bool known = now.state != 0 && parts.moved == now && (!elastic || parts.strained == now);
  parts.computed = known ? 0 : 1;
  if (!known) {
    const backend::EnergySums sums = energy_sums(elastic);
    parts.kinetic = {sums.kinetic};
    parts.moment = {sums.moment};
    parts.moved = now;
    if (!elastic) return sums;
    parts.elastic = {sums.elastic};
    parts.strained = now;
  }
  return {parts.kinetic[0], elastic ? parts.elastic[0] : 0, parts.moment[0]};
}

template class GpuState<float>;
template class GpuState<double>;

}  // namespace pliant::gpu

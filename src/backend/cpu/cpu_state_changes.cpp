#include <algorithm>
#include <utility>

#include "backend/cpu/cpu_state.h"
#include "backend/vertex_rows.h"

// What is done to a state from outside: places, velocities, dynamics, holds. Relations that change
// are in cpu_state_relations.cpp.

namespace pliant::cpu {

template <class R>
void CpuState<R>::write(std::span<const Vec3d> positions, std::span<const Vec3d> velocities) {
  if (const auto origin = backend::origin_for(positions, origin_, near_origin())) origin_ = *origin;
  if (!velocities.empty())
    drift_ =
        has_pins() ? Vec3d{} : backend::drift_for(velocities, time_between_looks(), near_origin());
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3d x = positions[v] - origin_;
    for (int i = 0; i < 3; ++i) row(static_cast<Index>(v))[i] = static_cast<R>(x[i]);
  }
  for (std::size_t v = 0; v < velocities.size(); ++v) {
    R* p = row(static_cast<Index>(v));
    const Vec3d own = pinned[v] ? Vec3d{} : velocities[v] - drift_;  // what is pinned stays
    for (int i = 0; i < 3; ++i) p[i + 4] = static_cast<R>(own[i]);
  }
  first_ = true;
  start_selection();
}

template <class R>
void CpuState<R>::changed() {
  const bool pins = has_pins();
  if (pins && drift_ != Vec3d{}) shift({}, -drift_);
  may_drift_ = !pins;
  first_ = true;
  pulls_changed();
  obstacles_changed();
  selection_changed();
  start_selection();
}

template <class R>
void CpuState<R>::pulls_changed() {
  std::vector<Pull> before = std::exchange(pulled_, merged(dynamics.pulls));
  if (!selected_) return;
  // In the order of the vertices; whoever is pulled otherwise now wakes.
  std::vector<Index> others;
  const auto by_vertex = [](const Pull& a, const Pull& b) { return a.vertex < b.vertex; };
  std::ranges::sort(before, by_vertex);
  std::vector<Pull> now = pulled_;
  std::ranges::sort(now, by_vertex);
  std::size_t i = 0, k = 0;
  while (i < before.size() || k < now.size()) {
    const bool old = k == now.size() || (i < before.size() && before[i].vertex <= now[k].vertex);
    const bool fresh = i == before.size() || (k < now.size() && now[k].vertex <= before[i].vertex);
    if (!(old && fresh && before[i] == now[k]))
      others.push_back(old ? before[i].vertex : now[k].vertex);
    i += old;
    k += fresh;
  }
  wake(others);
}

template <class R>
void CpuState<R>::obstacles_changed() {
  obstacles_ = contact::plain_others(dynamics.obstacles);
  if (!selected_) return;
  for (const contact::PlainObstacle& gone : selected_->watch.change(dynamics.obstacles, time))
    selector().wake_near(contact::seen_from<double>(gone, time - gone.since, {}, {}),
                         near_obstacles());
  selected_->awake.update();
}

template <class R>
void CpuState<R>::holds_changed() {
  const std::vector<double> inverse = inverse_masses();
  for (std::size_t v = 0; v < inverse.size(); ++v)
    row(static_cast<Index>(v))[3] = static_cast<R>(inverse[v]);
  driven_ = drives ? std::make_shared<const DrivenRows>(*drives, compiled_->layout) : nullptr;
  arrays_.driven.clear();  // which rows has changed
  limited_.reset();
  free_surfaces();
  if (selected_) selection_changed();
  start_selection();
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu

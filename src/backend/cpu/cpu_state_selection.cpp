#include <algorithm>
#include <chrono>

#include "backend/cpu/cpu_state.h"

// Dynamic selection on the CPU (active/plan.h): when a state begins it, looks, and what it tells of
// it. Who wakes and sleeps is for a Selector to say.

namespace pliant::cpu {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

}  // namespace

template <class R>
Selector<R> CpuState<R>::selector() {
  return {*selected_, compiled_->layout, arrays_, driven_.get(), steps, origin_};
}

// --- what is selected, and beginning anew ---

template <class R>
void CpuState<R>::selection_changed() {
  if (!dynamics.selection) {
    wake_all();
    selected_.reset();
    return;
  }
  const bool starts = !selected_;
  if (starts) selected_.emplace(Selected<R>{Awake<R>(compiled_->layout, compiled_->cells())});
  Selected<R>& s = *selected_;
  if (starts || s.given != *dynamics.selection || s.damping != dynamics.damping)
    s.resolved = resolved(*dynamics.selection, model, dynamics.damping);
  s.given = *dynamics.selection;
  s.damping = dynamics.damping;
  s.plan = selection_plan(s.resolved, *this);
  if (!starts) return;
  s.watch.start(dynamics.obstacles);
  start_selection();
}

// Every node is active. After anything that changes the whole body.
template <class R>
void CpuState<R>::start_selection() {
  if (!selected_) return;
  const Layout<R>& layout = compiled_->layout;
  Nodes<R>& n = selected_->nodes;
  std::vector<bool> can_wake(layout.rows), always_moves(layout.rows),
      whole_halo(layout.blocks.size());
  n.must_stay.assign(layout.rows, 0);
  n.inverse_masses.assign(layout.rows, R(0));
  const std::vector<double> inverse = inverse_masses();
  for (std::size_t v = 0; v < inverse.size(); ++v) {
    const std::size_t r = layout.row_of_vertex[v];
    n.inverse_masses[r] = row(static_cast<Index>(v))[3] = static_cast<R>(inverse[v]);
    can_wake[r] = inverse[v] > 0;
  }
  if (driven_)
    for (const DrivenRows::Row& driven : driven_->rows) {
      always_moves[driven.row] = true;
      n.must_stay[driven.row] = 1;
    }
  for (const auto& gas : compiled_->gases)
    for (const Triangle& t : gas.triangles)
      for (const Index v : t) n.must_stay[row_number(v)] = 1;
  for (std::size_t i = 0; i < compiled_->volumes.size(); ++i) {
    if (!volume_goals[i].active) continue;
    for (const Triangle& t : compiled_->volumes[i].surface)
      for (const Index v : t) n.must_stay[row_number(v)] = 1;
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
      const ConstrainedSurface::BlockSlots& at = compiled_->constrained_surfaces[i].blocks[b];
      if (at.own < at.own_end || at.halo < at.halo_end) whole_halo[b] = true;
    }
  }
  n.since.assign(layout.rows, steps);
  n.woke_neighbours.assign(layout.rows, long_ago);
  n.anchors.assign(4 * layout.rows, R(0));
  Selector<R> nodes = selector();
  for (const Index r : layout.row_of_vertex) nodes.anchor(r);
  selected_->awake.start(can_wake, always_moves, whole_halo);
  selected_->spheres.assign(layout.blocks.size(), {});
}

template <class R>
void CpuState<R>::wake_all() {
  if (!selected_) return;
  Selector<R> nodes = selector();
  for (const Index r : compiled_->layout.row_of_vertex) nodes.stir_row(r);
  selected_->awake.update();
}

template <class R>
void CpuState<R>::wake(std::span<const Index> vertices) {
  if (!selected_) return;
  Selector<R> nodes = selector();
  for (const Index v : vertices) nodes.stir_row(row_number(v));
  selected_->awake.update();
}

template <class R>
std::size_t CpuState<R>::active_count() const {
  if (!selected_) return CompiledState::active_count();
  std::size_t count = selected_->awake.active_count();
  if (driven_)
    for (const DrivenRows::Row& driven : driven_->rows)
      count += !selected_->awake.is_active(driven.row) && is_led(driven.row);
  return count;
}

// Whether a path moves a row.
template <class R>
bool CpuState<R>::is_led(std::size_t r) const {
  const R* v = arrays_.particles.data() + 8 * r + 4;
  return selected_->nodes.must_stay[r] && (v[0] != R(0) || v[1] != R(0) || v[2] != R(0));
}

template <class R>
std::vector<NodeState> CpuState<R>::node_states() const {
  std::vector<NodeState> out = CompiledState::node_states();
  if (!selected_) return out;
  for (std::size_t v = 0; v < out.size(); ++v) {
    const std::size_t r = row_number(static_cast<Index>(v));
    const Awake<R>& awake = selected_->awake;
    out[v] = awake.is_active(r) || is_led(r) ? NodeState::active
             : awake.is_border(r)            ? NodeState::constraint
                                             : NodeState::inactive;
  }
  return out;
}

template <class R>
SelectionCosts CpuState<R>::selection_costs() const {
  return selected_ ? selected_->costs : SelectionCosts{};
}

// --- between steps ---

template <class R>
bool CpuState<R>::looks_at_front(std::int64_t after) const {
  return selected_ && selected_->plan.automatic() && !selected_->awake.all_active() &&
         after % steps_between_looks_at_front == 0;
}

template <class R>
bool CpuState<R>::select(bool watched, int threads) {
  Selected<R>& s = *selected_;
  const Clock::time_point begin = Clock::now();
  if (s.plan.automatic()) {
    if (looks_at_front(steps)) selector().look_at_front(watched);
    if (steps % steps_between_selections == 0) look_at_all();
  } else if (s.plan.threshold != 0) {
    if (drift_ != Vec3d{}) shift({}, -drift_);
    selector().select_as_published();
  }
  const bool changed = s.awake.update();
  s.costs.selecting += seconds_since(begin);
  if (watched) s.costs.selecting += s.front.take_seconds(threads);
  return changed;
}

// Seen from an origin that moves along, nothing stays where it is.
template <class R>
void CpuState<R>::look_at_all() {
  if (drift_ == Vec3d{}) return selector().look_at_all();
  if (moves_slowly()) return shift({}, -drift_);
  Selector<R> nodes = selector();
  for (const Index r : compiled_->layout.row_of_vertex) {
    nodes.anchor(r);
    selected_->nodes.since[r] = steps;
  }
}

template <class R>
bool CpuState<R>::moves_slowly() const {
  const double most = selected_->plan.tolerance / (dynamics.time_step * steps_between_selections);
  return std::ranges::all_of(compiled_->layout.row_of_vertex, [&](std::size_t r) {
    const R* v = arrays_.particles.data() + 8 * r + 4;
    return length(drift_ + Vec3d{double(v[0]), double(v[1]), double(v[2])}) < most;
  });
}

// --- obstacles ---

template <class R>
double CpuState<R>::near_obstacles() const {
  const SelectionPlan& plan = selected_->plan;
  return compiled_->beyond + (plan.automatic() ? plan.tolerance : 1e-4 * double(size()));
}

template <class R>
void CpuState<R>::look_at_obstacles() {
  Selected<R>& s = *selected_;
  for (const ObstacleWatch::Due& due : s.watch.due(time, dynamics.time_step, near_obstacles()))
    s.watch.found(due.number, s.awake.all_active() ? 0 : selector().wake_near(due.seen, due.reach));
}

// Nothing moves and nothing will, if nobody changes anything.
template <class R>
bool CpuState<R>::is_at_rest() const {
  return selected_ && selected_->awake.active_count() == 0 && !driven_ &&
         selected_->watch.all_still();
}

template class CpuState<float>;
template class CpuState<double>;

}  // namespace pliant::cpu

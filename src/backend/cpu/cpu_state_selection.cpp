#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "active/criteria.h"
#include "backend/cpu/cpu_state.h"

// Dynamic selection on the CPU (active/plan.h). What sleeps has an inverse mass and a velocity of
// zero. All of this is done between steps, by one thread.

namespace pliant::cpu {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

constexpr std::int64_t long_ago = std::numeric_limits<std::int64_t>::min() / 2;

template <class R>
Vec3<R> three(const R* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

// --- what is selected, and beginning anew ---

template <class R>
void CpuState<R>::selection_changed() {
  if (!dynamics.selection) {
    wake_all();
    selected_.reset();
    return;
  }
  const bool starts = !selected_;
  if (starts) selected_.emplace(Selected{Awake<R>(compiled_->layout, compiled_->cells())});
  Selected& s = *selected_;
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
  for (const Index r : layout.row_of_vertex) anchor(r);
  selected_->awake.start(can_wake, always_moves, whole_halo);
  selected_->spheres.assign(layout.blocks.size(), {});
}

template <class R>
void CpuState<R>::wake_all() {
  if (!selected_) return;
  for (const Index r : compiled_->layout.row_of_vertex) stir_row(r);
  selected_->awake.update();
}

template <class R>
void CpuState<R>::wake(std::span<const Index> vertices) {
  if (!selected_) return;
  for (const Index v : vertices) stir_row(row_number(v));
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

// --- one node ---

template <class R>
void CpuState<R>::anchor(std::size_t r) {
  R* a = selected_->nodes.anchors.data() + 4 * r;
  std::copy_n(arrays_.particles.data() + 8 * r, 3, a);
  a[3] = R(0);
}

// A node that wakes keeps its anchor: its neighbours know it there.
template <class R>
void CpuState<R>::wake_row(std::size_t r) {
  Selected& s = *selected_;
  if (s.awake.is_active(r) || !s.awake.can_wake(r)) return;
  arrays_.particles[8 * r + 3] = s.nodes.inverse_masses[r];
  s.nodes.since[r] = steps;
  s.nodes.woke_neighbours[r] = long_ago;
  if (s.plan.automatic()) s.nodes.anchors[4 * r + 3] = R(0);
  s.awake.wake(r);
  s.spheres[s.awake.cells().block_of_row[r]].reset();
}

// Something acts on it from outside: also one that is active stays so for a while.
template <class R>
void CpuState<R>::stir_row(std::size_t r) {
  wake_row(r);
  Selected& s = *selected_;
  s.nodes.since[r] = steps;
  s.awake.changes().note(s.awake.cells().block_of_row[r]);
}

template <class R>
void CpuState<R>::put_to_sleep(std::size_t r) {
  Selected& s = *selected_;
  R* p = arrays_.particles.data() + 8 * r;
  for (int i = 3; i < 7; ++i) p[i] = R(0);
  for (AlignedVector<R>& kept : arrays_.kept)
    if (!kept.empty()) std::fill_n(kept.data() + 4 * r, 4, R(0));
  s.awake.put_to_sleep(r);
  s.spheres[s.awake.cells().block_of_row[r]].reset();
  s.watch.forget();
}

template <class R>
void CpuState<R>::wake_neighbours(std::size_t r) {
  for (const Index n : selected_->awake.neighbours(r)) wake_row(n);
}

// As far as a wave may get until the next look.
template <class R>
void CpuState<R>::wake_rings(std::size_t r) {
  std::vector<Index> ring{static_cast<Index>(r)}, next;
  for (std::int64_t i = 0; i < steps_between_looks_at_front; ++i) {
    next.clear();
    for (const Index inner : ring)
      for (const Index n : selected_->awake.neighbours(inner)) {
        if (i > 0 && selected_->awake.is_active(n)) continue;
        wake_row(n);
        next.push_back(n);
      }
    ring.swap(next);
  }
}

// --- between steps ---

template <class R>
bool CpuState<R>::looks_at_front(std::int64_t after) const {
  return selected_ && selected_->plan.automatic() && !selected_->awake.all_active() &&
         after % steps_between_looks_at_front == 0;
}

template <class R>
bool CpuState<R>::select(bool watched, int threads) {
  Selected& s = *selected_;
  const Clock::time_point begin = Clock::now();
  if (!s.plan.automatic()) {
    select_as_published();
  } else {
    if (looks_at_front(steps)) look_at_front(watched);
    if (steps % steps_between_selections == 0) look_at_all();
  }
  const bool changed = s.awake.update();
  s.costs.selecting += seconds_since(begin);
  if (watched) s.costs.selecting += s.front.take_seconds(threads);
  return changed;
}

// Whether a node has left the ball about its anchor; then it is anchored anew.
template <class R>
bool CpuState<R>::has_left(std::size_t r) {
  Selected& s = *selected_;
  R* a = s.nodes.anchors.data() + 4 * r;
  const R squared = squared_length(three(arrays_.particles.data() + 8 * r) - three(a));
  if (squared <= static_cast<R>(s.plan.tolerance * s.plan.tolerance)) {
    a[3] = std::max(a[3], squared);
    return false;
  }
  anchor(r);
  s.nodes.since[r] = steps;
  return true;
}

template <class R>
void CpuState<R>::look_at_front(bool watched) {
  const Awake<R>& awake = selected_->awake;
  for (const Index b : awake.front_blocks())
    for (const Index r : watched ? selected_->front.left(b) : awake.front(b))
      if (has_left(r)) wake_rings(r);
  if (driven_)
    for (const DrivenRows::Row& driven : driven_->rows)
      if (!awake.is_active(driven.row) && has_left(driven.row)) wake_rings(driven.row);
}

template <class R>
void CpuState<R>::look_at_all() {
  Selected& s = *selected_;
  // Seen from an origin that moves along, nothing stays where it is.
  if (drift_ != Vec3d{}) {
    if (moves_slowly())
      shift({}, -drift_);
    else
      for (const Index r : compiled_->layout.row_of_vertex) {
        anchor(r);
        s.nodes.since[r] = steps;
      }
    return;
  }
  std::vector<Index> quiet, restless;
  for (const Index b : s.awake.active_blocks()) {
    const BlockLayout& block = compiled_->layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (!s.awake.is_active(r)) continue;
      if (has_left(r)) {
        restless.push_back(static_cast<Index>(r));
        continue;
      }
      if (!s.nodes.must_stay[r] && is_quiet(r) && has_quiet_neighbours(r))
        quiet.push_back(static_cast<Index>(r));
    }
  }
  for (const Index r : quiet) put_to_sleep(r);
  if (s.awake.all_active()) return;
  for (const Index r : restless) wake_neighbours(r);
}

template <class R>
bool CpuState<R>::is_quiet(std::size_t r) const {
  const Selected& s = *selected_;
  const std::int64_t still = steps - s.nodes.since[r];
  return still >= fewest_quiet_steps &&
         s.plan.is_quiet(std::sqrt(double(s.nodes.anchors[4 * r + 3])), double(still));
}

// What stays in its place while others move about it, as the axis of a body that spins, is
// strained.
template <class R>
bool CpuState<R>::has_quiet_neighbours(std::size_t r) const {
  const Selected& s = *selected_;
  return std::ranges::all_of(s.awake.neighbours(r), [&](Index n) {
    return !(s.awake.is_active(n) || s.nodes.must_stay[n]) || is_quiet(n);
  });
}

template <class R>
bool CpuState<R>::moves_slowly() const {
  const double most = selected_->plan.tolerance / (dynamics.time_step * steps_between_selections);
  return std::ranges::all_of(compiled_->layout.row_of_vertex, [&](std::size_t r) {
    const R* v = arrays_.particles.data() + 8 * r + 4;
    return length(drift_ + Vec3d{double(v[0]), double(v[1]), double(v[2])}) < most;
  });
}

// S07 4.11 in one pass: an active node either falls asleep or wakes neighbours that sleep.
template <class R>
void CpuState<R>::select_as_published() {
  Selected& s = *selected_;
  if (s.plan.threshold == 0) return;
  if (drift_ != Vec3d{}) shift({}, -drift_);
  std::vector<Index> quiet;
  std::vector<Index> woken;
  for (const Index b : s.awake.active_blocks()) {
    const BlockLayout& block = compiled_->layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (!s.awake.is_active(r)) continue;
      if (is_in_equilibrium(r)) {
        if (double(steps - s.nodes.since[r]) > s.plan.active_steps && !s.nodes.must_stay[r])
          quiet.push_back(static_cast<Index>(r));
      } else if (double(steps - s.nodes.woke_neighbours[r]) > s.plan.neighbour_steps) {
        s.nodes.woke_neighbours[r] = steps;
        for (const Index n : s.awake.neighbours(r))
          if (!s.awake.is_active(n) && disturbs(r, n)) woken.push_back(n);
      }
    }
  }
  if (driven_)
    for (const DrivenRows::Row& driven : driven_->rows) {
      if (s.awake.is_active(driven.row) || is_in_equilibrium(driven.row)) continue;
      for (const Index n : s.awake.neighbours(driven.row))
        if (disturbs(driven.row, n)) woken.push_back(n);
      anchor(driven.row);
    }
  if (s.plan.criterion != Equilibrium::speed)
    for (const Index b : s.awake.active_blocks()) {
      const BlockLayout& block = compiled_->layout.blocks[b];
      for (std::size_t r = block.first; r < block.first + block.rows(); ++r)
        if (s.awake.is_active(r)) anchor(r);
    }
  for (const Index r : quiet) put_to_sleep(r);
  for (const Index r : woken) wake_row(r);
}

template <class R>
bool CpuState<R>::is_in_equilibrium(std::size_t r) const {
  const SelectionPlan& plan = selected_->plan;
  const R* p = arrays_.particles.data() + 8 * r;
  const auto threshold = static_cast<R>(plan.threshold);
  if (plan.criterion == Equilibrium::speed) return !is_faster(three(p + 4), threshold);
  const Vec3<R> before = three(selected_->nodes.anchors.data() + 4 * r);
  R most = threshold;
  if (plan.criterion == Equilibrium::neighbour_distance) {
    // As a part of the distance to the nearest neighbour.
    R nearest = std::numeric_limits<R>::infinity();
    for (const Index n : selected_->awake.neighbours(r))
      nearest = std::min(nearest,
                         squared_length(before - three(selected_->nodes.anchors.data() + 4 * n)));
    most = nearest < std::numeric_limits<R>::infinity() ? threshold * std::sqrt(nearest) : R(0);
  }
  return !is_over(three(p), before, most * most);
}

// Whether a node out of equilibrium wakes this neighbour.
template <class R>
bool CpuState<R>::disturbs(std::size_t r, std::size_t neighbour) const {
  if (selected_->plan.criterion != Equilibrium::neighbour_distance) return true;
  const R* particles = arrays_.particles.data();
  const R* anchors = selected_->nodes.anchors.data();
  return is_over_relative(three(particles + 8 * r), three(particles + 8 * neighbour),
                          length(three(anchors + 4 * r) - three(anchors + 4 * neighbour)),
                          static_cast<R>(selected_->plan.threshold));
}

// --- obstacles ---

template <class R>
double CpuState<R>::near_obstacles() const {
  const SelectionPlan& plan = selected_->plan;
  return compiled_->beyond + (plan.automatic() ? plan.tolerance : 1e-4 * double(size()));
}

template <class R>
void CpuState<R>::look_at_obstacles() {
  Selected& s = *selected_;
  for (const ObstacleWatch::Due& due : s.watch.due(time, dynamics.time_step, near_obstacles()))
    s.watch.found(due.number, s.awake.all_active() ? 0 : wake_near(due.seen, due.reach));
}

// Wakes what is at an obstacle; how far the others are from it.
template <class R>
double CpuState<R>::wake_near(const contact::SeenObstacle<double>& obstacle, double reach) {
  Selected& s = *selected_;
  double distance = contact::far_away<double>();
  for (std::size_t b = 0; b < compiled_->layout.blocks.size(); ++b) {
    const BlockLayout& block = compiled_->layout.blocks[b];
    const Sphere& sphere = sphere_of(b);
    if (sphere.radius < 0) continue;
    const double bound = contact::gap_to(obstacle, sphere.centre).distance - sphere.radius;
    if (bound > reach) {
      distance = std::min(distance, bound);
      continue;
    }
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (s.awake.is_active(r) || !s.awake.can_wake(r)) continue;
      const double gap = contact::gap_to(obstacle, place_of_row(r)).distance;
      if (gap <= reach)
        wake_row(r);
      else
        distance = std::min(distance, gap);
    }
  }
  return distance;
}

template <class R>
Vec3d CpuState<R>::place_of_row(std::size_t r) const {
  const R* p = arrays_.particles.data() + 8 * r;
  return origin_ + Vec3d{double(p[0]), double(p[1]), double(p[2])};
}

// About the nodes of a block that sleep.
template <class R>
const typename CpuState<R>::Sphere& CpuState<R>::sphere_of(std::size_t b) {
  std::optional<Sphere>& sphere = selected_->spheres[b];
  if (sphere) return *sphere;
  const BlockLayout& block = compiled_->layout.blocks[b];
  const Awake<R>& awake = selected_->awake;
  Box box;
  bool any = false;
  for (std::size_t r = block.first; r < block.first + block.rows(); ++r)
    if (awake.can_wake(r) && !awake.is_active(r)) {
      box.add(place_of_row(r));
      any = true;
    }
  sphere = any ? Sphere{box.centre(), 0.5 * length(box.size())} : Sphere{};
  return *sphere;
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

#include "backend/cpu/cpu_selector.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "active/criteria.h"

namespace pliant::cpu {

namespace {

// What touches others is held by friction: it need not be watched for a drift as long as what
// nothing holds.
constexpr double drift_of_what_touches = 0.02;

template <class R>
Vec3<R> three(const R* numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

}  // namespace

// --- one node ---

template <class R>
void Selector<R>::anchor(std::size_t r) {
  R* a = selected.nodes.anchors.data() + 4 * r;
  std::copy_n(arrays.particles.data() + 8 * r, 3, a);
  a[3] = R(0);
}

// A node that wakes keeps its anchor: its neighbours know it there.
template <class R>
void Selector<R>::wake_row(std::size_t r) {
  if (selected.awake.is_active(r) || !selected.awake.can_wake(r)) return;
  arrays.particles[8 * r + 3] = selected.nodes.inverse_masses[r];
  selected.nodes.since[r] = steps;
  selected.nodes.woke_neighbours[r] = long_ago;
  if (selected.plan.automatic()) selected.nodes.anchors[4 * r + 3] = R(0);
  selected.awake.wake(r);
  selected.spheres[selected.awake.cells().block_of_row[r]].reset();
}

// Something acts on it from outside: also one that is active stays so for a while.
template <class R>
void Selector<R>::stir_row(std::size_t r) {
  wake_row(r);
  selected.nodes.since[r] = steps;
  selected.awake.changes().note(selected.awake.cells().block_of_row[r]);
}

template <class R>
void Selector<R>::put_to_sleep(std::size_t r) {
  R* p = arrays.particles.data() + 8 * r;
  for (int i = 3; i < 7; ++i) p[i] = R(0);
  for (AlignedVector<R>& kept : arrays.kept)
    if (!kept.empty()) std::fill_n(kept.data() + 4 * r, 4, R(0));
  selected.awake.put_to_sleep(r);
  selected.spheres[selected.awake.cells().block_of_row[r]].reset();
  selected.watch.forget();
}

template <class R>
void Selector<R>::wake_neighbours(std::size_t r) {
  for (const Index n : selected.awake.neighbours(r)) wake_row(n);
}

// As far as a wave may get until the next look.
template <class R>
void Selector<R>::wake_rings(std::size_t r) {
  std::vector<Index> ring{static_cast<Index>(r)}, next;
  for (std::int64_t i = 0; i < steps_between_looks_at_front; ++i) {
    next.clear();
    for (const Index inner : ring)
      for (const Index n : selected.awake.neighbours(inner)) {
        if (i > 0 && selected.awake.is_active(n)) continue;
        wake_row(n);
        next.push_back(n);
      }
    ring.swap(next);
  }
}

// --- the automatic criterion ---

// Whether a node has left the ball about its anchor; then it is anchored anew.
template <class R>
bool Selector<R>::has_left(std::size_t r) {
  R* a = selected.nodes.anchors.data() + 4 * r;
  const R squared = squared_length(three(arrays.particles.data() + 8 * r) - three(a));
  if (squared <= static_cast<R>(selected.plan.tolerance * selected.plan.tolerance)) {
    a[3] = std::max(a[3], squared);
    return false;
  }
  anchor(r);
  selected.nodes.since[r] = steps;
  return true;
}

template <class R>
void Selector<R>::look_at_front(bool watched) {
  const Awake<R>& awake = selected.awake;
  for (const Index b : awake.front_blocks())
    for (const Index r : watched ? selected.front.left(b) : awake.front(b))
      if (has_left(r)) wake_rings(r);
  if (driven)
    for (const DrivenRows::Row& led : driven->rows)
      if (!awake.is_active(led.row) && has_left(led.row)) wake_rings(led.row);
}

template <class R>
void Selector<R>::look_at_all() {
  std::vector<Index> quiet, restless;
  for (const Index b : selected.awake.active_blocks()) {
    const BlockLayout& block = layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (!selected.awake.is_active(r)) continue;
      if (has_left(r)) {
        restless.push_back(static_cast<Index>(r));
        continue;
      }
      if (!selected.nodes.must_stay[r] && is_quiet(r) && has_quiet_neighbours(r))
        quiet.push_back(static_cast<Index>(r));
    }
  }
  // What lies on others and is held by nothing else sleeps as a whole: parts that are held at once
  // would bear what the others bore.
  const bool as_a_whole = selected.touches && selected.plan.drift_steps > 0;
  if (!as_a_whole || quiet.size() == selected.awake.active_count())
    for (const Index r : quiet) put_to_sleep(r);
  if (selected.awake.all_active()) return;
  for (const Index r : restless) wake_neighbours(r);
}

template <class R>
bool Selector<R>::is_quiet(std::size_t r) const {
  const std::int64_t still = steps - selected.nodes.since[r];
  SelectionPlan plan = selected.plan;
  if (selected.touches) plan.drift_steps *= drift_of_what_touches;
  return still >= fewest_quiet_steps &&
         plan.is_quiet(std::sqrt(double(selected.nodes.anchors[4 * r + 3])), double(still));
}

// What stays in its place while others move about it, as the axis of a body that spins, is
// strained.
template <class R>
bool Selector<R>::has_quiet_neighbours(std::size_t r) const {
  return std::ranges::all_of(selected.awake.neighbours(r), [&](Index n) {
    return !(selected.awake.is_active(n) || selected.nodes.must_stay[n]) || is_quiet(n);
  });
}

// --- those of S07 ---

// S07 4.11 in one pass: an active node either falls asleep or wakes neighbours that sleep.
template <class R>
void Selector<R>::select_as_published() {
  std::vector<Index> quiet;
  std::vector<Index> woken;
  for (const Index b : selected.awake.active_blocks()) {
    const BlockLayout& block = layout.blocks[b];
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (!selected.awake.is_active(r)) continue;
      if (is_in_equilibrium(r)) {
        if (double(steps - selected.nodes.since[r]) > selected.plan.active_steps &&
            !selected.nodes.must_stay[r])
          quiet.push_back(static_cast<Index>(r));
      } else if (double(steps - selected.nodes.woke_neighbours[r]) >
                 selected.plan.neighbour_steps) {
        selected.nodes.woke_neighbours[r] = steps;
        for (const Index n : selected.awake.neighbours(r))
          if (!selected.awake.is_active(n) && disturbs(r, n)) woken.push_back(n);
      }
    }
  }
  if (driven)
    for (const DrivenRows::Row& led : driven->rows) {
      if (selected.awake.is_active(led.row) || is_in_equilibrium(led.row)) continue;
      for (const Index n : selected.awake.neighbours(led.row))
        if (disturbs(led.row, n)) woken.push_back(n);
      anchor(led.row);
    }
  if (selected.plan.criterion != Equilibrium::speed)
    for (const Index b : selected.awake.active_blocks()) {
      const BlockLayout& block = layout.blocks[b];
      for (std::size_t r = block.first; r < block.first + block.rows(); ++r)
        if (selected.awake.is_active(r)) anchor(r);
    }
  for (const Index r : quiet) put_to_sleep(r);
  for (const Index r : woken) wake_row(r);
}

template <class R>
bool Selector<R>::is_in_equilibrium(std::size_t r) const {
  const SelectionPlan& plan = selected.plan;
  const R* p = arrays.particles.data() + 8 * r;
  const auto threshold = static_cast<R>(plan.threshold);
  if (plan.criterion == Equilibrium::speed) return !is_faster(three(p + 4), threshold);
  const Vec3<R> before = three(selected.nodes.anchors.data() + 4 * r);
  R most = threshold;
  if (plan.criterion == Equilibrium::neighbour_distance) {
    // As a part of the distance to the nearest neighbour.
    R nearest = std::numeric_limits<R>::infinity();
    for (const Index n : selected.awake.neighbours(r))
      nearest =
          std::min(nearest, squared_length(before - three(selected.nodes.anchors.data() + 4 * n)));
    most = nearest < std::numeric_limits<R>::infinity() ? threshold * std::sqrt(nearest) : R(0);
  }
  return !is_over(three(p), before, most * most);
}

// Whether a node out of equilibrium wakes this neighbour.
template <class R>
bool Selector<R>::disturbs(std::size_t r, std::size_t neighbour) const {
  if (selected.plan.criterion != Equilibrium::neighbour_distance) return true;
  const R* particles = arrays.particles.data();
  const R* anchors = selected.nodes.anchors.data();
  return is_over_relative(three(particles + 8 * r), three(particles + 8 * neighbour),
                          length(three(anchors + 4 * r) - three(anchors + 4 * neighbour)),
                          static_cast<R>(selected.plan.threshold));
}

// --- obstacles ---

// Wakes what is at an obstacle; how far the others are from it.
template <class R>
double Selector<R>::wake_near(const contact::SeenObstacle<double>& obstacle, double reach) {
  double distance = contact::far_away<double>();
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const BlockLayout& block = layout.blocks[b];
    const Sphere& sphere = sphere_of(b);
    if (sphere.radius < 0) continue;
    const double bound = contact::gap_to(obstacle, sphere.centre).distance - sphere.radius;
    if (bound > reach) {
      distance = std::min(distance, bound);
      continue;
    }
    for (std::size_t r = block.first; r < block.first + block.rows(); ++r) {
      if (selected.awake.is_active(r) || !selected.awake.can_wake(r)) continue;
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
Vec3d Selector<R>::place_of_row(std::size_t r) const {
  const R* p = arrays.particles.data() + 8 * r;
  return origin + Vec3d{double(p[0]), double(p[1]), double(p[2])};
}

// About the nodes of a block that sleep.
template <class R>
const Sphere& Selector<R>::sphere_of(std::size_t b) {
  std::optional<Sphere>& sphere = selected.spheres[b];
  if (sphere) return *sphere;
  const BlockLayout& block = layout.blocks[b];
  const Awake<R>& awake = selected.awake;
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

template class Selector<float>;
template class Selector<double>;

}  // namespace pliant::cpu

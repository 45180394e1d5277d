#pragma once

#include <limits>

#include "active/criteria.h"
#include "backend/gpu/seen_obstacles.h"
#include "backend/gpu/views.h"

// Dynamic selection on the card (active/plan.h) goes by patches: a patch sleeps when all its nodes
// may, and wakes the patches beside it when one of its nodes has left its anchor. A wave takes
// several steps through a patch, so that it is enough to look every few steps.
//
// Which patches work is a list in the device's memory, so that launches that were recorded stay
// right: those that are awake, and those beside them, which tell what forces they put on the
// others' rows and move nothing. Rows of patches that sleep have an inverse mass of zero, for
// programs that go through all rows.

namespace pliant::gpu {

inline constexpr std::uint32_t moves_nothing = 1u << 31, patch_number = moves_nothing - 1;
inline constexpr std::uint32_t woken_by_host = 0xffffffffu;
/// A time that is long past, and far from being now again.
PLIANT_HD std::uint32_t long_before(std::uint32_t now) {
  return now + 0x80000000u;
}

/// Calls f(patch, its entry in the list) for those that are a block's.
template <class R, class Block, class F>
PLIANT_HD void for_listed(Block& block, const SelectView<R>& s, const F& f) {
  const std::uint32_t count = *s.listed;
  for (std::uint32_t i = block.index; i < count; i += s.blocks) {
    const std::uint32_t entry = s.list[i];
    f(entry & patch_number, entry);
    block.sync();
  }
}
/// The same; of all patches where nothing is selected, a block each.
template <class R, class Block, class F>
PLIANT_HD void for_moving_patches(Block& block, const Args<R>& a, const F& f) {
  if (a.selected.list == nullptr) {
    f(block.index);
    return;
  }
  for_listed(block, a.selected, [&](std::uint32_t patch, std::uint32_t entry) {
    if (!(entry & moves_nothing)) f(patch);
  });
}

/// Centre and radius, below zero where no row can move.
template <class R>
PLIANT_HD Four<R> sphere_about(const Particle<R>* rows, const R* inverse_masses,
                               std::uint32_t count) {
  Vec3<R> low{}, high{};
  bool any = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (inverse_masses[i] == R(0)) continue;
    const Vec3<R> x{rows[i].place.x, rows[i].place.y, rows[i].place.z};
    for (int k = 0; k < 3; ++k) {
      if (!any || x[k] < low[k]) low[k] = x[k];
      if (!any || x[k] > high[k]) high[k] = x[k];
    }
    any = true;
  }
  const Vec3<R> centre = (low + high) * R(0.5);
  return {centre.x, centre.y, centre.z, any ? length(high - low) * R(0.5) : R(-1)};
}

/// Rows stay where they are; and where that is, for obstacles that come near.
template <class R, class Block>
PLIANT_HD void put_to_sleep(Block& block, const Args<R>& a, std::uint32_t p) {
  const Patch& patch = a.patches[p];
  block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
    Particle<R>& row = a.particles[patch.first_row + i];
    row.place.w = R(0);
    row.move = {R(0), R(0), R(0), R(0)};
    for (std::uint32_t k = 0; k < a.method.kept; ++k)
      a.kept[k][patch.first_row + i] = {R(0), R(0), R(0), R(0)};
  });
  block.each(1, [&](std::uint32_t) {
    a.selected.awake[p] = 0;
    a.selected.spheres[p] =
        sphere_about(a.particles + patch.first_row, a.selected.inverse_masses + patch.first_row,
                     patch.inner + patch.shared);
  });
}

/// A row is where it is known from now on.
template <class R>
PLIANT_HD void anchor_anew(const Args<R>& a, std::uint32_t row) {
  const Four<R> x = a.particles[row].place;
  a.selected.anchors[row] = {x.x, x.y, x.z, R(0)};
}

/// What a look at the nodes of a patch that is awake does. Not a program: one has its own Args, and
/// a copy of these in each thread takes longer than all of this.
template <class R>
struct NodeLook {
  const Args<R>& a;
  std::uint32_t steps;  // since the list was last looked at
  bool together;        // patches that stay in shared memory only tell whether they are quiet

  struct Found {
    std::uint32_t left, restless;
  };

  template <class Block>
  PLIANT_HD void operator()(Block& block, std::uint32_t p) const {
    const SelectView<R>& s = a.selected;
    const Patch& patch = a.patches[p];
    const bool automatic = s.plan.automatic();
    auto* found = reinterpret_cast<Found*>(block.shared());
    block.each(1, [&](std::uint32_t) { *found = {0, 0}; });
    block.sync();
    const std::uint32_t still = *s.clock + steps - s.since[p];
    block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
      if (automatic)
        watch(patch.first_row + i, still, *found);
      else
        compare(patch.first_row + i, *found);
    });
    block.sync();
    const Found now = *found;
    const bool drifts = a.origins[0].drift != Vec3d{};
    if (now.left) disturb(block, p, automatic);
    const bool quiet = !now.left && !drifts && !s.must_stay[p] && may_sleep(now, still);
    if (together)
      block.each(1, [&](std::uint32_t) { s.quiet[p] = quiet; });
    else if (quiet)
      sleep(block, p);
  }

 private:
  PLIANT_HD bool may_sleep(const Found& found, std::uint32_t still) const {
    const SelectionPlan& plan = a.selected.plan;
    if (found.restless) return false;
    return plan.automatic() ? still >= fewest_quiet_steps : double(still) > plan.active_steps;
  }
  PLIANT_HD void watch(std::uint32_t row, std::uint32_t still, Found& found) const {
    const SelectionPlan& plan = a.selected.plan;
    const Four<R> x = a.particles[row].place;
    Four<R>& anchor = a.selected.anchors[row];
    const R squared = squared_length(Vec3<R>{x.x - anchor.x, x.y - anchor.y, x.z - anchor.z});
    if (squared > static_cast<R>(plan.tolerance * plan.tolerance)) {
      found.left = 1;
      return;
    }
    if (squared > anchor.w) anchor.w = squared;
    if (!plan.is_quiet(std::sqrt(double(anchor.w)), still > 0 ? still : 1)) found.restless = 1;
  }
  /// S07's criteria.
  PLIANT_HD void compare(std::uint32_t row, Found& found) const {
    const SelectionPlan& plan = a.selected.plan;
    if (plan.criterion == Equilibrium::neighbour_distance) return compare_distances(row, found);
    const Particle<R>& p = a.particles[row];
    const R threshold = static_cast<R>(plan.threshold);
    const bool out = plan.criterion == Equilibrium::speed
                         ? is_faster(Vec3<R>{p.move.x, p.move.y, p.move.z}, threshold)
                         : is_over(place(row), anchor(row), threshold * threshold);
    if (out) found.left = 1;
    anchor_anew(a, row);
  }
  /// As a part of the distance to the nearest neighbour. Anchors stay as they are: others look at
  /// them (AnchorPatches).
  PLIANT_HD void compare_distances(std::uint32_t row, Found& found) const {
    const SelectView<R>& s = a.selected;
    const R threshold = static_cast<R>(s.plan.threshold);
    const Vec3<R> now = place(row), before = anchor(row);
    const std::uint32_t begin = s.near_begin[row], end = s.near_begin[row + 1];
    R nearest = std::numeric_limits<R>::infinity();
    bool disturbs = false;
    for (std::uint32_t i = begin; i < end; ++i) {
      const std::uint32_t n = s.near_rows[i];
      const R distance = length(before - anchor(n));
      nearest = distance < nearest ? distance : nearest;
      disturbs = disturbs || is_over_relative(now, place(n), distance, threshold);
    }
    const R most = begin < end ? threshold * nearest : R(0);
    if (!is_over(now, before, most * most)) return;
    found.restless = 1;
    if (disturbs) found.left = 1;
  }
  PLIANT_HD Vec3<R> place(std::uint32_t row) const {
    const Four<R>& x = a.particles[row].place;
    return {x.x, x.y, x.z};
  }
  PLIANT_HD Vec3<R> anchor(std::uint32_t row) const {
    const Four<R>& x = a.selected.anchors[row];
    return {x.x, x.y, x.z};
  }
  /// A node has left its anchor, or is out of equilibrium.
  template <class Block>
  PLIANT_HD void disturb(Block& block, std::uint32_t p, bool automatic) const {
    const SelectView<R>& s = a.selected;
    const Patch& patch = a.patches[p];
    const std::uint32_t now = *s.clock + steps;
    if (!automatic && !(double(now - s.woke_neighbours[p]) > s.plan.neighbour_steps)) return;
    const std::uint32_t first = s.beside_begin[p];
    block.each(s.beside_begin[p + 1] - first, [&](std::uint32_t i) {
      const std::uint32_t other = s.beside[first + i];
      s.wake[other] = now;
      if (!s.was_awake[other]) *s.changed = 1;
    });
    block.sync();
    block.each(1, [&](std::uint32_t) {
      s.woke_neighbours[p] = now;
      if (automatic) s.since[p] = now;
    });
    if (!automatic) return;
    block.each(patch.inner + patch.shared,
               [&](std::uint32_t i) { anchor_anew(a, patch.first_row + i); });
  }
  template <class Block>
  PLIANT_HD void sleep(Block& block, std::uint32_t p) const {
    put_to_sleep(block, a, p);
    block.each(1, [&](std::uint32_t) { *a.selected.changed = 1; });
  }
};

/// Looks at the nodes of patches that are awake.
template <class R>
struct SelectPatches {
  Args<R> a;
  std::uint32_t steps;
  bool together;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    block.let_next_start();
    block.wait_for_last();
    if (a.origins[0].stopped) return;
    const NodeLook<R> look{a, steps, together};
    for_listed(block, a.selected, [&](std::uint32_t p, std::uint32_t entry) {
      if (!(entry & moves_nothing)) look(block, p);
    });
  }
  static constexpr std::size_t shared_bytes() { return sizeof(typename NodeLook<R>::Found); }
};

/// Rows of patches that are awake are anchored anew, when no one looks at anchors.
template <class R>
struct AnchorPatches {
  Args<R> a;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if (a.origins[0].stopped) return;
    for_moving_patches(block, a, [&](std::uint32_t p) {
      const Patch& patch = a.patches[p];
      block.each(patch.inner + patch.shared,
                 [&](std::uint32_t i) { anchor_anew(a, patch.first_row + i); });
    });
  }
};

/// Patches that stay in shared memory sleep all together.
template <class R>
struct RestTogether {
  Args<R> a;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const SelectView<R>& s = a.selected;
    if (a.origins[0].stopped) return;
    for (std::uint32_t p = 0; p < s.patches; ++p)
      if (!s.quiet[p]) return;
    put_to_sleep(block, a, block.index);
    block.each(1, [&](std::uint32_t) { *s.changed = 1; });
  }
};

/// Patches that a moving obstacle may reach until the next look wake.
template <class R>
struct WakeNear {
  Args<R> a;
  std::uint32_t step, ahead;  // that has ended, and how many until the next look
  std::uint32_t steps;        // since the list was last looked at

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const SelectView<R>& s = a.selected;
    const PlainDynamics& d = a.dynamics[0];
    if (a.origins[0].stopped || d.obstacles == 0) return;
    constexpr std::uint32_t each = 256;
    const std::uint32_t first = block.index * each;
    if (first >= s.patches) return;
    block.each(s.patches - first < each ? s.patches - first : each, [&](std::uint32_t i) {
      const std::uint32_t p = first + i;
      const Four<R> sphere = s.spheres[p];
      if (s.awake[p] || sphere.w < R(0)) return;
      const contact::PlainObstacle* plain = a.obstacles + d.first_obstacle;
      for (const contact::SeenObstacle<R>& o : obstacles_after(a, 0, step)) {
        const contact::PlainObstacle& obstacle = *plain++;
        const R speed = static_cast<R>(length(obstacle.velocity));
        if (speed == R(0) && !obstacle.moved) continue;
        const R near =
            static_cast<R>(s.near + obstacle.moved_by) + speed * static_cast<R>(ahead * d.h);
        const Vec3<R> centre{sphere.x, sphere.y, sphere.z};
        if (contact::gap_to(o, centre).distance > near + sphere.w) continue;
        s.wake[p] = *s.clock + steps;
        *s.changed = 1;
      }
    });
  }
};

/// Makes the list anew where something has changed, and gives the rows of patches that have woken
/// their masses back; by one block.
template <class R>
struct ListMaking {
  const Args<R>& a;
  std::uint32_t steps;  // since the last time

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const SelectView<R>& s = a.selected;
    const std::uint32_t now = *s.clock + steps;
    const bool changed = *s.changed != 0;
    block.sync();
    block.each(1, [&](std::uint32_t) { *s.clock = now; });
    if (!changed) return;
    wake(block, now);
    block.each(1, [&](std::uint32_t) { *s.listed = *s.changed = *s.awake_count = 0; });
    block.sync();
    block.each(s.patches, [&](std::uint32_t p) {
      if (!s.awake[p] && !is_beside_awake(p)) return;
      s.list[block.next_number(s.listed)] = p | (s.awake[p] ? 0u : moves_nothing);
      if (s.awake[p]) block.next_number(s.awake_count);
    });
  }

 private:
  /// The list is that of the patches that wake meanwhile. Ends with a sync.
  template <class Block>
  PLIANT_HD void wake(Block& block, std::uint32_t now) const {
    const SelectView<R>& s = a.selected;
    block.each(1, [&](std::uint32_t) { *s.listed = 0; });
    block.sync();
    block.each(s.patches, [&](std::uint32_t p) {
      const bool by_host = s.wake[p] == woken_by_host;
      if (!s.awake[p] && (s.wake[p] == now || by_host)) {
        s.awake[p] = 1;
        s.woke_neighbours[p] = long_before(now);
        s.since[p] = now;
        s.list[block.next_number(s.listed)] = p;
      }
      if (by_host) {
        s.since[p] = now;
        s.wake[p] = long_before(now);
      }
      s.was_awake[p] = s.awake[p];
    });
    block.sync();
    const std::uint32_t woken = block.reached(s.listed);
    for (std::uint32_t i = 0; i < woken; ++i) {
      const Patch& patch = a.patches[s.list[i]];
      block.each(patch.inner + patch.shared, [&](std::uint32_t k) {
        const std::uint32_t row = patch.first_row + k;
        a.particles[row].place.w = s.inverse_masses[row];
      });
    }
    block.sync();
  }
  PLIANT_HD bool is_beside_awake(std::uint32_t p) const {
    const SelectView<R>& s = a.selected;
    for (std::uint32_t i = s.beside_begin[p]; i < s.beside_begin[p + 1]; ++i)
      if (s.awake[s.beside[i]]) return true;
    return false;
  }
};

/// The same as a program.
template <class R>
struct ListPatches {
  Args<R> a;
  std::uint32_t steps;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    // No launch behind this one starts before it ends, so that these may read the list at once.
    block.wait_for_last();
    ListMaking<R>{a, steps}(block);
  }
};

}  // namespace pliant::gpu

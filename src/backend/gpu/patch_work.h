#pragma once

#include "backend/gpu/group_forces.h"
#include "backend/gpu/move.h"

// One stage of a step on one patch, by the threads of a block. A Block has
//   each(n, f)           f(i) for all i < n, shared out among the threads
//   packs(n, f)          f(pack, lane) for all lanes of packs < n, a pack to a warp
//   sync()               all threads wait for all
//   post, receive        put a message where other blocks see it; wait for one
// On the host each() is a loop over all i, so that the same text can be tested there; for that,
// nothing may stay in a thread's registers from one each() to the next.

#ifndef PLIANT_MARK
#define PLIANT_MARK(i)
#endif
namespace pliant::gpu {

/// A patch's memory.
template <class R>
struct Work {
  Four<R>* places;            // of the local rows, and one for fillers
  Four<R>* speeds;            // likewise
  const Particle<R>* source;  // rows to be moved, in the device's memory; null: those here
  Particle<R>* target;        // where they go; null: here
  Four<R>* kept[4];           // of the local rows
  R* slots;                   // three planes
  R* inbox;                   // three planes of received messages, or of forces put aside
  std::uint32_t* flags;       // [parity][Flag]
  std::uint32_t inbox_plane;

  PLIANT_HD Particle<R> particle(std::uint32_t row) const {
    return source ? source[row] : Particle<R>{places[row], speeds[row]};
  }
  PLIANT_HD void set(std::uint32_t row, const Particle<R>& p) const {
    if (target) {
      target[row] = p;
    } else {
      places[row] = p.place;
      speeds[row] = p.move;
    }
  }
};
enum Flag : std::uint32_t { over_at_replicas, over_inside, corrections_came, flag_count };

/// A stage of a step.
template <class R>
struct Stage {
  std::uint32_t number;
  bool last;
  std::uint32_t tag;
  Motive<R> motive;
  R longest;
};

template <class R, class Block>
struct PatchWork {
  Block& block;
  const Args<R>& a;
  std::uint32_t patch_number;
  const Patch& patch;
  const Work<R>& w;
  std::uint32_t copy;

  PLIANT_HD std::uint32_t* flags(std::uint32_t tag) const {
    return w.flags + (tag & 1) * flag_count;
  }
  PLIANT_HD Message<R>* box(Message<R>* boxes, std::uint32_t tag) const {
    return boxes + (std::size_t(tag & 1) * a.copies + copy) * a.replicas;
  }
  PLIANT_HD GroupPlace<R> place(std::uint32_t store, std::size_t pack, std::uint32_t lane) const {
    const R* factors =
        a.factors ? a.factors + (copy * a.store_count + store) * max_group_fields : nullptr;
    return {a.stores[store], pack, lane, factors};
  }

  enum Which { all_packs, at_replicas, inside };

  /// Calls f.operator()<Group>(place) for the groups of the patch.
  template <class F>
  PLIANT_HD void for_groups(Which which, const F& f) const {
    const PackRange* ranges = a.ranges + std::size_t(patch_number) * a.store_count;
    const auto begin = [&](std::uint32_t s) {
      return load(which == inside ? &ranges[s].middle : &ranges[s].begin);
    };
    const auto count = [&](std::uint32_t s) {
      return load(which == at_replicas ? &ranges[s].middle : &ranges[s].end) - begin(s);
    };
    std::uint32_t total = 0;
    for (std::uint32_t s = 0; s < a.store_count; ++s) total += count(s);
    block.packs(total, [&](std::uint32_t i, std::uint32_t lane) {
      std::uint32_t store = 0;
      for (; i >= count(store); ++store) i -= count(store);
      const GroupPlace<R> at = place(store, begin(store) + i, lane);
      visit_kind(
          at.store.kind, [&]<class Group>() { f.template operator()<Group>(at); }, AllGroups());
    });
  }

  PLIANT_HD void put(std::uint32_t word, const Vec3<R>& value) const {
    const std::uint32_t slot = word >> 16;
    if (slot == no_slot) return;
    w.slots[slot] = value.x;
    w.slots[slot + patch.slots] = value.y;
    w.slots[slot + 2 * patch.slots] = value.z;
  }

  /// The forces of groups, into slots.
  PLIANT_HD void make_forces(Which which, R longest, std::uint32_t* over) const {
    for_groups(which, [&]<class Group>(const GroupPlace<R>& at) {
      constexpr int n = Group::vertices;
      GroupVertices<R, n> g;
      std::uint32_t words[n];
      PLIANT_UNROLL
      for (int i = 0; i < n; ++i) {
        words[i] = at.word(n, static_cast<std::uint32_t>(i));
        const Four<R> x = w.places[words[i] & 0xffff], v = w.speeds[words[i] & 0xffff];
        g.x[i] = {x.x, x.y, x.z};
        g.v[i] = {v.x, v.y, v.z};
        g.f[i] = {R(0), R(0), R(0)};
      }
      const R stretch = group_forces<Group, R>(at, g);
      if (stretch > longest) *over = 1;
      PLIANT_UNROLL
      for (int i = 0; i < n; ++i) put(words[i], g.f[i]);
    });
  }

  /// What a strain limit does to the groups' vertices, into slots.
  PLIANT_HD void make_corrections(R longest) const {
    for_groups(all_packs, [&]<class Group>(const GroupPlace<R>& at) {
      constexpr int n = Group::vertices;
      SpringEnd<R> ends[n];
      Vec3<R> moves[n]{};
      for (int i = 0; i < n; ++i) {
        const std::uint32_t row = at.word(n, static_cast<std::uint32_t>(i)) & 0xffff;
        const Four<R> x = w.places[row];
        ends[i] = {{x.x, x.y, x.z}, x.w, w.speeds[row].w};
      }
      group_corrections<Group>(at, longest, ends, moves);
      for (int i = 0; i < n; ++i) put(at.word(n, static_cast<std::uint32_t>(i)), moves[i]);
    });
  }

  PLIANT_HD Vec3<R> sum_of_slots(std::uint32_t row) const {
    const std::uint32_t word = load(a.sums + patch.first_sum + row);
    const R* slot = w.slots + (word & 0xffff);
    Vec3<R> sum{R(0), R(0), R(0)};
    PLIANT_UNROLL_4
    for (std::uint32_t i = word >> 16; i > 0; --i, slot += warp)
      sum += Vec3<R>{slot[0], slot[patch.slots], slot[2 * patch.slots]};
    return sum;
  }
  /// Rows with very many slots have these added up in parts first. Ends with a sync where there are
  /// such rows.
  PLIANT_HD void sum_extras(std::uint32_t begin, std::uint32_t end) const {
    if (begin == end) return;
    block.each(end - begin, [&](std::uint32_t i) {
      const std::uint32_t extra = begin + i;
      const Vec3<R> sum = sum_of_slots(patch.rows() + extra);
      put(std::uint32_t(load(a.extra_targets + patch.first_extra + extra)) << 16, sum);
    });
    block.sync();
  }

  /// Tells the others what this patch does to its replicas.
  PLIANT_HD void publish(const Stage<R>& stage) const {
    block.each(patch.replicas(), [&](std::uint32_t i) {
      block.post(box(a.messages, stage.tag) + patch.first_replica + i,
                 sum_of_slots(patch.inner + i), stage.tag, false);
    });
  }

  PLIANT_HD void move(const Stage<R>& stage, std::uint32_t row, const Vec3<R>& force,
                      const Vec3<R>* correction) const {
    Particle<R> p = w.particle(row);
    const bool good =
        move_particle(a.integrator, stage.number, stage.motive, p, w.kept, row, force, correction);
    w.set(row, p);
    if (!good) a.diverged[copy] = 1;
  }

  PLIANT_HD void put_aside(std::uint32_t i, const Vec3<R>& value) const {
    w.inbox[i] = value.x;
    w.inbox[i + w.inbox_plane] = value.y;
    w.inbox[i + 2 * w.inbox_plane] = value.z;
  }
  PLIANT_HD Vec3<R> aside(std::uint32_t i) const {
    return {w.inbox[i], w.inbox[i + w.inbox_plane], w.inbox[i + 2 * w.inbox_plane]};
  }

  /// Forces and corrections where some spring is too long: rare.
  PLIANT_HD void move_with_corrections(const Stage<R>& stage, bool published) const {
    block.each(patch.rows(), [&](std::uint32_t row) { put_aside(row, sum_of_slots(row)); });
    block.sync();
    make_corrections(stage.longest);
    block.sync();
    sum_extras(0, patch.extras);
    block.each(patch.rows(), [&](std::uint32_t row) {
      const Vec3<R> correction = sum_of_slots(row);
      if (row < patch.inner) {
        move(stage, row, aside(row), &correction);
      } else if (!published) {
        const std::size_t replica = patch.first_replica + (row - patch.inner);
        block.post(box(a.corrections, stage.tag) + replica, correction, stage.tag, true);
        block.post(box(a.messages, stage.tag) + replica, aside(row), stage.tag, true);
      }
    });
    block.sync();
  }

  /// From the particles to the messages; moves inner rows.
  PLIANT_HD void before_exchange(const Stage<R>& stage) const {
    std::uint32_t* now = flags(stage.tag);
    const bool exchanges = patch.replicas() > 0, overlap = exchanges && a.overlap;
    bool published = !exchanges;
    // Forces are made in one place in the text: they are most of the code.
    for (int part = overlap ? 0 : 1; part < 2; ++part) {
      const bool last = part == 1;
      make_forces(!overlap ? all_packs
                  : last   ? inside
                           : at_replicas,
                  stage.longest, now + (last && overlap ? over_inside : over_at_replicas));
      block.sync();
      if (!last || !overlap) {
        sum_extras(0, overlap ? patch.extras_of_replicas : patch.extras);
        if (exchanges && !now[over_at_replicas]) {
          publish(stage);
          PLIANT_MARK(2);
          published = true;
        }
      }
    }
    block.each(flag_count, [&](std::uint32_t i) { flags(stage.tag + 1)[i] = 0; });
    if (overlap) sum_extras(patch.extras_of_replicas, patch.extras);
    if (now[over_at_replicas] || now[over_inside])
      move_with_corrections(stage, published);
    else
      block.each(patch.inner,
                 [&](std::uint32_t row) { move(stage, row, sum_of_slots(row), nullptr); });
    PLIANT_MARK(3);
  }

  /// The sum of a replica's messages, in parts of a warp's size, so that parts may be added up
  /// apart.
  PLIANT_HD Vec3<R> sum_of_messages(std::uint32_t replica) const {
    const std::uint32_t begin = load(a.inbox + patch.first_inbox + replica);
    const std::uint32_t after = load(a.inbox + patch.first_inbox + replica + 1);
    Vec3<R> sum{R(0), R(0), R(0)};
    for (std::uint32_t part = begin; part < after; part += warp) {
      const std::uint32_t end = part + warp < after ? part + warp : after;
      Vec3<R> of_part{R(0), R(0), R(0)};
      for (std::uint32_t i = part; i < end; ++i) of_part += aside(i);
      sum += of_part;
    }
    return sum;
  }

  /// Receives what others do to replicas and moves them: all of them, or the patch's own.
  PLIANT_HD void after_exchange(const Stage<R>& stage, std::uint32_t replicas,
                                std::uint32_t sources) const {
    std::uint32_t* now = flags(stage.tag);
    const std::uint32_t* from = a.sources + patch.first_source;
    const Message<R>* forces = box(a.messages, stage.tag);
    block.each(sources, [&](std::uint32_t i) {
      Vec3<R> force;
      if (block.receive(forces + load(from + i), stage.tag, force)) now[corrections_came] = 1;
      put_aside(i, force);
    });
    PLIANT_MARK(4);
    block.sync();
    PLIANT_MARK(5);
    if (!now[corrections_came]) {
      block.each(replicas, [&](std::uint32_t i) {
        move(stage, patch.inner + i, sum_of_messages(i), nullptr);
      });
      PLIANT_MARK(6);
      return;
    }
    // The sums of forces wait in the slots while the inbox gets the corrections.
    block.each(replicas, [&](std::uint32_t i) {
      const Vec3<R> force = sum_of_messages(i);
      R* to = w.slots + 3 * i;
      to[0] = force.x, to[1] = force.y, to[2] = force.z;
    });
    block.sync();
    block.each(sources, [&](std::uint32_t i) {
      Vec3<R> correction{R(0), R(0), R(0)}, force;
      if (block.receive(forces + load(from + i), stage.tag, force))
        block.receive(box(a.corrections, stage.tag) + load(from + i), stage.tag, correction);
      put_aside(i, correction);
    });
    block.sync();
    block.each(replicas, [&](std::uint32_t i) {
      const Vec3<R> correction = sum_of_messages(i);
      const R* force = w.slots + 3 * i;
      move(stage, patch.inner + i, {force[0], force[1], force[2]}, &correction);
    });
  }
};

}  // namespace pliant::gpu

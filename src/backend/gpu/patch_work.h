#pragma once

#include "backend/gpu/group_forces.h"
#include "backend/gpu/move.h"

// One stage of a step on one patch, by the threads of a block. A Block has
//   each(n, f)           f(i) for all i < n, shared out among the threads
//   each_from_last(n, f) likewise, beginning with the last thread
//   packs(list, n, f)    f(entry, lane) for all lanes of the first n entries, an entry to a warp
//   sync()               all threads wait for all
//   show()               what was written before is seen by blocks that see what comes after
//   next_number(counter) a number that no other thread of any block gets; reached(counter) is what
//                        it has come to, which caches may not know
//   raise(to, bits)      the larger of both stays there, of add(to, number) the sum and of
//                        mark(to, bits) all bits of both, whoever comes first; look(at) is what has
//                        come of it
//   prefetch(address)    a hint that this line of memory will be read
//   post, receive        put a message where other blocks see it; wait for some
//   let_next_start()     the next launch may start; wait_for_last() in it waits for the end of this
// On the host each() is a loop over all i, so that the same text can be tested there; for that,
// nothing may stay in a thread's registers from one each() to the next.

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
  R* inbox;                   // three planes of what is put aside
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

/// A stage of a step.
template <class R>
struct Stage {
  std::uint32_t number;  // of the integrator's stages
  std::uint32_t tag;     // of its exchange
  Motive<R> motive;
  R near;  // how long springs are near their limit
};

template <class R, class Block, bool scaled = false, std::uint32_t messages_at_once = 4,
          Kinds kinds = Kinds::all>
struct PatchWork {
  using Place = GroupPlace<R, scaled>;
  Block& block;
  const Args<R>& a;
  const Patch patch;
  const Work<R>& w;
  std::uint32_t copy;
  bool sleeps = false;  // its rows do not move: it only tells what it does to replicas

  PLIANT_HD Message<R>* box(Message<R>* boxes, std::uint32_t tag) const {
    return boxes + (std::size_t(tag & 1) * a.copies + copy) * a.replicas;
  }
  PLIANT_HD Place place(std::uint32_t entry, std::uint32_t lane) const {
    const PackOf at(entry, a.pack_bits);
    const double* factors =
        scaled ? a.factors + (copy * a.store_count + at.store) * max_law_fields : nullptr;
    return {a.stores, at, lane, factors};
  }

  enum Which { all_packs, at_replicas, inside };

  /// Calls f.operator()<Group>(place) for the groups of the patch.
  template <class F>
  PLIANT_HD void for_groups(Which which, const F& f) const {
    const std::uint32_t begin = which == inside ? patch.packs_at_replicas : 0;
    const std::uint32_t end = which == at_replicas ? patch.packs_at_replicas : patch.packs;
    block.packs(a.packs + patch.first_pack + begin, end - begin,
                [&](std::uint32_t entry, std::uint32_t lane) {
                  const Place at = place(entry, lane);
                  visit_kind<kinds>(at.groups.kind,
                                    [&]<class Group>() { f.template operator()<Group>(at); });
                });
  }

  PLIANT_HD void put(std::uint32_t word, const Vec3<R>& value) const {
    const std::uint32_t slot = word >> 16;
    if (slot == no_slot) return;
    w.slots[slot] = value.x;
    w.slots[slot + patch.slots] = value.y;
    w.slots[slot + 2 * patch.slots] = value.z;
  }

  /// The forces of groups, into slots. Tells where a spring is near its limit.
  PLIANT_HD void make_forces(Which which, R near) const {
    for_groups(which, [&]<class Group>(const Place& at) {
      constexpr int n = Group::vertices;
      GroupVertices<R, n> g;
      std::uint32_t words[n];
      const std::uint32_t* from = at.words(n);
      PLIANT_UNROLL
      for (int i = 0; i < n; ++i) words[i] = load(from + i * int(warp));
      PLIANT_UNROLL
      for (int i = 0; i < n; ++i) {
        const Four<R> x = w.places[words[i] & 0xffff], v = w.speeds[words[i] & 0xffff];
        g.x[i] = {x.x, x.y, x.z};
        g.v[i] = {v.x, v.y, v.z};
        g.f[i] = {R(0), R(0), R(0)};
      }
      const R stretch = group_forces<Group, R>(at, g);
      if (stretch > near) a.near_limit[copy] = 1;
      PLIANT_UNROLL
      for (int i = 0; i < Group::pushed; ++i) put(words[i], g.f[i]);
    });
  }

  /// Rows have a multiple of `slots_at_once` slots; those that no group fills are zero.
  PLIANT_HD Vec3<R> sum_of_slots(std::uint32_t row) const {
    const SumOf of(load(a.sums + patch.first_sum + row));
    const R* slot = w.slots + of.first;
    Vec3<R> sum{R(0), R(0), R(0)};
    for (std::uint32_t i = of.count; i > 0; i -= slots_at_once, slot += slots_at_once * warp) {
      Vec3<R> part[slots_at_once];
      PLIANT_UNROLL
      for (std::uint32_t k = 0; k < slots_at_once; ++k)
        part[k] = {slot[k * warp], slot[k * warp + patch.slots], slot[k * warp + 2 * patch.slots]};
      PLIANT_UNROLL
      for (std::uint32_t k = 0; k < slots_at_once; ++k) sum += part[k];
    }
    return sum;
  }
  /// Once before the first forces.
  PLIANT_HD void clear_unused_slots() const {
    block.each(patch.rows() + patch.extras, [&](std::uint32_t row) {
      const SumOf of(load(a.sums + patch.first_sum + row));
      for (std::uint32_t i = of.count - of.unused; i < of.count; ++i)
        put((of.first + i * warp) << 16, {R(0), R(0), R(0)});
    });
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

  /// Tells the others what this patch does to a replica.
  PLIANT_HD void publish(const Stage<R>& stage, std::uint32_t row) const {
    block.post(box(a.messages, stage.tag) + patch.first_replica + (row - patch.inner),
               sum_of_slots(row), stage.tag);
  }

  PLIANT_HD void move(const Stage<R>& stage, std::uint32_t row, const Vec3<R>& force) const {
    Particle<R> p = w.particle(row);
    const bool good =
        move_particle(a.integrator, stage.number, stage.motive, p, w.kept, row, force);
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

  /// From the particles to the messages; moves inner rows.
  PLIANT_HD void before_exchange(const Stage<R>& stage) const {
    const bool overlap = patch.replicas() > 0 && (a.overlap || sleeps);
    // Forces are made in one place in the text: they are most of the code.
    for (int part = overlap ? 0 : 1; part < 2; ++part) {
      const bool last = part == 1;
      make_forces(!overlap ? all_packs : last ? inside : at_replicas, stage.near);
      block.sync();
      if (last) break;
      sum_extras(0, patch.extras_of_replicas);
      block.each(patch.replicas(), [&](std::uint32_t i) { publish(stage, patch.inner + i); });
      if (sleeps) return;
    }
    sum_extras(overlap ? patch.extras_of_replicas : 0, patch.extras);
    // Those who publish a replica also wait for it; the last threads move inner rows meanwhile.
    if (!overlap)
      block.each(patch.replicas(), [&](std::uint32_t i) { publish(stage, patch.inner + i); });
    block.each_from_last(patch.inner,
                         [&](std::uint32_t row) { move(stage, row, sum_of_slots(row)); });
  }

  /// Calls f(value) for a replica's messages in their order, a few at a time.
  template <class F>
  PLIANT_HD void for_messages(const Message<R>* boxes, std::uint32_t tag, std::uint32_t begin,
                              std::uint32_t end, const F& f) const {
    const std::uint32_t* from = a.sources + patch.first_source;
    for (std::uint32_t i = begin; i < end; i += messages_at_once) {
      const std::uint32_t now = end - i < messages_at_once ? end - i : messages_at_once;
      const Message<R>* some[messages_at_once];
      Vec3<R> values[messages_at_once];
      PLIANT_UNROLL
      for (std::uint32_t k = 0; k < messages_at_once; ++k)
        some[k] = boxes + load(from + (k < now ? i + k : i));
      block.template receive<messages_at_once>(some, tag, values);
      PLIANT_UNROLL
      for (std::uint32_t k = 0; k < messages_at_once; ++k)
        if (k < now) f(values[k]);
    }
  }

  /// Adds up what comes for a replica.
  PLIANT_HD Vec3<R> receive(const Stage<R>& stage, std::uint32_t begin, std::uint32_t end) const {
    Vec3<R> force{};
    for_messages(box(a.messages, stage.tag), stage.tag, begin, end,
                 [&](const Vec3<R>& value) { force += value; });
    return force;
  }

  /// Receives what others do to replicas and moves them: all of them, or the patch's own. Those
  /// with very many messages have these added up in parts by several threads, a number a part in
  /// the inbox. `only_free`: those that are held or asleep get none, and stay where they are.
  template <bool only_free = false>
  PLIANT_HD void after_exchange(const Stage<R>& stage, std::uint32_t replicas) const {
    const std::uint32_t* inbox = a.inbox + patch.first_inbox;
    const auto gets_none = [&](std::uint32_t i) {
      return only_free && w.particle(patch.inner + i).place.w == R(0);
    };
    block.each(replicas, [&](std::uint32_t i) {
      if (gets_none(i)) return;
      const std::uint32_t begin = load(inbox + i), end = load(inbox + i + 1);
      if (end - begin > many_messages) return;
      move(stage, patch.inner + i, receive(stage, begin, end));
    });
    for (std::uint32_t n = 0; n < patch.busy_replicas; ++n) {
      const std::uint32_t i = load(a.busy + patch.first_busy + n);
      if (i >= replicas || gets_none(i)) continue;
      const std::uint32_t begin = load(inbox + i), end = load(inbox + i + 1);
      const std::uint32_t parts = (end - begin + many_messages - 1) / many_messages;
      block.sync();
      block.each(parts, [&](std::uint32_t part) {
        const std::uint32_t from = begin + part * many_messages;
        put_aside(part,
                  receive(stage, from, from + many_messages < end ? from + many_messages : end));
      });
      block.sync();
      block.each(1, [&](std::uint32_t) {
        Vec3<R> force{};
        for (std::uint32_t part = 0; part < parts; ++part) force += aside(part);
        move(stage, patch.inner + i, force);
      });
    }
  }
};

}  // namespace pliant::gpu

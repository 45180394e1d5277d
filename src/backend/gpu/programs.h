#pragma once

#include "backend/gpu/after_move.h"
#include "backend/gpu/follow_origin.h"
#include "backend/gpu/launch.h"
#include "backend/gpu/patch_work.h"
#include "backend/gpu/select.h"

// What blocks of threads do in one launch. A program is a function of a Block (see patch_work.h),
// which also tells which block this is: `index` among those of a copy, and `copy`.

namespace pliant::gpu {

/// Where the parts of a patch's work lie in shared memory; enough for the largest patch.
struct WorkSizes {
  std::uint32_t rows = 0;  // local rows and the filler
  std::uint32_t slots = 0;
  std::uint32_t inbox = 0;

  template <class R>
  PLIANT_HD std::size_t bytes(std::uint32_t kept) const {
    return (2 + std::size_t(kept)) * rows * sizeof(Four<R>) +
           3 * sizeof(R) * (std::size_t(slots) + inbox) + sizeof(Stage<R>);
  }
  template <class R>
  PLIANT_HD Work<R> carve(unsigned char* memory, std::uint32_t kept) const {
    Work<R> w{};
    auto* fours = reinterpret_cast<Four<R>*>(memory);
    w.places = fours;
    w.speeds = fours + rows;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (i < kept) w.kept[i] = fours + (2 + i) * rows;
    w.slots = reinterpret_cast<R*>(fours + (2 + kept) * rows);
    w.inbox = w.slots + 3 * std::size_t(slots);
    w.inbox_plane = inbox;
    return w;
  }
  /// Behind it.
  template <class R>
  PLIANT_HD Stage<R>* stage(const Work<R>& w) const {
    return reinterpret_cast<Stage<R>*>(w.inbox + 3 * std::size_t(inbox));
  }
};

/// The stages of the steps of a launch.
template <class R>
struct Stages {
  Motive<R> motive;
  R near;
  double floor_offset, floor_moves;  // at the start, in a step
  std::uint32_t since, tag, count;
  bool first;

  PLIANT_HD Stages(const Args<R>& a, const MovingOrigin& moving, const PlainDynamics& d)
      : motive(motive_of<R>(d, moving.origin, moving.drift, false)),
        near(static_cast<R>(d.near_limit)),
        floor_offset(floor_at(d, moving.origin, moving.drift)),
        floor_moves(-dot(d.floor_normal, moving.drift) * d.h),
        since(moving.since),
        tag(moving.tag),
        count(a.method.stages),
        first(moving.first) {}

  PLIANT_HD Stage<R> operator()(std::uint32_t step, std::uint32_t stage) const {
    Stage<R> s;
    s.number = stage;
    s.tag = tag + step * count + stage;
    s.motive = motive;
    s.motive.floor_offset = floor_number<R>(floor_offset + (since + step) * floor_moves);
    s.motive.first = first && step == 0;
    s.near = stage + 1 == count ? near : std::numeric_limits<R>::infinity();
    return s;
  }
};

template <class R>
PLIANT_HD Stages<R> stages_of(const Args<R>& a, std::uint32_t copy) {
  return {a, a.origins[copy], a.dynamics[copy]};
}

/// Calls f(i, row) for the local rows of a patch and where these are.
template <class R, class Block, class F>
PLIANT_HD void for_local_rows(Block& block, const Args<R>& a, const Patch& patch, const F& f) {
  const std::uint32_t own = patch.inner + patch.shared;
  block.each(patch.rows(), [&](std::uint32_t i) {
    f(i, i < own ? patch.first_row + i : a.halo[patch.first_halo + i - own]);
  });
}

/// A patch's own rows go back where they came from.
template <class R, class Block>
PLIANT_HD void store_rows(Block& block, const Args<R>& a, const Work<R>& w) {
  const Patch& patch = a.patches[block.index];
  const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
  block.each(patch.inner + patch.shared, [&](std::uint32_t i) {
    a.particles[first + i] = w.particle(i);
    if (a.method.keeps_move) a.kept[0][first + i] = w.kept[0][i];
  });
}

/// What a block does of a program whose blocks wait for each other, so that all of them must run at
/// the same time: patches stay in shared memory and exchange messages as they come.
template <class Program, class Block>
PLIANT_HD void go_together(const Program& program, Block& block) {
  if (!program.takes_part(block)) return;
  const auto w = program.carve(block.shared());
  program.load(block, w);
  const auto all = stages_of(program.a, block.copy);
  const auto patch = program.work(block, w);
  for (std::uint32_t step = 0; step < program.steps; ++step)
    for (std::uint32_t stage = 0; stage < program.a.method.stages; ++stage) {
      const auto now = all(program.first + step, stage);
      patch.before_exchange(now);
      program.after(patch, now, program.first + step);
    }
  program.store(block, w);
}

/// Several steps at a time of a copy whose patches all go together.
///
/// Few threads have more registers each, which small patches run faster with.
template <class R, bool scaled, bool few_threads, Kinds kinds>
struct ResidentSteps {
  Args<R> a;
  WorkSizes sizes;
  std::uint32_t steps;
  static constexpr std::uint32_t first = 0;

  /// Small patches mostly wait; they ask for all messages of a vertex at once.
  template <class Block>
  using OnPatch = PatchWork<R, Block, scaled, few_threads ? 8 : 4, kinds>;

  template <class Block>
  PLIANT_HD OnPatch<Block> work(Block& block, const Work<R>& w) const {
    return {block, a, a.patches[block.index], w, block.copy};
  }
  PLIANT_HD Work<R> carve(unsigned char* memory) const {
    return sizes.carve<R>(memory, a.method.kept);
  }
  /// Whether a block has something to do.
  template <class Block>
  PLIANT_HD bool takes_part(Block& block) const {
    return !a.origins[block.copy].stopped;
  }

  template <class Block>
  PLIANT_HD void load(Block& block, const Work<R>& w) const {
    const Patch& patch = a.patches[block.index];
    const MovingOrigin& moving = a.origins[block.copy];
    const double h = a.dynamics[block.copy].h;
    const std::size_t base = std::size_t(block.copy) * a.rows;
    for_local_rows(block, a, patch, [&](std::uint32_t i, std::uint32_t row) {
      w.set(i, shifted(a.particles[base + row], moving));
      if (a.method.keeps_move) w.kept[0][i] = shifted_move(a.kept[0][base + row], moving, h);
    });
    block.each(1, [&](std::uint32_t) { w.set(patch.rows(), {}); });
    work(block, w).clear_unused_slots();
    block.sync();
    if (a.driven.rows == nullptr && a.pulled.rows == nullptr) return;
    after_move(work(block, w)).begin_step(0);
    block.sync();
  }
  template <class Block>
  PLIANT_HD AfterMove<R, Block> after_move(const OnPatch<Block>& work) const {
    return {work.block, a, work.patch, work.w, work.copy, work.patch.rows()};
  }
  template <class Block>
  PLIANT_HD void store(Block& block, const Work<R>& w) const {
    store_rows(block, a, w);
  }
  template <class Block>
  PLIANT_HD void after(const OnPatch<Block>& work, const Stage<R>& stage,
                       std::uint32_t step) const {
    if (work.patch.replicas() > 0) work.after_exchange(stage, work.patch.replicas());
    work.block.sync();
    if (corrects_rows(a)) {
      after_move(work)({step, stage.number, steps});
      work.block.sync();
    }
  }
  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    go_together(*this, block);
  }
  PLIANT_HD void begin(const Launch& launch) { steps = launch.steps; }
};

/// The stage, made by one thread for all: it is arithmetic in double precision.
template <class R, class Block>
PLIANT_HD void make_stage(Block& block, const Args<R>& a, const MovingOrigin& moving,
                          std::uint32_t step, std::uint32_t stage, Stage<R>* out) {
  block.each(
      1, [&](std::uint32_t) { *out = Stages<R>(a, moving, a.dynamics[block.copy])(step, stage); });
}

template <class R, bool scaled, bool few_threads, Kinds kinds>
inline constexpr bool goes_together<ResidentSteps<R, scaled, few_threads, kinds>> = true;

/// Has the numbers of a patch's groups brought near while its vertices are loaded.
template <class R, class Block>
PLIANT_HD void prefetch_groups(Block& block, const Args<R>& a, const Patch& patch) {
  block.packs(a.packs + patch.first_pack, patch.packs,
              [&](std::uint32_t entry, std::uint32_t lane) {
                const GroupPlace<R, false> at{a.stores, PackOf(entry, a.pack_bits), lane};
                const std::size_t pack = at.pack;
                if (lane < at.groups.vertices)
                  block.prefetch(at.groups.words + (pack * at.groups.vertices + lane) * warp);
                for (std::uint32_t i = lane; i < at.groups.fields; i += warp) {
                  const FieldView<R> field = load(at.fields + i);
                  for (std::uint32_t line = 0; line < field.pack_stride; line += warp)
                    block.prefetch(field.values + pack * field.pack_stride + line);
                }
              });
}

/// The first half of a stage, for any number of patches: forces; inner rows move.
/// `selected`: of those that are listed, see select.h.
template <class R, bool scaled, Kinds kinds, bool selected = false>
struct StreamedForces {
  Args<R> a;
  WorkSizes sizes;
  std::uint32_t step, stage;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if constexpr (selected) {
      block.let_next_start();
      if (block.index < *a.selected.listed)
        prefetch_groups(block, a, a.patches[a.selected.list[block.index] & patch_number]);
      block.wait_for_last();
      for_listed(block, a.selected, [&](std::uint32_t number, std::uint32_t entry) {
        work_on(block, a.patches[number], entry & moves_nothing);
      });
    } else {
      const Patch patch = a.patches[block.index];
      prefetch_groups(block, a, patch);
      block.let_next_start();
      block.wait_for_last();
      work_on(block, patch, false);
    }
  }

 private:
  template <class Block>
  PLIANT_HD void work_on(Block& block, const Patch& patch, bool sleeps) const {
    const MovingOrigin& moving = a.origins[block.copy];
    if (moving.stopped) return;
    Work<R> w = sizes.carve<R>(block.shared(), 0);
    Stage<R>* now = sizes.stage(w);
    const std::size_t base = std::size_t(block.copy) * a.rows;
    block.each(1, [&](std::uint32_t) { w.set(patch.rows(), {}); });
    for_local_rows(block, a, patch,
                   [&](std::uint32_t i, std::uint32_t row) { w.set(i, a.particles[base + row]); });
    make_stage(block, a, moving, step, stage, now);
    const PatchWork<R, Block, scaled, 4, kinds> work{block, a, patch, w, block.copy, sleeps};
    work.clear_unused_slots();
    block.sync();
    w.target = a.particles + base + patch.first_row;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (i < a.method.kept) w.kept[i] = a.kept[i] + base + patch.first_row;
    work.before_exchange(*now);
  }
};

/// The second half: shared rows move.
template <class R, bool selected = false>
struct StreamedShared {
  Args<R> a;
  WorkSizes sizes;
  std::uint32_t step, stage;

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    if constexpr (selected) {
      block.let_next_start();
      block.wait_for_last();
      for_moving_patches(block, a,
                         [&](std::uint32_t number) { work_on(block, a.patches[number]); });
    } else {
      const Patch patch = a.patches[block.index];
      block.let_next_start();
      block.wait_for_last();
      work_on(block, patch);
    }
  }
  std::size_t shared_bytes() const { return sizeof(Stage<R>) + 3 * sizeof(R) * sizes.inbox; }

 private:
  template <class Block>
  PLIANT_HD void work_on(Block& block, const Patch& patch) const {
    const MovingOrigin& moving = a.origins[block.copy];
    if (moving.stopped || patch.shared == 0) return;
    Work<R> w{};
    auto* now = reinterpret_cast<Stage<R>*>(block.shared());
    w.inbox = reinterpret_cast<R*>(now + 1);
    w.inbox_plane = sizes.inbox;
    const std::size_t first = std::size_t(block.copy) * a.rows + patch.first_row;
    w.source = w.target = a.particles + first;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (i < a.method.kept) w.kept[i] = a.kept[i] + first;
    make_stage(block, a, moving, step, stage, now);
    block.sync();
    PatchWork<R, Block>{block, a, patch, w, block.copy}.after_exchange(*now, patch.shared);
  }
};

}  // namespace pliant::gpu

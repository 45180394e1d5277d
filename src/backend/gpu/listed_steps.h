#pragma once

#include "backend/gpu/programs.h"

// Steps of the patches that are listed (select.h), as long as these are so few that all of them run
// at the same time: each stays in shared memory from one look at its nodes to the next, and the
// looking is done with the last step. It gives the same bits as launches for each half of a stage,
// without their way through the device's memory. Where the list becomes too long it does nothing
// but say so; and a strain limit is only told to be near. Then the steps are done again by the
// others, see copies_step.cpp.

namespace pliant::gpu {

template <class R, Kinds kinds>
struct ListedSteps {
  Args<R> a;
  WorkSizes sizes;
  std::uint32_t first, steps, of_launch;  // of the steps that are launched together
  std::uint32_t look;                     // after so many; 0: not yet

  template <class Block>
  using OnPatch = PatchWork<R, Block, false, 8, kinds>;

  template <class Block>
  PLIANT_HD OnPatch<Block> work(Block& block, const Work<R>& w) const {
    return {block, a, a.patches[block.index], w, block.copy, !a.selected.awake[block.index]};
  }
  PLIANT_HD Work<R> carve(unsigned char* memory) const {
    return sizes.carve<R>(memory, a.method.kept);
  }
  /// Makes the block's index that of its patch.
  template <class Block>
  PLIANT_HD bool takes_part(Block& block) const {
    const SelectView<R>& s = a.selected;
    block.wait_for_last();
    const std::uint32_t listed = *s.listed;
    if (a.origins[block.copy].stopped) return false;
    if (listed > s.blocks) {
      block.each(1, [&](std::uint32_t) { *s.too_many = 1; });
      return false;
    }
    if (block.index >= listed) {
      end(block);
      return false;
    }
    block.index = s.list[block.index] & patch_number;
    return true;
  }

  template <class Block>
  PLIANT_HD void load(Block& block, const Work<R>& w) const {
    const Patch& patch = a.patches[block.index];
    for_local_rows(block, a, patch, [&](std::uint32_t i, std::uint32_t row) {
      w.set(i, a.particles[row]);
      if (a.method.keeps_move) w.kept[0][i] = a.kept[0][row];
    });
    block.each(1, [&](std::uint32_t) { w.set(patch.rows(), {}); });
    const OnPatch<Block> here = work(block, w);
    here.clear_unused_slots();
    block.sync();
    if (first > 0 || a.pulled.rows == nullptr) return;
    after_move(here).begin_step(0);
    block.sync();
  }
  template <class Block>
  PLIANT_HD void store(Block& block, const Work<R>& w) const {
    if (a.selected.awake[block.index]) {
      store_rows(block, a, w);
      block.sync();
      if (look > 0) NodeLook<R>{a, look, false}(block, block.index);
    }
    end(block);
  }
  template <class Block>
  PLIANT_HD void after(const OnPatch<Block>& work, const Stage<R>& stage,
                       std::uint32_t step) const {
    work.template after_exchange<true>(stage, work.patch.replicas());
    work.block.sync();
    if (a.pulled.rows == nullptr) return;
    after_move(work)({step, stage.number, of_launch});
    work.block.sync();
  }
  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    go_together(*this, block);
  }

 private:
  /// The last block makes the list: no other reads it any more.
  template <class Block>
  PLIANT_HD void end(Block& block) const {
    if (look == 0) return;
    const SelectView<R>& s = a.selected;
    auto* last = reinterpret_cast<std::uint32_t*>(block.shared());
    block.sync();
    block.each(1, [&](std::uint32_t) {
      block.show();
      *last = block.next_number(s.ended) + 1 == s.blocks;
      if (*last) *s.ended = 0;
      block.show();
    });
    block.sync();
    if (*last) ListMaking<R>{a, look}(block);
  }
  template <class Block>
  PLIANT_HD AfterMove<R, Block> after_move(const OnPatch<Block>& work) const {
    return {work.block, a, work.patch, work.w, work.copy, work.patch.rows()};
  }
};

template <class R, Kinds kinds>
inline constexpr bool goes_together<ListedSteps<R, kinds>> = true;

}  // namespace pliant::gpu

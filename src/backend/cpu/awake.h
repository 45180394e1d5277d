#pragma once

#include <array>
#include <memory>
#include <vector>

#include "active/changes.h"
#include "backend/cpu/block_work.h"
#include "backend/cpu/cells.h"
#include "backend/cpu/phases.h"

// Which nodes of a body are active, and what work follows from that. A cell of groups is needed
// where it pushes an active node; a block takes part in steps with its needed cells and with the
// packs of rows that hold active nodes. Inactive nodes among these have an inverse mass of zero
// (cpu_selector.h), so that loops over rows need not know of them.

namespace pliant::cpu {

/// Nodes as rows of a layout.
template <class R>
class Awake {
 public:
  Awake(const Layout<R>& layout, std::shared_ptr<const Cells> cells);

  /// Nodes that can wake at all, of which all are active from now on; rows that move in any case;
  /// and blocks that receive all their halo.
  void start(const std::vector<bool>& can_wake, const std::vector<bool>& always_moves,
             const std::vector<bool>& whole_halo);

  bool is_active(std::size_t row) const { return active_[row] != 0; }
  bool can_wake(std::size_t row) const { return can_wake_[row] != 0; }
  std::size_t active_count() const { return active_count_; }
  bool all_active() const { return active_count_ == can_wake_count_; }
  /// Whether an active node has this one beside it.
  bool is_border(std::size_t row) const;
  std::span<const Index> neighbours(std::size_t row) const { return cells_->neighbours[row]; }

  void wake(std::size_t row);
  void put_to_sleep(std::size_t row);
  /// Makes the lists of what has changed; true where any has.
  bool update();

  const std::vector<BlockWork>& work() const { return work_; }
  /// Active nodes beside inactive ones, by block.
  const std::vector<Index>& front(std::size_t block) const { return front_[block]; }
  /// Blocks that have some, and blocks that have active nodes.
  const std::vector<Index>& front_blocks() const { return front_blocks_; }
  const std::vector<Index>& active_blocks() const { return active_blocks_; }
  /// Packs of all blocks.
  std::size_t packs() const { return packs_; }

  const Cells& cells() const { return *cells_; }
  /// Of blocks: what is active in them, and whatever else is noted there.
  Changes& changes() { return changes_; }
  const Changes& changes() const { return changes_; }
  /// What belongs to some blocks becomes that of another.
  void take(const Awake& other, std::span<const Index> blocks);

 private:
  void touch(std::size_t block);
  void list(std::size_t block);
  void list_touched(std::size_t block, BlockWork& work);
  void list_blocks();

  const Layout<R>* layout_;
  std::shared_ptr<const Cells> cells_;
  // by row
  std::vector<std::uint8_t> active_, can_wake_, always_moves_;
  std::vector<std::uint32_t> asleep_beside_;
  // by cell
  std::vector<std::uint16_t> needed_;
  // by block
  std::vector<BlockWork> work_;
  std::vector<std::vector<Index>> front_;
  std::vector<std::uint32_t> active_in_;
  Changes changes_;
  std::vector<std::uint8_t> whole_halo_, is_stale_;
  std::vector<Index> stale_;
  std::vector<Index> front_blocks_, active_blocks_;
  std::size_t active_count_ = 0, can_wake_count_ = 0, packs_ = 0;
  std::vector<std::uint8_t> marks_;  // cells of local rows
};

}  // namespace pliant::cpu

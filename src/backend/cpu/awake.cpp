#include "backend/cpu/awake.h"

#include <algorithm>

namespace pliant::cpu {

template <class R>
Awake<R>::Awake(const Layout<R>& layout, std::shared_ptr<const Cells> cells)
    : layout_(&layout), cells_(std::move(cells)) {}

template <class R>
void Awake<R>::start(const std::vector<bool>& can_wake, const std::vector<bool>& always_moves,
                     const std::vector<bool>& whole_halo) {
  const std::size_t blocks = layout_->blocks.size();
  can_wake_.assign(can_wake.begin(), can_wake.end());
  always_moves_.assign(always_moves.begin(), always_moves.end());
  whole_halo_.assign(whole_halo.begin(), whole_halo.end());
  active_.assign(layout_->rows, 0);
  asleep_beside_.assign(layout_->rows, 0);
  needed_.assign(cells_->cells.size(), 0);
  work_.assign(blocks, {});
  front_.assign(blocks, {});
  active_in_.assign(blocks, 0);
  is_stale_.assign(blocks, 0);
  changes_.start(blocks);
  stale_.clear();
  active_count_ = 0;
  for (std::size_t row = 0; row < layout_->rows; ++row) {
    if (!can_wake_[row]) continue;
    active_[row] = 1;
    ++active_count_;
    ++active_in_[cells_->block_of_row[row]];
    for (const Index cell : cells_->of_row[row]) ++needed_[cell];
  }
  can_wake_count_ = active_count_;
  for (std::size_t b = 0; b < blocks; ++b) touch(b);
  update();
}

template <class R>
bool Awake<R>::is_border(std::size_t row) const {
  if (active_[row]) return false;
  return std::ranges::any_of(cells_->neighbours[row], [&](Index n) { return active_[n] != 0; });
}

template <class R>
void Awake<R>::touch(std::size_t block) {
  if (!is_stale_[block]) stale_.push_back(static_cast<Index>(block));
  is_stale_[block] = 1;
  changes_.note(block);
}

template <class R>
void Awake<R>::wake(std::size_t row) {
  if (active_[row] || !can_wake_[row]) return;
  active_[row] = 1;
  ++active_count_;
  ++active_in_[cells_->block_of_row[row]];
  touch(cells_->block_of_row[row]);
  for (const Index cell : cells_->of_row[row])
    if (needed_[cell]++ == 0) touch(cells_->cells[cell].block);
  for (const Index n : cells_->neighbours[row]) {
    --asleep_beside_[n];
    touch(cells_->block_of_row[n]);
  }
}

template <class R>
void Awake<R>::put_to_sleep(std::size_t row) {
  if (!active_[row]) return;
  active_[row] = 0;
  --active_count_;
  --active_in_[cells_->block_of_row[row]];
  touch(cells_->block_of_row[row]);
  for (const Index cell : cells_->of_row[row])
    if (--needed_[cell] == 0) touch(cells_->cells[cell].block);
  for (const Index n : cells_->neighbours[row]) {
    ++asleep_beside_[n];
    touch(cells_->block_of_row[n]);
  }
}

template <class R>
bool Awake<R>::update() {
  if (stale_.empty()) return false;
  for (const Index b : stale_) {
    list(b);
    is_stale_[b] = 0;
  }
  stale_.clear();
  list_blocks();
  return true;
}

template <class R>
void Awake<R>::list_blocks() {
  front_blocks_.clear();
  active_blocks_.clear();
  packs_ = 0;
  for (std::size_t b = 0; b < work_.size(); ++b) {
    if (!front_[b].empty()) front_blocks_.push_back(static_cast<Index>(b));
    if (active_in_[b] > 0) active_blocks_.push_back(static_cast<Index>(b));
    for (const PackRange& range : work_[b].packs) packs_ += range.packs.end - range.packs.begin;
  }
}

template <class R>
void Awake<R>::list(std::size_t b) {
  const BlockLayout& block = layout_->blocks[b];
  BlockWork& work = work_[b];
  for (auto* ranges :
       {&work.touched, &work.halo, &work.put_halo, &work.put_shared, &work.inner, &work.shared})
    ranges->clear();
  work.packs.clear();
  front_[b].clear();
  marks_.assign(block.local_rows() / rows_of_cell + 1, 0);
  for (std::size_t c = cells_->block_begin[b]; c < cells_->block_begin[b + 1]; ++c) {
    if (needed_[c] == 0) continue;
    const Cells::Cell& cell = cells_->cells[c];
    if (!work.packs.empty() && work.packs.back().store == cell.store &&
        work.packs.back().packs.end == cell.begin)
      work.packs.back().packs.end = cell.end;
    else
      work.packs.push_back({cell.store, {cell.begin, cell.end}});
    for (const Index rows : cells_->touched[c]) marks_[rows] = 1;
  }
  const std::size_t width = layout_->width;
  for (std::size_t local = 0; local < block.rows(); local += width) {
    bool moves = false;
    for (std::size_t i = local; i < local + width; ++i) {
      const std::size_t row = block.first + i;
      if (active_[row] && asleep_beside_[row] > 0) front_[b].push_back(static_cast<Index>(row));
      moves = moves || active_[row] || always_moves_[row];
    }
    if (!moves) continue;
    for (std::size_t i = local; i < local + width; ++i) marks_[i / rows_of_cell] = 1;
    if (local < block.inner)
      append(work.inner, local, local + width);
    else
      append(work.shared, local - block.inner, local - block.inner + width);
  }
  list_touched(b, work);
}

template <class R>
void Awake<R>::list_touched(std::size_t b, BlockWork& work) {
  const BlockLayout& block = layout_->blocks[b];
  const std::size_t filler = block.local_rows() - 1;
  const auto append_part = [](std::vector<Range>& to, std::size_t begin, std::size_t end,
                              std::size_t first, std::size_t last) {
    append(to, std::max(begin, first) - first, std::max(std::min(end, last), first) - first);
  };
  for (std::size_t c = 0; c < marks_.size(); ++c) {
    if (!marks_[c]) continue;
    const std::size_t begin = c * rows_of_cell, end = std::min(begin + rows_of_cell, filler);
    append(work.touched, begin, end);
    append_part(work.put_shared, begin, end, block.inner, block.rows());
    append_part(work.put_halo, begin, end, block.rows(), block.rows() + block.pushed_halo);
    if (!whole_halo_[b]) append_part(work.halo, begin, end, block.rows(), filler);
  }
  if (whole_halo_[b]) append(work.halo, 0, block.halo);
  if (!work.touched.empty()) append(work.touched, filler, filler + 1);
}

template <class R>
void Awake<R>::take(const Awake& other, std::span<const Index> blocks) {
  const auto copy = [](auto& to, const auto& from, std::size_t begin, std::size_t end) {
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end),
              to.begin() + static_cast<std::ptrdiff_t>(begin));
  };
  for (const Index b : blocks) {
    const std::size_t begin = layout_->blocks[b].first, end = begin + layout_->blocks[b].rows();
    copy(active_, other.active_, begin, end);
    copy(asleep_beside_, other.asleep_beside_, begin, end);
    copy(needed_, other.needed_, cells_->block_begin[b], cells_->block_begin[b + 1]);
    work_[b] = other.work_[b];
    front_[b] = other.front_[b];
    active_in_[b] = other.active_in_[b];
  }
  front_blocks_ = other.front_blocks_;
  active_blocks_ = other.active_blocks_;
  active_count_ = other.active_count_;
  packs_ = other.packs_;
}

template class Awake<float>;
template class Awake<double>;

}  // namespace pliant::cpu

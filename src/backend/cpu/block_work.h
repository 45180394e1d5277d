#pragma once

#include <cstdint>
#include <vector>

#include "backend/layout/layout.h"

namespace pliant::cpu {

using namespace backend;

/// From one number to before another.
struct Range {
  std::uint32_t begin, end;
  bool operator==(const Range&) const = default;
};

/// Packs of a store.
struct PackRange {
  std::uint32_t store;
  Range packs;
  bool operator==(const PackRange&) const = default;
};

/// What of a block takes part in steps. All of it: one range each.
struct BlockWork {
  std::vector<PackRange> packs;   // in the order of the stores
  std::vector<Range> touched;     // local rows that these packs touch or that move, and the filler
  std::vector<Range> halo;        // by their number in the block: those to be received
  std::vector<Range> put_halo;    // and those that are told what happens to them
  std::vector<Range> put_shared;  // the same for shared rows, by their number in the block
  std::vector<Range> inner, shared;  // rows that move, likewise; full packs

  bool has_work() const { return !packs.empty() || !inner.empty() || !shared.empty(); }
  bool operator==(const BlockWork&) const = default;
};

/// The number at the end, or a new range.
inline void append(std::vector<Range>& ranges, std::size_t begin, std::size_t end) {
  if (begin >= end) return;
  if (!ranges.empty() && ranges.back().end == begin)
    ranges.back().end = static_cast<std::uint32_t>(end);
  else
    ranges.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
}

/// Of every block.
template <class R>
std::vector<BlockWork> whole_work(const Layout<R>& layout) {
  std::vector<BlockWork> out(layout.blocks.size());
  for (std::size_t b = 0; b < out.size(); ++b) {
    const BlockLayout& block = layout.blocks[b];
    BlockWork& work = out[b];
    for (std::size_t s = 0; s < layout.stores.size(); ++s) {
      const auto& begin = layout.stores[s].block_begin;
      if (begin[b] < begin[b + 1])
        work.packs.push_back(
            {static_cast<std::uint32_t>(s),
             {static_cast<std::uint32_t>(begin[b]), static_cast<std::uint32_t>(begin[b + 1])}});
    }
    append(work.touched, 0, block.local_rows());
    append(work.halo, 0, block.halo);
    append(work.put_halo, 0, block.pushed_halo);
    append(work.put_shared, 0, block.shared);
    append(work.inner, 0, block.inner);
    append(work.shared, 0, block.shared);
  }
  return out;
}

}  // namespace pliant::cpu

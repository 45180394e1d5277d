#pragma once

#include <cstring>
#include <span>

#include "backend/cpu/block_work.h"
#include "backend/cpu/state_fields.h"

// What is computed of a body's relations is computed block by block, in the same steps whatever it
// is: forces, their tangents, what damping does, energies, volumes.
//   gather  A block copies in its halo, the rows of other blocks that its groups touch.
//   kernel  A function runs over the packs of its groups and leaves a sum for each of its rows.
//   sum     What it found for shared rows and halo is put aside. When all blocks have done so, the
//           owner of a shared row adds up: its own part, then the others' in the order of the
//           blocks.
// A number of the whole body is a sum over blocks in their order. So nothing depends on which
// thread does what.

namespace pliant::cpu {

template <class R>
void copy_rows(R* to, const R* from, std::size_t numbers) {
  if (numbers > 0) std::memcpy(to, from, numbers * sizeof(R));
}

/// What blocks have put aside for the owners of rows: so many numbers each.
template <class R, std::size_t numbers = 4>
struct PartialSums {
  AlignedVector<R> shared;  // of each shared row, from its own block
  AlignedVector<R> halo;

  void reserve(const Layout<R>& layout) {
    shared.resize(numbers * layout.shared_rows);
    halo.resize(numbers * layout.halo.size());
  }
};

template <class R>
class Exchange {
 public:
  /// `parts`: what of each block takes part.
  Exchange(const Layout<R>& layout, const std::vector<BlockWork>& parts)
      : layout_(&layout), parts_(&parts) {}

  const Layout<R>& layout() const { return *layout_; }
  const BlockLayout& block(std::size_t b) const { return layout_->blocks[b]; }
  const BlockWork& part(std::size_t b) const { return (*parts_)[b]; }
  std::size_t blocks() const { return layout_->blocks.size(); }

  /// Copies so many numbers of each row of the halo; `places` tells where in `from` they are.
  template <std::size_t numbers>
  void gather(std::size_t b, const R* from, std::span<const Index> places, R* to) const {
    const Index* rows = places.data() + block(b).first_halo;
    for (const Range& range : part(b).halo)
      for (std::size_t i = range.begin; i < range.end; ++i)
        copy_rows(to + numbers * i, from + numbers * std::size_t(rows[i]), numbers);
  }
  /// The block's own rows, its halo and the row of the fillers, one after the other.
  template <std::size_t numbers>
  void gather_all(std::size_t b, const R* from, R* to) const {
    const BlockLayout& own = block(b);
    copy_rows(to, from + numbers * own.first, numbers * own.rows());
    gather<numbers>(b, from, layout_->halo, to + numbers * own.rows());
    const std::size_t filler = own.local_rows() - 1;
    copy_rows(to + numbers * filler, from + numbers * (own.first + filler), numbers);
  }

  /// Calls kernel(groups, kind) for the packs of the block.
  template <class Kernel>
  void for_packs(std::size_t b, const GroupTable<R>& table, const Kernel& kernel) const {
    Groups<R> groups;
    std::size_t store = layout_->stores.size();
    for (const PackRange& range : part(b).packs) {
      if (range.store != store) table.fill(store = range.store, groups);
      groups.begin = range.packs.begin;
      groups.end = range.packs.end;
      kernel(groups, table.kind(store));
    }
  }

  /// `sums`: those of each of the block's rows.
  template <std::size_t numbers>
  void put_aside(std::size_t b, const R* sums, PartialSums<R, numbers>& aside) const {
    const auto put = [&](R* to, std::size_t first, const std::vector<Range>& ranges) {
      for (const Range& range : ranges)
        copy_rows(to + numbers * range.begin, sums + numbers * (first + range.begin),
                  numbers * (range.end - range.begin));
    };
    put(aside.shared.data() + numbers * block(b).first_shared, block(b).inner, part(b).put_shared);
    put(aside.halo.data() + numbers * block(b).first_halo, block(b).rows(), part(b).put_halo);
  }
  /// For each of the block's shared rows; in which numbers it is added up is for the caller to say.
  template <class Sum, std::size_t numbers>
  void add_up(std::size_t b, const PartialSums<R, numbers>& aside, Sum* to) const {
    for (const Range& range : part(b).shared)
      for (std::size_t i = range.begin; i < range.end; ++i) {
        const std::size_t number = block(b).first_shared + i;
        Sum sum[numbers];
        for (std::size_t j = 0; j < numbers; ++j) sum[j] = aside.shared[numbers * number + j];
        for (std::size_t k = layout_->sum_begin[number]; k < layout_->sum_begin[number + 1]; ++k) {
          const R* part = aside.halo.data() + numbers * layout_->sums[k];
          for (std::size_t j = 0; j < numbers; ++j) sum[j] += part[j];
        }
        copy_rows(to + numbers * i, sum, numbers);
      }
  }

 private:
  const Layout<R>* layout_;
  const std::vector<BlockWork>* parts_;
};

/// What each block adds to numbers of the whole body.
template <class T>
class BlockSums {
 public:
  explicit BlockSums(std::size_t blocks = 0) : parts_(blocks) {}

  T& operator[](std::size_t block) { return parts_[block].value; }
  /// In the order of the blocks.
  T total() const {
    T all{};
    for (const Part& part : parts_) all += part.value;
    return all;
  }

 private:
  struct alignas(64) Part {  // written by different threads
    T value{};
  };
  std::vector<Part> parts_;
};

}  // namespace pliant::cpu

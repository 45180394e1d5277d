#include "backend/gpu/patches.h"

#include <pliant/error.h>

#include <algorithm>
#include <bit>

#include "backend/layout/group_kinds.h"
#include "base/text.h"

namespace pliant::gpu {

namespace {

// Longer sums are made in parts, by several threads.
constexpr std::uint32_t longest_sum = 64;

// The slots of a patch: where each row's begin, and which is the next to be filled.
class Slots {
 public:
  Slots(const std::vector<std::uint32_t>& groups_at_row, std::uint32_t inner, Patches& out,
        Patch& patch)
      : next_(groups_at_row.size()) {
    const auto rows = static_cast<std::uint32_t>(groups_at_row.size());
    std::vector<std::uint32_t> lengths = groups_at_row, parent;
    const auto split_rows = [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t row = begin; row < end; ++row) {
        if (groups_at_row[row] <= longest_sum) continue;
        lengths[row] = (groups_at_row[row] + longest_sum - 1) / longest_sum;
        next_[row].extra = static_cast<std::uint32_t>(lengths.size());
        for (std::uint32_t left = groups_at_row[row]; left > 0;
             left -= std::min(left, longest_sum)) {
          lengths.push_back(std::min(left, longest_sum));
          parent.push_back(row);
        }
      }
    };
    split_rows(inner, rows);
    patch.extras_of_replicas = static_cast<std::uint32_t>(parent.size());
    split_rows(0, inner);
    patch.extras = static_cast<std::uint32_t>(parent.size());
    std::vector<std::uint32_t> filled = lengths;
    for (std::uint32_t& length : lengths)
      length = (length + slots_at_once - 1) / slots_at_once * slots_at_once;
    place(lengths);
    patch.slots = total_;
    patch.first_sum = static_cast<std::uint32_t>(out.sums.size());
    for (std::size_t row = 0; row < lengths.size(); ++row)
      out.sums.push_back(SumOf(first_[row], lengths[row], lengths[row] - filled[row]).word());
    patch.first_extra = static_cast<std::uint32_t>(out.extra_targets.size());
    std::vector<std::uint32_t> parts(rows, 0);
    for (std::uint32_t row : parent)
      out.extra_targets.push_back(static_cast<std::uint16_t>(first_[row] + warp * parts[row]++));
  }

  /// The next free slot of a row.
  std::uint32_t take(std::uint32_t row) {
    Next& next = next_[row];
    if (next.extra == 0) return first_[row] + warp * next.taken++;
    const std::uint32_t part = next.taken / longest_sum, at = next.taken % longest_sum;
    ++next.taken;
    return first_[next.extra + part] + warp * at;
  }

 private:
  // The rows of a warp have their slots side by side.
  void place(const std::vector<std::uint32_t>& lengths) {
    first_.resize(lengths.size());
    for (std::size_t begin = 0; begin < lengths.size(); begin += warp) {
      const std::size_t end = std::min<std::size_t>(begin + warp, lengths.size());
      std::uint32_t longest = 0;
      for (std::size_t row = begin; row < end; ++row) {
        first_[row] = total_ + static_cast<std::uint32_t>(row - begin);
        longest = std::max(longest, lengths[row]);
      }
      total_ += warp * longest;
    }
    if (total_ >= no_slot)
      throw InputError("", 0, "too many relations at a few vertices for the card",
                       "take the backend cpu, or split vertices that thousands of others hang on");
  }

  struct Next {
    std::uint32_t taken = 0, extra = 0;  // extra: first of its extra rows; 0: none
  };
  std::vector<Next> next_;
  std::vector<std::uint32_t> first_;
  std::uint32_t total_ = 0;
};

template <class R>
class Cutter {
 public:
  Cutter(const Layout<R>& layout, Patches& out) : layout_(layout), out_(out) {
    find_pack_bits();
    for (const auto& store : layout.stores) out.words.emplace_back(store.at.size());
    for (Index row : layout.halo) out.halo.push_back(row);
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) add_patch(b);
    number_replicas();
    for (std::size_t b = 0; b < layout.blocks.size(); ++b) add_sources(b);
    find_sizes();
    const std::size_t vertices = layout.row_of_vertex.size();
    const std::size_t samples = std::min<std::size_t>(vertices, max_samples);
    for (std::size_t i = 0; i < samples; ++i)
      out.samples.push_back(layout.row_of_vertex[i * vertices / samples]);
  }

 private:
  std::size_t vertices_of(std::size_t store) const {
    return static_cast<std::size_t>(group_kinds()[layout_.stores[store].kind].vertices);
  }
  // Whether the vertex at this place gets a force of its group.
  bool pushed(std::size_t store, std::size_t place) const {
    const GroupKind& kind = group_kinds()[layout_.stores[store].kind];
    return static_cast<int>(place / warp % static_cast<std::size_t>(kind.vertices)) < kind.pushed;
  }
  // Calls f(place, local row) for the vertices of a patch's groups in the order of summation.
  template <class F>
  void for_vertices(std::size_t b, std::size_t s, const F& f) {
    const GroupStore<R>& store = layout_.stores[s];
    const std::size_t each = vertices_of(s) * warp;
    for (std::size_t i = store.block_begin[b] * each; i < store.block_begin[b + 1] * each; ++i)
      f(i, store.at[i] / 4u);
  }

  void add_patch(std::size_t b) {
    const BlockLayout& block = layout_.blocks[b];
    Patch patch{};
    patch.first_row = static_cast<std::uint32_t>(block.first);
    patch.inner = static_cast<std::uint32_t>(block.inner);
    patch.shared = static_cast<std::uint32_t>(block.shared);
    patch.halo = static_cast<std::uint32_t>(block.halo);
    patch.first_halo = static_cast<std::uint32_t>(block.first_halo);
    const std::uint32_t filler = patch.rows();
    std::vector<std::uint32_t> groups_at_row(patch.rows(), 0);
    for (std::size_t s = 0; s < layout_.stores.size(); ++s)
      for_vertices(b, s, [&](std::size_t i, std::uint32_t local) {
        if (local != filler && pushed(s, i)) ++groups_at_row[local];
      });
    Slots slots(groups_at_row, patch.inner, out_, patch);
    std::vector<std::uint32_t> at_replicas, inside;
    for (std::size_t s = 0; s < layout_.stores.size(); ++s) {
      const std::size_t begin = layout_.stores[s].block_begin[b];
      std::size_t middle = begin;
      for_vertices(b, s, [&](std::size_t i, std::uint32_t local) {
        const bool has_slot = local != filler && pushed(s, i);
        out_.words[s][i] = local | (has_slot ? slots.take(local) : no_slot) << 16;
        if (local != filler && local >= patch.inner) middle = i / (vertices_of(s) * warp) + 1;
      });
      list_packs(s, begin, middle, at_replicas);
      list_packs(s, middle, layout_.stores[s].block_begin[b + 1], inside);
    }
    patch.first_pack = static_cast<std::uint32_t>(out_.packs.size());
    patch.packs_at_replicas = static_cast<std::uint32_t>(at_replicas.size());
    patch.packs = static_cast<std::uint32_t>(at_replicas.size() + inside.size());
    out_.packs.insert(out_.packs.end(), at_replicas.begin(), at_replicas.end());
    out_.packs.insert(out_.packs.end(), inside.begin(), inside.end());
    out_.patches.push_back(patch);
  }

  // What a store's number does not need is left for those of packs.
  void find_pack_bits() {
    const auto last_store =
        static_cast<std::uint32_t>(std::max<std::size_t>(layout_.stores.size(), 2) - 1);
    out_.pack_bits = 32 - static_cast<std::uint32_t>(std::bit_width(last_store));
    for (const GroupStore<R>& store : layout_.stores)
      if (store.block_begin.back() > std::size_t(1) << out_.pack_bits)
        throw InputError("", 0,
                         text("a body of ", layout_.stores.size(),
                              " kinds of relations is too large for the card"),
                         "give it fewer sets, or take the backend cpu");
  }
  void list_packs(std::size_t store, std::size_t begin, std::size_t end,
                  std::vector<std::uint32_t>& list) const {
    for (std::size_t pack = begin; pack < end; ++pack)
      list.push_back(static_cast<std::uint32_t>(store << out_.pack_bits | pack));
  }

  void number_replicas() {
    replica_of_halo_.resize(layout_.halo.size());
    for (Patch& patch : out_.patches) {
      patch.first_replica = out_.replicas;
      for (std::uint32_t i = 0; i < patch.halo; ++i)
        replica_of_halo_[patch.first_halo + i] = out_.replicas + patch.shared + i;
      out_.replicas += patch.replicas();
    }
  }

  // The owner's message, then the halo' in the order of the patches.
  void add_sources_of(std::size_t owner, std::size_t shared) {
    out_.sources.push_back(out_.patches[owner].first_replica + static_cast<std::uint32_t>(shared));
    const std::size_t number = layout_.blocks[owner].first_shared + shared;
    for (std::size_t k = layout_.sum_begin[number]; k < layout_.sum_begin[number + 1]; ++k)
      out_.sources.push_back(replica_of_halo_[layout_.sums[k]]);
  }
  std::size_t owner_of(std::size_t row) const {
    const auto after = std::ranges::upper_bound(layout_.blocks, row, {}, &BlockLayout::first);
    return static_cast<std::size_t>(after - layout_.blocks.begin()) - 1;
  }
  void add_sources(std::size_t b) {
    Patch& patch = out_.patches[b];
    const std::size_t first = out_.sources.size();
    patch.first_source = static_cast<std::uint32_t>(first);
    patch.first_inbox = static_cast<std::uint32_t>(out_.inbox.size());
    const auto here = [&] { return static_cast<std::uint32_t>(out_.sources.size() - first); };
    for (std::uint32_t i = 0; i < patch.shared; ++i) {
      out_.inbox.push_back(here());
      add_sources_of(b, i);
    }
    for (std::uint32_t i = 0; i < patch.halo; ++i) {
      out_.inbox.push_back(here());
      const std::size_t row = layout_.halo[patch.first_halo + i];
      const std::size_t owner = owner_of(row);
      const BlockLayout& block = layout_.blocks[owner];
      add_sources_of(owner, row - block.first - block.inner);
    }
    out_.inbox.push_back(here());
    patch.first_busy = static_cast<std::uint32_t>(out_.busy.size());
    for (std::uint32_t i = 0; i < patch.replicas(); ++i) {
      const std::uint32_t messages =
          out_.inbox[patch.first_inbox + i + 1] - out_.inbox[patch.first_inbox + i];
      if (messages <= many_messages) continue;
      out_.busy.push_back(i);
      inbox_ = std::max(inbox_, messages / many_messages + 1);
    }
    patch.busy_replicas = static_cast<std::uint32_t>(out_.busy.size()) - patch.first_busy;
  }

  void find_sizes() {
    WorkSizes& sizes = out_.sizes;
    for (const Patch& patch : out_.patches) {
      sizes.rows = std::max(sizes.rows, patch.rows() + 1);
      sizes.slots = std::max(sizes.slots, patch.slots);
      sizes.inbox = std::max(sizes.inbox, inbox_);
    }
    // What follows rows, slots and messages begins at multiples of sixteen bytes.
    sizes.slots = (sizes.slots + 3) / 4 * 4;
    sizes.inbox = (sizes.inbox + 3) / 4 * 4;
  }

  const Layout<R>& layout_;
  Patches& out_;
  std::vector<std::uint32_t> replica_of_halo_;
  std::uint32_t inbox_ = 0;
};

}  // namespace

template <class R>
Patches cut_into_patches(const Layout<R>& layout) {
  Patches out;
  Cutter<R>(layout, out);
  return out;
}

template Patches cut_into_patches(const Layout<float>&);
template Patches cut_into_patches(const Layout<double>&);

}  // namespace pliant::gpu

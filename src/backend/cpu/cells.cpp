#include "backend/cpu/cells.h"

#include <algorithm>
#include <span>
#include <utility>

#include "backend/layout/group_kinds.h"

namespace pliant::cpu {

namespace {

using Pairs = std::vector<std::pair<Index, Index>>;

// For each first number the second ones, each once, in increasing order.
Lists lists_of(const Pairs& pairs, std::size_t count) {
  std::vector<std::size_t> begin(count + 1, 0);
  for (const auto& pair : pairs) ++begin[pair.first + 1];
  for (std::size_t i = 0; i < count; ++i) begin[i + 1] += begin[i];
  std::vector<Index> all(pairs.size());
  std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
  for (const auto& pair : pairs) all[next[pair.first]++] = pair.second;
  Lists out;

  for (std::size_t i = 0; i < count; ++i) {
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(begin[i]),
               to = all.begin() + static_cast<std::ptrdiff_t>(begin[i + 1]);
    std::sort(from, to);
    out.items.insert(out.items.end(), from, std::unique(from, to));
    out.offsets.push_back(out.items.size());
  }
  return out;
}

// The cells of one store in one block.
template <class R>
class CellMaker {
 public:
  CellMaker(const Layout<R>& layout, Cells& out) : layout_(layout), out_(out) {}

  void add(std::size_t store_number, std::size_t b) {
    const GroupStore<R>& store = layout_.stores[store_number];
    const std::size_t each = packs_of_cell(layout_.width), end = store.block_begin[b + 1];
    for (std::size_t pack = store.block_begin[b]; pack < end; pack += each) {
      const std::size_t last = std::min(pack + each, end);
      for (std::size_t p = pack; p < last; ++p) look_at(store, p, b);
      out_.cells.push_back({static_cast<std::uint32_t>(store_number),
                            static_cast<std::uint32_t>(pack), static_cast<std::uint32_t>(last),
                            static_cast<std::uint32_t>(b)});
    }
  }

  void finish() {
    out_.touched = lists_of(touched_, out_.cells.size());
    touched_ = {};
    out_.of_row = lists_of(pushed_, layout_.rows);
    pushed_ = {};
    out_.neighbours = lists_of(beside_, layout_.rows);
  }

 private:
  void look_at(const GroupStore<R>& store, std::size_t pack, std::size_t b) {
    const GroupKind& kind = group_kinds()[store.kind];
    const BlockLayout& block = layout_.blocks[b];
    const auto vertices = static_cast<std::size_t>(kind.vertices);
    const auto cell = static_cast<Index>(out_.cells.size());
    for (std::size_t lane = 0; lane < layout_.width; ++lane) {
      rows_.clear();
      for (std::size_t i = 0; i < vertices; ++i) {
        const std::size_t local = store.at[(pack * vertices + i) * layout_.width + lane] / 4;
        if (local + 1 == block.local_rows()) continue;  // a filler
        const auto row = static_cast<Index>(row_of(layout_, block, local));
        touched_.emplace_back(cell, static_cast<Index>(local / rows_of_cell));
        if (i < static_cast<std::size_t>(kind.pushed)) pushed_.emplace_back(row, cell);
        for (const Index other : rows_) {
          beside_.emplace_back(row, other);
          beside_.emplace_back(other, row);
        }
        rows_.push_back(row);
      }
    }
  }

  const Layout<R>& layout_;
  Cells& out_;
  Pairs touched_, pushed_, beside_;
  std::vector<Index> rows_;  // of a group
};

template <class R>
Lists hosts_of_blocks(const Layout<R>& layout, std::span<const std::uint32_t> block_of_row) {
  Pairs hosts;
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    const BlockLayout& block = layout.blocks[b];
    for (std::size_t i = 0; i < block.halo; ++i)
      hosts.emplace_back(block_of_row[layout.halo[block.first_halo + i]], static_cast<Index>(b));
  }
  return lists_of(hosts, layout.blocks.size());
}

}  // namespace

template <class R>
Cells find_cells(const Layout<R>& layout) {
  Cells out;
  CellMaker<R> maker(layout, out);
  for (std::size_t b = 0; b < layout.blocks.size(); ++b) {
    out.block_begin.push_back(out.cells.size());
    for (std::size_t s = 0; s < layout.stores.size(); ++s) maker.add(s, b);
  }
  out.block_begin.push_back(out.cells.size());
  maker.finish();
  out.block_of_row.resize(layout.rows);
  for (std::size_t b = 0; b < layout.blocks.size(); ++b)
    std::fill_n(out.block_of_row.begin() + static_cast<std::ptrdiff_t>(layout.blocks[b].first),
                layout.blocks[b].rows(), static_cast<std::uint32_t>(b));
  out.hosts = hosts_of_blocks(layout, out.block_of_row);
  out.vertex_of_row.assign(layout.rows, no_index);
  for (std::size_t v = 0; v < layout.row_of_vertex.size(); ++v)
    out.vertex_of_row[layout.row_of_vertex[v]] = static_cast<Index>(v);
  return out;
}

template Cells find_cells(const Layout<float>&);
template Cells find_cells(const Layout<double>&);

}  // namespace pliant::cpu

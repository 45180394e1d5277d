#include "backend/layout/layout.h"

#include <pliant/box.h>
#include <pliant/error.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "backend/layout/group_kinds.h"
#include "base/text.h"
#include "relations/law_functions.h"

namespace pliant::backend {

namespace {

std::size_t filled(std::size_t count, std::size_t width) {
  return (count + width - 1) / width * width;
}

// For each block the groups that belong to it, draft by draft.
std::vector<std::vector<Index>> groups_by_block(const GroupDraft& draft, std::size_t blocks) {
  std::vector<std::vector<Index>> out(blocks);
  for (std::size_t g = 0; g < draft.size(); ++g)
    out[draft.block[g]].push_back(static_cast<Index>(g));
  return out;
}

using GroupLists = std::vector<std::vector<std::vector<Index>>>;  // [draft][block]

// The vertices of other blocks that each block's groups touch, in increasing order.
std::vector<std::vector<Index>> find_halo(const std::vector<GroupDraft>& drafts,
                                          const GroupLists& groups, const Blocks& blocks) {
  std::vector<std::vector<Index>> halo(blocks.count());
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    for (std::size_t d = 0; d < drafts.size(); ++d)
      for (Index g : groups[d][b])
        for (std::size_t i = 0; i < drafts[d].vertices_each; ++i) {
          const Index v = drafts[d].vertices[g * drafts[d].vertices_each + i];
          if (v != no_index && blocks.of_vertex[v] != b) halo[b].push_back(v);
        }
    std::ranges::sort(halo[b]);
    halo[b].erase(std::unique(halo[b].begin(), halo[b].end()), halo[b].end());
  }
  return halo;
}

// How many relations each vertex has, by arity: what a block's work is guessed from.
std::vector<double> work_at_vertices(const Body& body) {
  std::vector<double> work(body.vertices.size(), 0);
  for (const Relations& set : body.relations)
    for (Index v : set.vertices) ++work[v];
  return work;
}

// Sorts the vertices of blocks, and their halo, by how many of the block's groups touch them, the
// most touched first; and the groups of blocks, those that touch vertices of several blocks first.
class GatherOrder {
 public:
  GatherOrder(const std::vector<GroupDraft>& drafts, const std::vector<bool>& shared)
      : drafts_(drafts), shared_(shared), touches_(shared.size(), 0) {}

  void sort(std::span<Index> own, std::span<Index> halo, GroupLists& groups, std::size_t block) {
    count(groups, block, 1);
    const auto more = [&](Index a, Index b) { return touches_[a] > touches_[b]; };
    std::ranges::stable_sort(own, more);
    std::ranges::stable_sort(halo, more);
    count(groups, block, 0);
    for (std::size_t d = 0; d < drafts_.size(); ++d)
      std::stable_partition(groups[d][block].begin(), groups[d][block].end(), [&](Index g) {
        return std::ranges::any_of(vertices(d, g),
                                   [&](Index v) { return v != no_index && shared_[v]; });
      });
  }

 private:
  std::span<const Index> vertices(std::size_t d, Index g) const {
    return std::span(drafts_[d].vertices)
        .subspan(g * drafts_[d].vertices_each, drafts_[d].vertices_each);
  }
  void count(const GroupLists& groups, std::size_t block, std::uint32_t by) {
    for (std::size_t d = 0; d < drafts_.size(); ++d)
      for (Index g : groups[d][block])
        for (Index v : vertices(d, g).first(drafts_[d].pushed_each))
          if (v != no_index) touches_[v] = by == 0 ? 0 : touches_[v] + by;
  }

  const std::vector<GroupDraft>& drafts_;
  const std::vector<bool>& shared_;
  std::vector<std::uint32_t> touches_;
};

// Puts what lies together side by side: halves along the longest side of its box again and again,
// cut at multiples of `cell`.
template <class Place>
void sort_near(std::span<Index> things, std::size_t cell, const Place& place) {
  if (things.size() <= cell) {
    std::ranges::sort(things);
    return;
  }
  Box box;
  for (Index i : things) box.add(place(i));
  const int axis = box.longest_axis();
  const std::size_t at = (things.size() / cell + 1) / 2 * cell;
  std::ranges::nth_element(things, things.begin() + static_cast<std::ptrdiff_t>(at),
                           [&](Index a, Index b) {
                             const double xa = place(a)[axis], xb = place(b)[axis];
                             return xa != xb ? xa < xb : a < b;
                           });
  sort_near(things.first(at), cell, place);
  sort_near(things.subspan(at), cell, place);
}

Vec3d middle(const Body& body, const GroupDraft& draft, Index g) {
  Vec3d sum;
  double count = 0;
  for (std::size_t i = 0; i < draft.vertices_each; ++i)
    if (const Index v = draft.vertices[g * draft.vertices_each + i]; v != no_index) {
      sum += body.vertices[v];
      ++count;
    }
  return sum * (1 / count);
}

void sort_for_cells(const Body& body, const std::vector<GroupDraft>& drafts, Blocks& blocks,
                    GroupLists& groups) {
  for (std::size_t b = 0; b < blocks.count(); ++b)
    sort_near(
        std::span(blocks.order).subspan(blocks.begin[b], blocks.begin[b + 1] - blocks.begin[b]),
        rows_of_cell, [&](Index v) { return body.vertices[v]; });
  std::vector<Vec3d> middles;
  for (std::size_t d = 0; d < drafts.size(); ++d) {
    middles.resize(drafts[d].size());
    for (std::size_t g = 0; g < middles.size(); ++g)
      middles[g] = middle(body, drafts[d], static_cast<Index>(g));
    for (auto& list : groups[d])
      sort_near(std::span(list), groups_of_cell, [&](Index g) { return middles[g]; });
  }
}

std::vector<std::size_t> sizes(const std::vector<std::vector<Index>>& lists) {
  std::vector<std::size_t> out;
  for (const auto& list : lists) out.push_back(list.size());
  return out;
}

std::vector<bool> find_shared(const std::vector<std::vector<Index>>& halo,
                              std::size_t vertex_count) {
  std::vector<bool> shared(vertex_count);
  for (const auto& list : halo)
    for (Index v : list) shared[v] = true;
  return shared;
}

// Behind those that its groups touch, the halo a block needs to see whole triangles.
void invite_triangles(const Body& body, const Blocks& blocks,
                      std::vector<std::vector<Index>>& halo) {
  std::vector<std::vector<Index>> seen(blocks.count());
  for (const VolumeConstraint& volume : body.volume_constraints)
    for (const Triangle& t : volume.surface)
      for (const Index mine : t)
        for (const Index v : t)
          if (blocks.of_vertex[v] != blocks.of_vertex[mine])
            seen[blocks.of_vertex[mine]].push_back(v);
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    std::ranges::sort(seen[b]);
    seen[b].erase(std::unique(seen[b].begin(), seen[b].end()), seen[b].end());
    const std::vector<Index> pushed = halo[b];
    std::ranges::set_difference(seen[b], pushed, std::back_inserter(halo[b]));
  }
}

template <class R>
void number_rows(Layout<R>& layout, const Blocks& blocks,
                 const std::vector<std::vector<Index>>& halo,
                 const std::vector<std::size_t>& pushed_halo, const std::vector<bool>& shared,
                 std::size_t row_width) {
  layout.row_of_vertex.resize(shared.size());
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    BlockLayout block;
    block.first = layout.rows;
    block.first_shared = layout.shared_rows;
    std::size_t inner = 0, outer = 0;
    for (std::size_t i = blocks.begin[b]; i < blocks.begin[b + 1]; ++i)
      if (!shared[blocks.order[i]])
        layout.row_of_vertex[blocks.order[i]] = static_cast<Index>(block.first + inner++);
    block.inner = filled(inner, row_width);
    for (std::size_t i = blocks.begin[b]; i < blocks.begin[b + 1]; ++i)
      if (shared[blocks.order[i]])
        layout.row_of_vertex[blocks.order[i]] =
            static_cast<Index>(block.first + block.inner + outer++);
    block.shared = filled(outer, row_width);
    block.halo = halo[b].size();
    block.pushed_halo = pushed_halo[b];
    layout.rows += block.local_rows();
    layout.shared_rows += block.shared;
    layout.blocks.push_back(block);
  }
}

template <class R>
void list_halo(Layout<R>& layout, const Blocks& blocks,
               const std::vector<std::vector<Index>>& halo) {
  std::vector<std::size_t> count(layout.shared_rows + 1, 0);
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    BlockLayout& block = layout.blocks[b];
    block.first_halo = layout.halo.size();
    layout.largest_block = std::max(layout.largest_block, block.local_rows());
    for (std::size_t i = 0; i < block.halo; ++i) {
      const Index v = halo[b][i];
      const BlockLayout& owner = layout.blocks[blocks.of_vertex[v]];
      const std::size_t row = layout.row_of_vertex[v];
      const std::size_t number = owner.first_shared + row - owner.first - owner.inner;
      layout.halo.push_back(static_cast<Index>(row));
      layout.halo_numbers.push_back(static_cast<Index>(number));
      if (i < block.pushed_halo) ++count[number + 1];
    }
  }
  for (std::size_t i = 1; i < count.size(); ++i) count[i] += count[i - 1];
  layout.sum_begin = count;
  layout.sums.resize(count.back());
  for (const BlockLayout& block : layout.blocks)
    for (std::size_t g = block.first_halo; g < block.first_halo + block.pushed_halo; ++g)
      layout.sums[count[layout.halo_numbers[g]]++] = static_cast<Index>(g);
}

// Fills the fields of one store.
template <class R>
class StoreWriter {
 public:
  StoreWriter(const Body& body, const GroupDraft& draft, std::size_t packs, std::size_t width,
              GroupStore<R>& store, std::size_t store_number, std::vector<Places>& places)
      : body_(body), draft_(draft), width_(width), store_(store), places_(places) {
    const GroupKind& kind = group_kinds()[draft.kind];
    std::size_t first_slot = 0;
    for (std::size_t m = 0; m < kind.members.size(); ++m) {
      const std::size_t law = law_index(kind.members[m].law);
      const LawInfo& info = laws()[law];
      const std::size_t slots = draft.member_slots[m], set = draft.member_set[m];
      Places& place = places[set];
      second_.push_back(place.stores == 1);
      place.store[place.stores] = store_number;
      place.member[place.stores++] = m;
      place.number.resize(body.relations[set].vertices.size() /
                          static_cast<std::size_t>(info.arity));
      store.members.push_back({set, law, slots, store.fields.size(), first_slot});
      for (std::size_t i = 0; i < info.rest.size(); ++i) add_field(packs * slots * width, false);
      for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        const auto& values = body.relations[set].parameters[i];
        const bool uniform = values.size() == 1;
        add_field(uniform ? width : packs * slots * width, uniform);
        if (uniform) std::ranges::fill(*store.fields.back().values, static_cast<R>(values[0]));
      }
      first_slot += slots;
    }
  }

  /// Writes what group g has at a place; no_index: a filler.
  void write(std::size_t g, std::size_t pack, std::size_t lane) {
    for (std::size_t m = 0; m < store_.members.size(); ++m) {
      const auto& member = store_.members[m];
      for (std::size_t slot = 0; slot < member.slots; ++slot) {
        const Index relation =
            g == no_group ? no_index
                          : draft_.relations[g * draft_.slots_each + member.first_slot + slot];
        write_slot(m, slot, g, relation, (pack * member.slots + slot) * width_ + lane);
      }
    }
  }
  static constexpr std::size_t no_group = static_cast<std::size_t>(-1);

 private:
  void add_field(std::size_t size, bool uniform) {
    store_.fields.push_back({std::make_shared<AlignedVector<R>>(size), uniform});
  }
  void write_slot(std::size_t m, std::size_t slot, std::size_t g, Index relation,
                  std::size_t number) {
    const auto& member = store_.members[m];
    const LawInfo& info = laws()[member.law];
    std::array<double, max_law_fields> rest{};
    if (relation == no_index) {
      law_functions(member.law).absent(rest.data());
    } else {
      find_rest(m, slot, g, relation, rest.data());
      places_[member.set].number[relation] =
          static_cast<std::uint32_t>(number) | (second_[m] ? in_second_store : 0);
    }
    std::size_t f = member.first_field;
    for (std::size_t i = 0; i < info.rest.size(); ++i)
      (*store_.fields[f++].values)[number] = static_cast<R>(rest[i]);
    for (std::size_t i = 0; i < info.parameters.size(); ++i, ++f)
      if (!store_.fields[f].uniform && relation != no_index)
        (*store_.fields[f].values)[number] =
            static_cast<R>(body_.relations[member.set].parameters[i][relation]);
  }
  void find_rest(std::size_t m, std::size_t slot, std::size_t g, Index relation, double* out) {
    const auto& member = store_.members[m];
    const auto& given = body_.relations[member.set].rest;
    if (!given.empty()) {
      for (std::size_t i = 0; i < given.size(); ++i) out[i] = given[i][relation];
      return;
    }
    const auto& corners = group_kinds()[draft_.kind].members[m].vertices[slot];
    std::array<Vec3d, max_arity> x;
    for (std::size_t i = 0; i < corners.size(); ++i)
      x[i] = body_.vertices[draft_.vertices[g * draft_.vertices_each +
                                            static_cast<std::size_t>(corners[i])]];
    law_functions(member.law).rest(x.data(), out);
  }

  const Body& body_;
  const GroupDraft& draft_;
  std::size_t width_;
  GroupStore<R>& store_;
  std::vector<Places>& places_;
  std::vector<bool> second_;  // for each member: whether this is the second store of its set
};

// Numbers of vertices within a block: its own rows, then its halo, then the filler.
class LocalNumbers {
 public:
  explicit LocalNumbers(std::size_t vertex_count) : of_vertex_(vertex_count, 0) {}

  template <class R>
  void enter(const Layout<R>& layout, const Blocks& blocks, std::size_t b,
             const std::vector<Index>& halo) {
    const BlockLayout& block = layout.blocks[b];
    for (std::size_t i = blocks.begin[b]; i < blocks.begin[b + 1]; ++i) {
      const Index v = blocks.order[i];
      of_vertex_[v] = static_cast<Index>(layout.row_of_vertex[v] - block.first);
    }
    for (std::size_t i = 0; i < halo.size(); ++i)
      of_vertex_[halo[i]] = static_cast<Index>(block.rows() + i);
    filler_ = static_cast<Index>(block.local_rows() - 1);
  }
  At operator()(Index v) const {
    return static_cast<At>(4 * (v == no_index ? filler_ : of_vertex_[v]));
  }

 private:
  std::vector<Index> of_vertex_;
  Index filler_ = 0;
};

}  // namespace

template <class R>
Layout<R> lay_out(const Body& body, const LayoutWishes& wishes) {
  Layout<R> layout;
  const std::size_t width = layout.width = wishes.width;
  Blocks blocks = bisect(body.vertices, wishes.blocks,
                         wishes.equal_work ? work_at_vertices(body) : std::vector<double>());
  const std::vector<GroupDraft> drafts = group_relations(body, blocks);
  GroupLists groups;
  for (const GroupDraft& draft : drafts) groups.push_back(groups_by_block(draft, blocks.count()));
  if (!wishes.for_gather) sort_for_cells(body, drafts, blocks, groups);
  auto halo = find_halo(drafts, groups, blocks);
  const std::vector<std::size_t> pushed_halo = sizes(halo);
  if (wishes.whole_triangles) invite_triangles(body, blocks, halo);
  const std::vector<bool> shared = find_shared(halo, body.vertices.size());
  if (wishes.for_gather) {
    GatherOrder order(drafts, shared);
    for (std::size_t b = 0; b < blocks.count(); ++b)
      order.sort(
          std::span(blocks.order).subspan(blocks.begin[b], blocks.begin[b + 1] - blocks.begin[b]),
          halo[b], groups, b);
  }
  number_rows(layout, blocks, halo, pushed_halo, shared, wishes.row_width);
  list_halo(layout, blocks, halo);
  if (layout.largest_block > max_block_vertices)
    throw InputError("", 0,
                     text("relations join ", layout.largest_block,
                          " vertices into one block; at most ", max_block_vertices, " can"),
                     "split vertices that thousands of others hang on");

  LocalNumbers local(body.vertices.size());
  std::vector<StoreWriter<R>> writers;
  layout.stores.resize(drafts.size());
  layout.places.resize(body.relations.size());
  for (std::size_t d = 0; d < drafts.size(); ++d) {
    GroupStore<R>& store = layout.stores[d];
    store.kind = drafts[d].kind;
    store.block_begin.push_back(0);
    for (const auto& list : groups[d])
      store.block_begin.push_back(store.block_begin.back() + filled(list.size(), width) / width);
    const std::size_t packs = store.block_begin.back();
    store.at.resize(packs * drafts[d].vertices_each * width);
    if (packs * width * drafts[d].slots_each >= in_second_store)
      throw InputError("", 0, "too many relations for one body", "split the body");
    writers.emplace_back(body, drafts[d], packs, width, store, d, layout.places);
  }
  for (std::size_t b = 0; b < blocks.count(); ++b) {
    local.enter(layout, blocks, b, halo[b]);
    for (std::size_t d = 0; d < drafts.size(); ++d) {
      GroupStore<R>& store = layout.stores[d];
      const auto& list = groups[d][b];
      const std::size_t begin = store.block_begin[b], packs = store.block_begin[b + 1] - begin;
      const std::size_t each = packs_of_cell(width);
      for (std::size_t i = 0; i < packs * width; ++i) {
        const std::size_t first = i / (each * width) * each, in_cell = i - first * width;
        const std::size_t spread = wishes.for_gather ? 1 : std::min(each, packs - first);
        const std::size_t pack =
            begin + first + (wishes.for_gather ? in_cell / width : in_cell % spread);
        const std::size_t lane = wishes.for_gather ? in_cell % width : in_cell / spread;
        const std::size_t g = i < list.size() ? list[i] : StoreWriter<R>::no_group;
        for (std::size_t k = 0; k < drafts[d].vertices_each; ++k)
          store.at[(pack * drafts[d].vertices_each + k) * width + lane] = local(
              i < list.size() ? drafts[d].vertices[g * drafts[d].vertices_each + k] : no_index);
        writers[d].write(g, pack, lane);
      }
    }
  }
  return layout;
}

template Layout<float> lay_out(const Body&, const LayoutWishes&);
template Layout<double> lay_out(const Body&, const LayoutWishes&);

}  // namespace pliant::backend

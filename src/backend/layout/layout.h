#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "backend/layout/grouping.h"
#include "backend/layout/numbers.h"
#include "base/aligned.h"

// A body laid out for the kernels of a backend.
//
// Vertices have *rows*. The rows of a block lie together: first those that only this block's
// groups touch (inner), then those that other blocks touch too (shared), each filled up to full
// packs. A block's groups also touch vertices of other blocks, its *halo*. These have rows behind
// the block's own, into which they are copied before each step; the forces on them are partial sums
// that the owner adds to its own in the order of the blocks. The last row of a block is for the
// fillers of packs.
//
// On the CPU neighbouring groups of a block make a *cell*, a few packs, and so do neighbouring
// rows: where only parts of a body are simulated these are lists of cells.

namespace pliant::backend {

inline constexpr std::size_t groups_of_cell = 32, rows_of_cell = 16;
constexpr std::size_t packs_of_cell(std::size_t width) {
  return groups_of_cell > width ? groups_of_cell / width : 1;
}

struct BlockLayout {
  std::size_t first = 0;         // row of its first vertex
  std::size_t inner = 0;         // rows, fillers included
  std::size_t shared = 0;        // rows, fillers included
  std::size_t first_shared = 0;  // number of its first shared row among all shared rows
  std::size_t first_halo = 0;    // among all halo
  std::size_t halo = 0;
  std::size_t pushed_halo = 0;  // the first of them; no group of the block touches the others

  std::size_t rows() const { return inner + shared; }
  std::size_t local_rows() const { return rows() + halo + 1; }
};

/// One number of a law for all relations of a draft; shared until a state changes it.
template <class R>
struct Field {
  std::shared_ptr<AlignedVector<R>> values;
  bool uniform = false;
};

template <class R>
struct GroupStore {
  std::size_t kind = 0;
  AlignedVector<At> at;                  // [pack][vertex][lane]
  std::vector<std::size_t> block_begin;  // packs
  struct Member {
    std::size_t set, law, slots, first_field, first_slot;
  };
  std::vector<Member> members;
  std::vector<Field<R>> fields;  // of the members, rest before parameters
};

/// Where a member's parameter stands among the fields of its store.
template <class Member>
std::size_t parameter_field(const Member& member, std::size_t parameter) {
  return member.first_field + laws()[member.law].rest.size() + parameter;
}

/// The same for the damping of a law that has one.
template <class Member>
std::optional<std::size_t> damping_field(const Member& member) {
  const auto parameters = laws()[member.law].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == "damping") return parameter_field(member, i);
  return std::nullopt;
}

/// Where the relations of a set are: in one store or two, and at which number of its arrays.
struct Places {
  std::size_t store[2] = {0, 0}, member[2] = {0, 0};
  std::size_t stores = 0;
  std::vector<std::uint32_t> number;  // with in_second_store where that is meant
};

template <class R>
struct Layout {
  std::size_t width = 1;
  std::size_t rows = 0, shared_rows = 0;
  std::vector<Index> row_of_vertex;
  std::vector<BlockLayout> blocks;
  std::vector<Index> halo;             // rows with their owners, by block
  std::vector<Index> halo_numbers;     // the same among all shared rows
  std::vector<std::size_t> sum_begin;  // for each shared row, where its partial sums begin
  std::vector<Index> sums;             // which halo
  std::vector<GroupStore<R>> stores;
  std::vector<Places> places;     // by set
  std::size_t largest_block = 0;  // local rows
};

/// The row of a block's local vertex.
template <class R>
std::size_t row_of(const Layout<R>& layout, const BlockLayout& block, std::size_t local) {
  return local < block.rows() ? block.first + local
                              : layout.halo[block.first_halo + local - block.rows()];
}

/// What a backend wants of a layout.
struct LayoutWishes {
  std::size_t width = 1;      // groups of a pack
  std::size_t row_width = 1;  // inner and shared rows of a block are filled up to multiples of it
  std::size_t blocks = 1;
  bool equal_work = false;  // blocks of equal numbers of relations rather than of vertices
  // Neighbouring groups side by side in a pack and those that touch shared vertices first; rows
  // in the order of how many groups touch them. Otherwise groups and rows are in cells, and the
  // groups of a cell go to its packs in turn: adding to a vertex rarely waits for the addition just
  // before.
  bool for_gather = false;
  // A block with a vertex of a volume constraint's triangle has the others among its rows, too.
  bool whole_triangles = false;
};

template <class R>
Layout<R> lay_out(const Body& body, const LayoutWishes& wishes);

}  // namespace pliant::backend

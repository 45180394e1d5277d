#pragma once

#include <pliant/body.h>

#include <cstdint>
#include <span>
#include <vector>

// Which vertices lie together in a block, which relations are computed with it, and which of them
// form a group. All of it depends on the body alone, never on the number of threads.

namespace pliant::backend {

/// Vertices in compact blocks of nearly equal size or weight, by bisection of space.
struct Blocks {
  std::vector<Index> order;        // vertices, block after block
  std::vector<std::size_t> begin;  // where each block begins in `order`, and the end
  std::vector<std::uint32_t> of_vertex;

  std::size_t count() const { return begin.size() - 1; }
};
/// Without weights every vertex counts the same.
Blocks bisect(std::span<const Vec3d> vertices, std::size_t blocks,
              std::span<const double> weights = {});

/// Groups of one kind before they are laid out.
struct GroupDraft {
  std::size_t kind = 0;  // of AllGroups
  std::size_t vertices_each = 0, pushed_each = 0;
  std::size_t slots_each = 0;           // relations of all members
  std::vector<std::size_t> member_set;  // which set of the body each member's relations are of
  std::vector<std::size_t> member_slots;
  std::vector<Index> vertices;       // vertices_each a group; no_index for a filler
  std::vector<Index> relations;      // slots_each a group; no_index where there is none
  std::vector<std::uint32_t> block;  // of each group

  std::size_t size() const { return block.size(); }
};

/// Puts every relation of the body into exactly one group.
std::vector<GroupDraft> group_relations(const Body& body, const Blocks& blocks);

}  // namespace pliant::backend

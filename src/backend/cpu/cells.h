#pragma once

#include <pliant/topology.h>

#include <cstdint>
#include <vector>

#include "backend/layout/layout.h"

namespace pliant::cpu {

using namespace backend;

/// How the cells of a body hang together; follows from its layout. Rows are those that vertices
/// have with their own blocks.
struct Cells {
  struct Cell {
    std::uint32_t store, begin, end;  // packs
    std::uint32_t block;
  };
  std::vector<Cell> cells;               // of groups: block after block, in each store after store
  std::vector<std::size_t> block_begin;  // where each block's begin, and the end
  Lists touched;     // for each cell the cells of local rows of its block that its groups touch
  Lists of_row;      // for each row the cells with groups that push it
  Lists neighbours;  // for each row the others of its groups
  Lists hosts;       // for each block the others that have halo of it
  std::vector<std::uint32_t> block_of_row;  // of rows of vertices
  std::vector<Index> vertex_of_row;         // no_index: a filler or a halo
};

template <class R>
Cells find_cells(const Layout<R>& layout);

}  // namespace pliant::cpu

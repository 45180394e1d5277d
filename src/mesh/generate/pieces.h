#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/disjoint_sets.h"

namespace pliant::generate {

/// How many pieces that share no vertex the cells form.
template <std::size_t N>
std::size_t count_pieces(std::span<const Cell<N>> cells, std::size_t vertex_count) {
  DisjointSets sets(vertex_count);
  std::vector<char> used(vertex_count);
  for (const auto& cell : cells)
    for (Index v : cell) {
      used[v] = 1;
      sets.join(cell[0], v);
    }
  std::size_t pieces = 0;
  for (Index v = 0; v < vertex_count; ++v) pieces += used[v] && sets.find(v) == v;
  return pieces;
}

}  // namespace pliant::generate

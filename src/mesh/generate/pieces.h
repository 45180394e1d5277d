#pragma once

#include <pliant/mesh.h>

#include <numeric>
#include <span>
#include <vector>

namespace pliant::generate {

/// How many pieces that share no vertex the cells form.
template <std::size_t N>
std::size_t count_pieces(std::span<const Cell<N>> cells, std::size_t vertex_count) {
  std::vector<Index> parent(vertex_count);
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::vector<char> used(vertex_count);
  for (const auto& cell : cells)
    for (Index v : cell) {
      used[v] = 1;
      parent[root(v)] = root(cell[0]);
    }
  std::size_t pieces = 0;
  for (std::size_t v = 0; v < vertex_count; ++v) pieces += used[v] && parent[v] == v;
  return pieces;
}

}  // namespace pliant::generate

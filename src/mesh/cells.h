#pragma once

#include <pliant/mesh.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace pliant {

template <std::size_t N>
bool repeats_vertex(Cell<N> cell) {
  std::ranges::sort(cell);
  return std::ranges::adjacent_find(cell) != cell.end();
}

/// The vertices of all cells, one cell after the other.
template <std::size_t N>
std::vector<Index> flat(std::span<const Cell<N>> cells) {
  std::vector<Index> out;
  out.reserve(N * cells.size());
  for (const Cell<N>& cell : cells) out.insert(out.end(), cell.begin(), cell.end());
  return out;
}

/// For each cell the first one with the same vertices, itself where it is the first.
template <std::size_t N>
std::vector<Index> first_copies(std::span<const Cell<N>> cells) {
  std::vector<std::pair<Cell<N>, Index>> sorted(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    sorted[i] = {cells[i], static_cast<Index>(i)};
    std::ranges::sort(sorted[i].first);
  }
  std::ranges::sort(sorted);
  std::vector<Index> first(cells.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const bool copy = i > 0 && sorted[i].first == sorted[i - 1].first;
    first[sorted[i].second] = copy ? first[sorted[i - 1].second] : sorted[i].second;
  }
  return first;
}

/// Gives every vertex index of cells and groups its new number; group members with no_index go.
void renumber(Mesh& mesh, const std::vector<Index>& number);

}  // namespace pliant

#include "mesh/pieces.h"

#include <pliant/box.h>

#include <algorithm>
#include <map>

#include "mesh/repair/repair.h"

namespace pliant {

namespace {

std::size_t unused_vertices(const Mesh& mesh) {
  return static_cast<std::size_t>(std::ranges::count(used_vertices(mesh), 0));
}

// Marks the cells of the pieces that stay. Cells of no piece stay as well: others drop those.
template <std::size_t N>
std::vector<char> wanted_cells(const Mesh& mesh, const Cells<N>& cells,
                               const std::vector<Index>& piece, const RepairOptions& options,
                               std::size_t& dropped) {
  std::map<Index, Box> boxes;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (piece[i] != no_index)
      for (Index v : cells[i]) boxes[piece[i]].add(mesh.vertices[v]);
  Index largest = no_index;
  double largest_size = -1;
  for (const auto& [lowest, box] : boxes)
    if (const double size = length(box.size()); size > largest_size) {
      largest = lowest;
      largest_size = size;
    }
  std::map<Index, char> stays;
  for (const auto& [lowest, box] : boxes) {
    const bool small = length(box.size()) < options.drop_smaller_than * largest_size;
    stays[lowest] = lowest == largest || (!options.keep_largest && !small);
    dropped += !stays[lowest];
  }
  std::vector<char> keep(cells.size());
  for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = piece[i] == no_index || stays[piece[i]];
  return keep;
}

// Faces and lines stored beside tetrahedra go with those whose vertices they have.
template <std::size_t N>
void drop_with_tetrahedra(Cells<N>& cells, const std::vector<char>& gone) {
  std::vector<char> keep(cells.size());
  for (std::size_t i = 0; i < keep.size(); ++i)
    keep[i] = std::ranges::none_of(cells[i], [&](Index v) { return gone[v]; });
  keep_cells(cells, keep);
}

}  // namespace

void drop_pieces(Mesh& mesh, const RepairOptions& options, RepairTally& tally) {
  if (!options.keep_largest && !(options.drop_smaller_than > 0)) return;
  const std::size_t unused_before = unused_vertices(mesh);
  std::size_t dropped = 0;
  if (!mesh.tetrahedra.empty()) {
    const auto keep =
        wanted_cells(mesh, mesh.tetrahedra, solid_pieces(mesh.tetrahedra.cells), options, dropped);
    std::vector<char> gone(mesh.vertices.size(), 0);
    for (const char going : {1, 0})  // a vertex of both stays
      for (std::size_t t = 0; t < keep.size(); ++t)
        if (keep[t] != going)
          for (Index v : mesh.tetrahedra[t]) gone[v] = going;
    keep_cells(mesh.tetrahedra, keep);
    drop_with_tetrahedra(mesh.triangles, gone);
    drop_with_tetrahedra(mesh.lines, gone);
  } else if (!mesh.triangles.empty()) {
    keep_cells(mesh.triangles,
               wanted_cells(mesh, mesh.triangles,
                            surface_pieces(mesh.vertices, mesh.triangles.cells), options, dropped));
  }
  tally.dropped_pieces += dropped;
  tally.dropped_piece_vertices += unused_vertices(mesh) - unused_before;
}

}  // namespace pliant

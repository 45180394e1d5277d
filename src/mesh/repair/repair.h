#pragma once

#include <pliant/check.h>
#include <pliant/mesh.h>

#include <string>
#include <vector>

#include "mesh/cells.h"
#include "mesh/check/geometry.h"

namespace pliant {

/// What a repair did, to be told at its end.
struct RepairTally {
  std::size_t non_finite_cells = 0;
  std::size_t welded_vertices = 0;
  std::size_t flat_faces = 0;
  std::size_t double_faces = 0;
  std::size_t hanging_faces = 0;
  std::size_t wall_faces = 0;
  std::size_t separated_vertices = 0;
  std::size_t folded_vertices = 0;
  std::size_t holes = 0, hole_faces = 0;
  std::size_t turned_faces = 0;
  std::size_t turned_parts = 0;
  std::size_t flat_tetrahedra = 0;
  std::size_t double_tetrahedra = 0;
  std::size_t turned_tetrahedra = 0;
  std::size_t dropped_lines = 0;
  std::size_t double_hexahedra = 0;
  std::size_t orphan_vertices = 0;
  std::size_t dropped_pieces = 0, dropped_piece_vertices = 0;
  /// Why open edges were left open, a sentence each; not part of sentences().
  std::vector<std::string> left_open{};

  std::vector<std::string> sentences() const;
};

/// Drops the cells not marked in `keep` and their labels; says how many.
template <std::size_t N>
std::size_t keep_cells(Cells<N>& cells, const std::vector<char>& keep) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (!keep[i]) continue;
    cells.cells[kept] = cells.cells[i];
    if (!cells.regions.empty()) cells.regions[kept] = cells.regions[i];
    ++kept;
  }
  const std::size_t dropped = cells.size() - kept;
  cells.cells.resize(kept);
  if (!cells.regions.empty()) cells.regions.resize(kept);
  return dropped;
}

/// Drops the copies of earlier cells; says how many.
template <std::size_t N>
std::size_t drop_doubles(Cells<N>& cells) {
  const auto first = first_copies<N>(cells.cells);
  std::vector<char> keep(cells.size());
  for (Index i = 0; i < keep.size(); ++i) keep[i] = first[i] == i;
  return keep_cells(cells, keep);
}

/// A surface at work. The points are those of the mesh, scaled.
struct Surface {
  Mesh& mesh;
  Points points;
  RepairTally& tally;

  std::vector<Triangle>& faces() { return mesh.triangles.cells; }
  const Vec3d& at(Index v) const { return points.at[v]; }
  void add_face(const Triangle& face, std::int32_t region);
  /// A new vertex between others, in no group.
  Index add_middle(const std::vector<Index>& vertices, const std::vector<double>& weights);
  /// A new vertex at the place and in the groups of another.
  Index add_copy(Index vertex);
  double twice_area(const Triangle& t) const;
};

/// Each step returns whether it changed anything.
bool weld_open_edges(Surface& surface);
bool drop_flat_faces(Surface& surface);
bool drop_double_faces(Surface& surface);
bool drop_hanging_faces(Surface& surface);
bool mend_multiple_edges(Surface& surface);
bool turn_faces(Surface& surface);
bool turn_parts(Surface& surface);
bool fill_holes(Surface& surface);
bool remove_folds(Surface& surface);

/// Drops the pieces that the options do not want.
void drop_pieces(Mesh& mesh, const RepairOptions& options, RepairTally& tally);
void repair_surface(Mesh& mesh, RepairTally& tally);
void repair_tetrahedra(Mesh& mesh, RepairTally& tally);

}  // namespace pliant

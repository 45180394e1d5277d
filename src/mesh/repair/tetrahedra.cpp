#include "mesh/check/tetrahedra.h"

#include <algorithm>

#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/disjoint_sets.h"
#include "mesh/repair/repair.h"

namespace pliant {

namespace {

std::vector<char> without_repeats(const std::vector<Tetrahedron>& tetrahedra) {
  std::vector<char> keep(tetrahedra.size());
  for (std::size_t t = 0; t < keep.size(); ++t) keep[t] = !repeats_vertex(tetrahedra[t]);
  return keep;
}

struct PlacedFace {
  Triangle places;    // sorted
  Triangle vertices;  // in the same order
  auto operator<=>(const PlacedFace&) const = default;
};

std::vector<PlacedFace> placed_boundary(const Mesh& mesh, const std::vector<Index>& place) {
  const auto& tetrahedra = mesh.tetrahedra.cells;
  const auto faces = tetrahedron_faces(tetrahedra, without_repeats(tetrahedra));
  std::vector<PlacedFace> boundary;
  for (std::size_t f = 0; f < faces.faces.size(); ++f) {
    if (faces.owners[f].size() != 1) continue;
    PlacedFace face{{}, faces.faces[f]};
    std::ranges::sort(face.vertices, {}, [&](Index v) { return place[v]; });
    for (int k = 0; k < 3; ++k) face.places[k] = place[face.vertices[k]];
    boundary.push_back(face);
  }
  std::ranges::sort(boundary);
  return boundary;
}

// Welds faces of the boundary that lie two and two at the same place, and the ends of edges without
// length. Bodies that touch in a point or along an edge stay apart.
bool weld_faces(Mesh& mesh, RepairTally& tally) {
  const Points points = scaled_points(mesh.vertices, used_vertices(mesh));
  const auto place = coinciding_vertices(points, coincidence * points.size);
  DisjointSets sets(place.size());
  std::size_t welded = 0;
  for (const Tetrahedron& t : mesh.tetrahedra.cells)
    for (Index u : t)
      for (Index v : t)
        if (place[u] == place[v]) welded += sets.join(u, v);
  const auto boundary = placed_boundary(mesh, place);
  for (std::size_t i = 0; i < boundary.size();) {
    std::size_t end = i + 1;
    while (end < boundary.size() && boundary[end].places == boundary[i].places) ++end;
    if (end == i + 2)
      for (int k = 0; k < 3; ++k)
        welded += sets.join(boundary[i].vertices[k], boundary[i + 1].vertices[k]);
    i = end;
  }
  if (welded == 0) return false;
  std::vector<Index> number(place.size());
  for (Index v = 0; v < number.size(); ++v) number[v] = sets.find(v);
  renumber(mesh, number);
  tally.welded_vertices += welded;
  return true;
}

bool drop_useless_tetrahedra(Mesh& mesh, RepairTally& tally) {
  const Points points = scaled_points(mesh.vertices, used_vertices(mesh));
  auto& cells = mesh.tetrahedra;
  std::vector<char> keep = without_repeats(cells.cells);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const Tetrahedron& t = cells[i];
    keep[i] =
        keep[i] && !is_flat(points.at[t[0]], points.at[t[1]], points.at[t[2]], points.at[t[3]]);
  }
  const std::size_t flat = keep_cells(cells, keep);
  const std::size_t doubles = drop_doubles(cells);
  tally.flat_tetrahedra += flat;
  tally.double_tetrahedra += doubles;
  return flat + doubles > 0;
}

void turn_inverted(Mesh& mesh, RepairTally& tally) {
  const Points points = scaled_points(mesh.vertices, used_vertices(mesh));
  for (Tetrahedron& t : mesh.tetrahedra.cells) {
    if (!(signed_volume(points.at[t[0]], points.at[t[1]], points.at[t[2]], points.at[t[3]]) < 0))
      continue;
    std::swap(t[2], t[3]);
    ++tally.turned_tetrahedra;
  }
}

bool drop_useless_faces(Mesh& mesh, RepairTally& tally) {
  const Points points = scaled_points(mesh.vertices, used_vertices(mesh));
  auto& cells = mesh.triangles;
  std::vector<char> keep(cells.size());
  for (std::size_t f = 0; f < keep.size(); ++f) {
    const Triangle& t = cells[f];
    keep[f] = !repeats_vertex(t) && !is_flat(points.at[t[0]], points.at[t[1]], points.at[t[2]]);
  }
  const std::size_t flat = keep_cells(cells, keep);
  const std::size_t doubles = drop_doubles(cells);
  tally.flat_faces += flat;
  tally.double_faces += doubles;
  return flat + doubles > 0;
}

}  // namespace

void repair_tetrahedra(Mesh& mesh, RepairTally& tally) {
  bool changed = true;
  while (changed) {  // each round takes vertices or cells away, so that this ends
    changed = weld_faces(mesh, tally);
    changed |= drop_useless_tetrahedra(mesh, tally);
    changed |= drop_useless_faces(mesh, tally);
  }
  turn_inverted(mesh, tally);
}

}  // namespace pliant

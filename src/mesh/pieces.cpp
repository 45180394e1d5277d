#include "mesh/pieces.h"

#include <pliant/check.h>

#include <algorithm>

#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/check/tetrahedra.h"
#include "mesh/disjoint_sets.h"

namespace pliant {

namespace {

template <std::size_t N>
std::vector<char> not_repeating(std::span<const Cell<N>> cells) {
  std::vector<char> counted(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) counted[i] = !repeats_vertex(cells[i]);
  return counted;
}

std::vector<Index> lowest_of(DisjointSets& sets, const std::vector<char>& counted) {
  std::vector<Index> lowest(counted.size(), no_index);
  for (Index i = 0; i < lowest.size(); ++i)
    if (counted[i]) lowest[i] = sets.find(i);
  return lowest;
}

struct OpenSide {
  Line places;
  Index face;
  auto operator<=>(const OpenSide&) const = default;
};

std::vector<OpenSide> open_sides(std::span<const Vec3d> vertices, std::span<const Triangle> faces,
                                 const SurfaceEdges& edges) {
  std::vector<OpenSide> open;
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() == 1) open.push_back({edges.edges[e], edges.faces[e][0]});
  if (open.empty()) return open;
  std::vector<char> used(vertices.size(), 0);
  for (const Triangle& t : faces)
    for (Index v : t) used[v] = 1;
  const Points points = scaled_points(vertices, used);
  const auto place = coinciding_vertices(points, coincidence * points.size);
  for (OpenSide& side : open) {
    for (Index& v : side.places) v = place[v];
    std::ranges::sort(side.places);
  }
  std::ranges::sort(open);
  return open;
}

}  // namespace

std::vector<Index> surface_pieces(std::span<const Vec3d> vertices,
                                  std::span<const Triangle> faces) {
  const auto counted = not_repeating(faces);
  const SurfaceEdges edges = surface_edges(faces, counted);
  DisjointSets sets(faces.size());
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    for (Index f : edges.faces[e]) sets.join(edges.faces[e][0], f);
  const auto open = open_sides(vertices, faces, edges);
  for (std::size_t i = 1; i < open.size(); ++i)
    if (open[i].places == open[i - 1].places) sets.join(open[i - 1].face, open[i].face);
  return lowest_of(sets, counted);
}

std::vector<Index> solid_pieces(std::span<const Tetrahedron> tetrahedra) {
  const auto counted = not_repeating(tetrahedra);
  const TetrahedronFaces faces = tetrahedron_faces(tetrahedra, counted);
  DisjointSets sets(tetrahedra.size());
  for (std::size_t f = 0; f < faces.faces.size(); ++f)
    for (Index t : faces.owners[f]) sets.join(faces.owners[f][0], t);
  return lowest_of(sets, counted);
}

std::size_t count_pieces(const std::vector<Index>& lowest) {
  std::size_t count = 0;
  for (Index i = 0; i < lowest.size(); ++i) count += lowest[i] == i;
  return count;
}

std::size_t count_pieces(const Mesh& mesh) {
  return count_pieces(mesh.tetrahedra.empty() ? surface_pieces(mesh.vertices, mesh.triangles.cells)
                                              : solid_pieces(mesh.tetrahedra.cells));
}

}  // namespace pliant

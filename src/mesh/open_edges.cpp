#include "mesh/open_edges.h"

#include <cmath>

#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/generate/surface_field.h"

namespace pliant {

OpenEdges open_edges(const Mesh& surface) {
  const std::vector<Index> merged = generate::merged_vertices(surface.vertices);
  std::vector<Triangle> triangles = surface.triangles.cells;
  // A face that repeats a vertex goes along its edge and back: that opens nothing.
  std::vector<char> counted(triangles.size());
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    for (Index& v : triangles[f]) v = merged[v];
    counted[f] = !repeats_vertex(triangles[f]);
  }
  const SurfaceEdges edges = surface_edges(triangles, counted);
  OpenEdges open;
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto [low, high] = edges.edges[e];
    int balance = 0;
    for (Index f : edges.faces[e]) balance += turns_along(triangles[f], low, high) ? 1 : -1;
    const auto unmatched = static_cast<std::size_t>(std::abs(balance));
    open.count += unmatched;
    open.length +=
        static_cast<double>(unmatched) * length(surface.vertices[high] - surface.vertices[low]);
  }
  return open;
}

}  // namespace pliant

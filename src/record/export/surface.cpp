#include "record/export/surface.h"

#include <pliant/topology.h>

namespace pliant::record {

std::vector<Vec3d> Surface::positions(std::span<const Vec3d> body) const {
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

Surface surface_of(const Mesh& mesh) {
  Surface surface;
  surface.triangles = mesh.triangles.cells;
  if (!mesh.tetrahedra.empty()) {
    const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
    surface.triangles = boundary_triangles(
        cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
  }
  std::vector<Index> number(mesh.vertices.size(), no_index);
  for (Triangle& triangle : surface.triangles)
    for (Index& v : triangle) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(surface.vertices.size());
        surface.vertices.push_back(v);
      }
      v = number[v];
    }
  return surface;
}

}  // namespace pliant::record

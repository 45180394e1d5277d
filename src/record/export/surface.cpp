#include "record/export/surface.h"

#include <pliant/topology.h>

namespace pliant::record {

std::vector<Vec3d> Surface::positions(std::span<const Vec3d> body) const {
  if (own != nullptr) return own->positions(body);
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

std::vector<float> Surface::values(std::span<const float> body) const {
  if (own != nullptr) return own->embedding.apply(body);
  std::vector<float> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

namespace {

Surface coarse_surface(const Mesh& mesh) {
  Surface surface;
  std::vector<Triangle>& triangles = surface.shape.triangles.cells;
  triangles = mesh.triangles.cells;
  if (mesh.tetrahedra.empty()) {
    surface.shape.appearance = mesh.appearance;
  } else {
    const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
    triangles = boundary_triangles(
        cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
  }
  std::vector<Index> number(mesh.vertices.size(), no_index);
  for (Triangle& triangle : triangles)
    for (Index& v : triangle) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(surface.vertices.size());
        surface.vertices.push_back(v);
      }
      v = number[v];
    }
  surface.shape.vertices = surface.positions(mesh.vertices);
  return surface;
}

}  // namespace

Surface surface_of(const RecordedBody& body, SkinShown skin) {
  if (skin == SkinShown::coarse || !body.surface || body.surface->surface.triangles.empty())
    return coarse_surface(body.mesh);
  Surface surface;
  surface.own = body.surface.get();
  surface.shape.vertices = surface.own->surface.vertices;
  surface.shape.triangles = surface.own->surface.triangles;
  surface.shape.appearance = surface.own->surface.appearance;
  return surface;
}

}  // namespace pliant::record

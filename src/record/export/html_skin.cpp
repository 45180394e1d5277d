#include "record/export/html_skin.h"

#include <pliant/topology.h>

#include <cmath>
#include <limits>

#include "mesh/cells.h"
#include "record/export/html_packing.h"
#include "record/export/surface.h"

namespace pliant::record {

namespace {

void number_lines(const Mesh& mesh, Skin& skin) {
  std::vector<Index> number(mesh.vertices.size(), no_index);
  skin.lines = flat<2>(mesh.lines.cells);
  for (Index& v : skin.lines) {
    if (number[v] == no_index) {
      number[v] = static_cast<Index>(skin.vertices.size());
      skin.vertices.push_back(v);
    }
    v = number[v];
  }
}

Lists tetrahedra_at(std::span<const Index> vertices, const Mesh& mesh) {
  Lists chosen;
  if (mesh.tetrahedra.empty()) return chosen;
  const Lists all =
      vertex_cells(std::span<const Tetrahedron>(mesh.tetrahedra.cells), mesh.vertices.size());
  for (const Index v : vertices) {
    chosen.items.insert(chosen.items.end(), all[v].begin(), all[v].end());
    chosen.offsets.push_back(chosen.items.size());
  }
  return chosen;
}

}  // namespace

Skin::Skin(const Mesh& body) : mesh(&body) {
  Surface surface = surface_of(body);
  vertices = std::move(surface.vertices);
  triangles = flat<3>(surface.triangles);
  if (triangles.empty()) number_lines(body, *this);
  if (vertices.empty())
    for (Index v = 0; v < body.vertices.size(); ++v) vertices.push_back(v);
  earlier = earlier_neighbours(vertices.size(), triangles, lines);
  tetrahedra = tetrahedra_at(vertices, body);
  for (const Tetrahedron& t : body.tetrahedra.cells)
    rest_volumes.push_back(std::abs(signed_volume(body.vertices[t[0]], body.vertices[t[1]],
                                                  body.vertices[t[2]], body.vertices[t[3]])));
}

std::vector<Vec3d> Skin::positions(std::span<const Vec3d> body) const {
  std::vector<Vec3d> found;
  found.reserve(vertices.size());
  for (const Index v : vertices) found.push_back(body[v]);
  return found;
}

std::vector<float> Skin::means(std::span<const float> of_tetrahedra) const {
  std::vector<float> found(size(), std::numeric_limits<float>::quiet_NaN());
  for (std::size_t v = 0; v < tetrahedra.size(); ++v) {
    double sum = 0, weight = 0;
    for (const Index t : tetrahedra[v]) {
      if (!std::isfinite(of_tetrahedra[t])) continue;
      sum += rest_volumes[t] * of_tetrahedra[t];
      weight += rest_volumes[t];
    }
    if (weight > 0) found[v] = static_cast<float>(sum / weight);
  }
  return found;
}

}  // namespace pliant::record

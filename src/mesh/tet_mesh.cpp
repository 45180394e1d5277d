#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "mesh/cells.h"

namespace pliant {

namespace {

// Turns wrongly wound tetrahedra round; refuses those without volume.
std::size_t orient(Mesh& mesh) {
  std::size_t turned = 0;
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    Tetrahedron& t = mesh.tetrahedra[i];
    const auto at = [&](int k) { return mesh.vertices[t[k]]; };
    const double volume = signed_volume(at(0), at(1), at(2), at(3));
    if (volume == 0 || repeats_vertex(t))
      throw InputError("", 0, text("tetrahedron ", i, " has no volume"),
                       "remove it with 'pliant check --repair'");
    if (!std::isfinite(volume))
      throw InputError("", 0, text("tetrahedron ", i, " is too large to compute with"),
                       "coordinates are in metres");
    if (volume < 0) {
      std::swap(t[2], t[3]);
      ++turned;
    }
  }
  return turned;
}

std::vector<Line> sorted_edges(std::vector<Line> edges) {
  for (Line& e : edges)
    if (e[0] > e[1]) std::swap(e[0], e[1]);
  std::ranges::sort(edges);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

std::vector<Line> edges_of(const std::vector<Hexahedron>& hexahedra) {
  static constexpr std::size_t sides[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                               {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  std::vector<Line> edges;
  for (const Hexahedron& h : hexahedra)
    for (const auto& [a, b] : sides) edges.push_back({h[a], h[b]});
  return sorted_edges(std::move(edges));
}

}  // namespace

TetMesh::TetMesh(Mesh mesh, Notes* notes) : mesh_(std::move(mesh)) {
  if (mesh_.tetrahedra.empty())
    throw InputError("", 0, "the mesh has no tetrahedra", "fill a surface with 'pliant mesh'");
  const std::size_t turned = orient(mesh_);
  if (turned > 0 && notes != nullptr)
    notes->push_back(text("turned ",
                          plural(turned, "wrongly wound tetrahedron", "wrongly wound tetrahedra"),
                          " round"));
  vertex_tetrahedra_ = vertex_cells(tetrahedra(), mesh_.vertices.size());
  edges_ = unique_edges(tetrahedra(), vertex_tetrahedra_);
  neighbours_ = tetrahedron_neighbours(tetrahedra(), vertex_tetrahedra_);
  boundary_ = boundary_triangles(tetrahedra(), neighbours_);
  vertex_edges_ = vertex_cells(edges(), mesh_.vertices.size());
}

TetMesh TetMesh::of_cells(Mesh mesh, Notes* notes) {
  if (!mesh.tetrahedra.empty()) return TetMesh(std::move(mesh), notes);
  if (mesh.hexahedra.empty() && mesh.triangles.empty() && mesh.lines.empty())
    throw InputError("", 0, "the mesh has no cells", "give one with cells of any kind");
  TetMesh out;
  out.mesh_ = std::move(mesh);
  const Mesh& m = out.mesh_;
  out.vertex_tetrahedra_ = vertex_cells(out.tetrahedra(), m.vertices.size());
  if (!m.hexahedra.empty()) {
    out.edges_ = edges_of(m.hexahedra.cells);
    out.boundary_ = boundary_triangles(std::span<const Hexahedron>(m.hexahedra.cells));
  } else if (!m.triangles.empty()) {
    const std::span<const Triangle> triangles = m.triangles.cells;
    out.edges_ = unique_edges<3>(triangles, vertex_cells<3>(triangles, m.vertices.size()));
    out.boundary_.assign(triangles.begin(), triangles.end());
  } else {
    out.edges_ = sorted_edges(m.lines.cells);
  }
  out.vertex_edges_ = vertex_cells(out.edges(), m.vertices.size());
  return out;
}

BodyKind TetMesh::kind() const {
  return !mesh_.tetrahedra.empty()  ? BodyKind::solid
         : !mesh_.hexahedra.empty() ? BodyKind::hexahedra
         : !mesh_.triangles.empty() ? BodyKind::cloth
                                    : BodyKind::chain;
}

std::string_view name(BodyKind kind) {
  switch (kind) {
    case BodyKind::solid:
      return "a solid of tetrahedra";
    case BodyKind::hexahedra:
      return "a solid of hexahedra";
    case BodyKind::cloth:
      return "cloth";
    case BodyKind::chain:
      break;
  }
  return "a chain";
}

double TetMesh::volume() const {
  return kind() == BodyKind::hexahedra ? enclosed_volume(vertices(), boundary_)
                                       : total_volume(vertices(), tetrahedra());
}

double TetMesh::surface_area() const {
  return pliant::surface_area(vertices(), boundary_);
}

}  // namespace pliant

#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/tet_mesh.h>
#include <pliant/topology.h>

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

double TetMesh::volume() const {
  return total_volume(vertices(), tetrahedra());
}

double TetMesh::surface_area() const {
  return pliant::surface_area(vertices(), boundary_);
}

}  // namespace pliant

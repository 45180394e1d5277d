#include <pliant/error.h>
#include <pliant/generate.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/generate/pieces.h"
#include "mesh/generate/resolution.h"
#include "mesh/generate/surface_field.h"

namespace pliant {

namespace {

using namespace generate;

bool finite(const Vec3d& p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

void check(const MesherOptions& options) {
  if (!std::isfinite(options.edge) || options.edge < 0)
    throw InputError("", 0, text("the edges' length is ", options.edge),
                     "give a positive length, or 0 to have one chosen");
}

void check_not_empty(const Mesh& mesh) {
  if (mesh.tetrahedra.empty())
    throw InputError("", 0, "no lattice point lies inside the solid",
                     "use shorter edges or more tetrahedra");
}

void check(const Mesh& surface) {
  if (surface.triangles.empty())
    throw InputError("", 0, "the surface has no triangles", "give a closed surface");
  for (std::size_t i = 0; i < surface.triangles.size(); ++i)
    for (Index v : surface.triangles[i]) {
      if (v >= surface.vertices.size())
        throw InputError("", 0, text("triangle ", i, " has the missing vertex ", v),
                         "use indices below the number of vertices");
      if (!finite(surface.vertices[v]))
        throw InputError("", 0, text("vertex ", v, " of the surface is not finite"),
                         "repair the surface with 'pliant check --repair'");
    }
}

std::size_t boundary_pieces(const Mesh& mesh) {
  const std::span<const Tetrahedron> tetrahedra(mesh.tetrahedra.cells);
  const auto neighbours =
      tetrahedron_neighbours(tetrahedra, vertex_cells(tetrahedra, mesh.vertices.size()));
  return count_pieces<3>(boundary_triangles(tetrahedra, neighbours), mesh.vertices.size());
}

// Percent with two digits.
double percent(double part) {
  return std::round(part * 1e4) / 1e2;
}

void note_losses(const SurfaceField& field, const Mesh& mesh, Notes& notes) {
  if (!field.closed())
    notes.push_back(
        text("the surface is not closed: ",
             plural(field.open_edges(), "side of a triangle has", "sides of triangles have"),
             " no partner; holes were filled where the winding number is 1/2"));
  if (field.inside_out())
    notes.push_back(text("the surface faces inwards (its volume is ", -field.volume(),
                         "); it was turned inside out"));
  if (!field.closed()) return;
  const double off = volume_of(mesh) / field.volume() - 1;
  if (std::abs(off) > 0.01)
    notes.push_back(text("the mesh has ", percent(std::abs(off)), " % ", off < 0 ? "less" : "more",
                         " volume than the surface; thin parts or sharp edges may be lost: use "
                         "shorter edges"));
  const std::size_t pieces = boundary_pieces(mesh);
  if (pieces != field.pieces())
    notes.push_back(text("the surface has ", plural(field.pieces(), "piece", "pieces"),
                         ", the mesh's has ", pieces,
                         "; thin parts may be lost or joined: use shorter edges"));
}

}  // namespace

Mesh tetrahedralise(const Implicit& solid, const MesherOptions& options) {
  check(options);
  const Vec3d size = solid.high - solid.low;
  if (!solid.value) throw InputError("", 0, "the solid has no function", "set its value");
  if (!finite(solid.low) || !finite(solid.high) || !finite(size) ||
      !(std::min({size.x, size.y, size.z}) > 0))
    throw InputError("", 0, "the solid's box is empty or not finite",
                     "give a low and a high corner that enclose it");
  Mesh mesh = fill(ImplicitField(solid), options, 0);
  check_not_empty(mesh);
  return mesh;
}

Mesh tetrahedralise(const Mesh& surface, const MesherOptions& options, Notes* notes) {
  check(options);
  check(surface);
  const SurfaceField field(surface);
  const Vec3d size = field.box().size();
  if (!finite(size) || !(std::min({size.x, size.y, size.z}) > 0))
    throw InputError("", 0, "the surface is flat or too large", "give a surface with an inside");
  Mesh mesh = fill(field, options, field.closed() ? field.volume() : 0);
  check_not_empty(mesh);
  if (notes != nullptr) note_losses(field, mesh, *notes);
  return mesh;
}

}  // namespace pliant

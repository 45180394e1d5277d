#pragma once

#include <pliant/mesh.h>
#include <pliant/notes.h>

#include <span>
#include <string_view>
#include <vector>

namespace pliant {

/// What a body's cells are.
enum class BodyKind { solid, hexahedra, cloth, chain };
std::string_view name(BodyKind kind);

/// A tetrahedral mesh with its connectivity; it does not change after it is built.
class TetMesh {
 public:
  /// Takes a mesh with at least one tetrahedron and none of zero volume or with a repeated
  /// vertex (InputError otherwise). Wrongly wound tetrahedra are turned round and noted.
  explicit TetMesh(Mesh mesh, Notes* notes = nullptr);
  /// Also of cells that are no tetrahedra, of which it has none then: hexahedra, else the triangles
  /// of a sheet, else the lines of a chain. Edges are those of these cells; the boundary is the
  /// outside of hexahedra, or the sheet.
  static TetMesh of_cells(Mesh mesh, Notes* notes = nullptr);

  BodyKind kind() const;
  const Mesh& mesh() const { return mesh_; }
  std::span<const Vec3d> vertices() const { return mesh_.vertices; }
  std::span<const Tetrahedron> tetrahedra() const { return mesh_.tetrahedra.cells; }

  /// Each edge once, lower vertex first, in lexicographic order.
  std::span<const Line> edges() const { return edges_; }
  /// The faces of the boundary, facing outwards.
  std::span<const Triangle> boundary() const { return boundary_; }
  /// Neighbour i of a tetrahedron lies opposite its vertex i; no_index at the boundary.
  std::span<const Cell<4>> neighbours() const { return neighbours_; }
  const Lists& vertex_tetrahedra() const { return vertex_tetrahedra_; }
  const Lists& vertex_edges() const { return vertex_edges_; }

  double volume() const;        ///< m³; 0 of cloth and chains
  double surface_area() const;  ///< m²

 private:
  TetMesh() = default;

  Mesh mesh_;
  std::vector<Line> edges_;
  std::vector<Triangle> boundary_;
  std::vector<Cell<4>> neighbours_;
  Lists vertex_tetrahedra_;
  Lists vertex_edges_;
};

}  // namespace pliant

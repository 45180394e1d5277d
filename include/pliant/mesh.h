#pragma once

#include <pliant/appearance.h>
#include <pliant/vec3.h>
#include <pliant/voronoi_diagram.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pliant {

/// One relation's vertices. Lines have 2, triangles 3, tetrahedra 4, hexahedra 8.
/// Triangles of a surface turn counter-clockwise seen from outside. A tetrahedron a b c d has
/// signed_volume(a, b, c, d) > 0. A hexahedron lists its bottom square, then its top square
/// (VTK's order).
template <std::size_t N>
using Cell = std::array<Index, N>;
using Line = Cell<2>;
using Triangle = Cell<3>;
using Tetrahedron = Cell<4>;
using Hexahedron = Cell<8>;

/// Cells of one arity. `regions` is empty (all cells in region 0) or has one label a cell.
template <std::size_t N>
struct Cells {
  std::vector<Cell<N>> cells;
  std::vector<std::int32_t> regions;

  std::size_t size() const { return cells.size(); }
  bool empty() const { return cells.empty(); }
  const Cell<N>& operator[](std::size_t i) const { return cells[i]; }
  Cell<N>& operator[](std::size_t i) { return cells[i]; }
  std::int32_t region(std::size_t i) const { return regions.empty() ? 0 : regions[i]; }
  bool operator==(const Cells&) const = default;
};

/// What a mesh file holds: vertices, cells of up to four kinds, labels, named groups of vertices.
/// A plain value without invariants beyond "every index is below vertices.size()", which readers
/// guarantee. Geometry that needs connectivity lives in topology.h and TetMesh.
struct Mesh {
  std::vector<Vec3d> vertices;  ///< metres
  Cells<2> lines;
  Cells<3> triangles;  ///< a surface, or faces stored beside tetrahedra
  Cells<4> tetrahedra;
  Cells<8> hexahedra;
  std::map<std::string, std::vector<Index>> groups;  ///< sorted vertex indices, by name
  std::optional<VoronoiDiagram> voronoi;             ///< as stored in .str files
  /// Of `triangles`; goes where these become others.
  std::optional<Appearance> appearance{};

  bool operator==(const Mesh&) const = default;
};

}  // namespace pliant

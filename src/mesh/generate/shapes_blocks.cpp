#include "mesh/generate/shapes_blocks.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"

namespace pliant::shape {

namespace {

// The faces of a hexahedron, turning counter-clockwise seen from outside.
constexpr int hexahedron_face[6][4] = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                       {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};

void split_in_six(const Hexahedron& hexahedron, std::vector<Tetrahedron>& out) {
  const Index apex = *std::ranges::min_element(hexahedron);
  for (const auto& face : hexahedron_face) {
    std::array<Index, 4> q;
    for (int i = 0; i < 4; ++i) q[i] = hexahedron[face[i]];
    std::rotate(q.begin(), std::ranges::min_element(q), q.end());
    if (q[0] == apex) continue;
    out.push_back({q[0], q[2], q[1], apex});
    out.push_back({q[0], q[3], q[2], apex});
  }
}

}  // namespace

void check_cell_count(double cells) {
  constexpr double most = 2e7;
  if (cells > most)
    throw InputError("", 0, text("the shape would have ", cells, " cells"),
                     text("at most ", most, " are made; ask for fewer"));
}

Mesh block(const Vec3d& size, const BlockCells& cells) {
  check_cell_count(static_cast<double>(cells.x) * static_cast<double>(cells.y) *
                   static_cast<double>(cells.z));
  const auto part = [](std::size_t i, std::size_t n) {
    return static_cast<double>(i) / static_cast<double>(n);
  };
  Mesh mesh;
  mesh.vertices.reserve((cells.x + 1) * (cells.y + 1) * (cells.z + 1));
  for (std::size_t i = 0; i <= cells.x; ++i)
    for (std::size_t j = 0; j <= cells.y; ++j)
      for (std::size_t k = 0; k <= cells.z; ++k)
        mesh.vertices.push_back({(part(i, cells.x) - 0.5) * size.x, part(j, cells.y) * size.y,
                                 (part(k, cells.z) - 0.5) * size.z});
  mesh.hexahedra.cells.reserve(cells.x * cells.y * cells.z);
  for (std::size_t i = 0; i < cells.x; ++i)
    for (std::size_t j = 0; j < cells.y; ++j)
      for (std::size_t k = 0; k < cells.z; ++k)
        mesh.hexahedra.cells.push_back(
            {cells.vertex(i, j, k), cells.vertex(i + 1, j, k), cells.vertex(i + 1, j + 1, k),
             cells.vertex(i, j + 1, k), cells.vertex(i, j, k + 1), cells.vertex(i + 1, j, k + 1),
             cells.vertex(i + 1, j + 1, k + 1), cells.vertex(i, j + 1, k + 1)});
  return mesh;
}

void split_in_six(Mesh& mesh) {
  mesh.tetrahedra.cells.reserve(6 * mesh.hexahedra.size());
  for (const auto& hexahedron : mesh.hexahedra.cells)
    split_in_six(hexahedron, mesh.tetrahedra.cells);
  mesh.hexahedra = {};
}

void split_in_five(Mesh& mesh, const BlockCells& cells) {
  constexpr int even[5][4] = {{1, 3, 4, 6}, {0, 1, 3, 4}, {2, 3, 1, 6}, {5, 4, 6, 1}, {7, 6, 4, 3}};
  constexpr int odd[5][4] = {{0, 2, 7, 5}, {1, 2, 0, 5}, {3, 0, 2, 7}, {4, 7, 5, 0}, {6, 5, 7, 2}};
  mesh.tetrahedra.cells.reserve(5 * mesh.hexahedra.size());
  for (std::size_t h = 0; h < mesh.hexahedra.size(); ++h) {
    const std::size_t i = h / (cells.y * cells.z), j = h / cells.z % cells.y, k = h % cells.z;
    for (const auto& t : (i + j + k) % 2 == 0 ? even : odd)
      mesh.tetrahedra.cells.push_back({mesh.hexahedra[h][t[0]], mesh.hexahedra[h][t[1]],
                                       mesh.hexahedra[h][t[2]], mesh.hexahedra[h][t[3]]});
  }
  mesh.hexahedra = {};
}

std::array<std::size_t, 2> around_square(std::size_t i, std::size_t cells) {
  const std::size_t side = i / cells % 4, along = i % cells;
  switch (side) {
    case 0:
      return {along, 0};
    case 1:
      return {cells, along};
    case 2:
      return {cells - along, cells};
    default:
      return {0, cells - along};
  }
}

Plane disc(std::size_t cells, std::size_t rings) {
  // The square's half side, and how much its sides bulge: those that give the largest least
  // dihedral angle of cylinders and rings.
  constexpr double half = 0.42, bulge = 0.2;
  const double quarter = std::numbers::pi / 4;
  const std::size_t around = 4 * cells;
  const auto on_grid = [&](std::size_t i, std::size_t j) {
    return static_cast<Index>(i * (cells + 1) + j);
  };
  const auto coordinate = [&](std::size_t i) {
    return 2.0 * static_cast<double>(i) / static_cast<double>(cells) - 1.0;
  };
  Plane plane;
  for (std::size_t i = 0; i <= cells; ++i)
    for (std::size_t j = 0; j <= cells; ++j) {
      const double u = coordinate(i), v = coordinate(j);
      plane.points.push_back({half * u * (1 + bulge * (1 - v * v) * u * u),
                              half * v * (1 + bulge * (1 - u * u) * v * v)});
    }
  for (std::size_t i = 0; i < cells; ++i)
    for (std::size_t j = 0; j < cells; ++j)
      plane.quads.push_back(
          {on_grid(i, j), on_grid(i + 1, j), on_grid(i + 1, j + 1), on_grid(i, j + 1)});

  const auto inner = static_cast<Index>(plane.points.size());
  const auto on_ring = [&](std::size_t ring, std::size_t i) {
    i %= around;
    if (ring == 0) {
      const auto [a, b] = around_square(i, cells);
      return on_grid(a, b);
    }
    return static_cast<Index>(inner + (ring - 1) * around + i);
  };
  for (std::size_t ring = 1; ring <= rings; ++ring) {
    const double t = static_cast<double>(ring) / static_cast<double>(rings);
    for (std::size_t i = 0; i < around; ++i) {
      const double angle =
          quarter * (2.0 * static_cast<double>(i) / static_cast<double>(cells) - 3);
      const Plane::Point& p = plane.points[on_ring(0, i)];
      plane.points.push_back(
          {(1 - t) * p.u + t * std::cos(angle), (1 - t) * p.v + t * std::sin(angle)});
    }
    for (std::size_t i = 0; i < around; ++i)
      plane.quads.push_back(
          {on_ring(ring - 1, i), on_ring(ring, i), on_ring(ring, i + 1), on_ring(ring - 1, i + 1)});
  }
  return plane;
}

}  // namespace pliant::shape

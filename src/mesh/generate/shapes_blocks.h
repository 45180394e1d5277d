#pragma once

#include <pliant/mesh.h>

#include <array>
#include <cstddef>
#include <vector>

// Hexahedral blocks from which the solid shapes are built, and their split into tetrahedra.

namespace pliant::shape {

struct BlockCells {
  std::size_t x, y, z;

  Index vertex(std::size_t i, std::size_t j, std::size_t k) const {
    return static_cast<Index>((i * (y + 1) + j) * (z + 1) + k);
  }
};

/// A block of hexahedra from y = 0 up, centred in x and z. InputError when the cells are too many.
Mesh block(const Vec3d& size, const BlockCells& cells);

/// Splits every hexahedron into six tetrahedra around the diagonal from its lowest-numbered
/// vertex. Each square face is cut from its own lowest vertex, so that neighbours agree however
/// the hexahedra are joined; in a block this is Kuhn's split.
void split_in_six(Mesh& mesh);

/// Splits a block's hexahedra into five: a regular tetrahedron and four corners. Every second
/// cell is mirrored so that neighbours agree.
void split_in_five(Mesh& mesh, const BlockCells& cells);

/// A plane figure of quadrilaterals that turn counter-clockwise.
struct Plane {
  struct Point {
    double u, v;
  };
  std::vector<Point> points;
  std::vector<std::array<Index, 4>> quads;
};

/// A disc of radius 1: a square of `cells` x `cells` in the middle, rings around it.
Plane disc(std::size_t cells, std::size_t rings);

/// Sweeps a figure through `steps` steps. `place(point, step)` gives the position of a point of
/// the figure after that many steps; `closed`: the last step ends where the first began. Moving
/// along the steps must be moving towards the side from which the quads turn counter-clockwise.
template <class Place>
Mesh sweep(const Plane& plane, std::size_t steps, bool closed, const Place& place) {
  const std::size_t layers = closed ? steps : steps + 1;
  const std::size_t count = plane.points.size();
  Mesh mesh;
  mesh.vertices.reserve(layers * count);
  for (std::size_t step = 0; step < layers; ++step)
    for (const auto& point : plane.points) mesh.vertices.push_back(place(point, step));
  mesh.hexahedra.cells.reserve(steps * plane.quads.size());
  for (std::size_t step = 0; step < steps; ++step) {
    const auto low = static_cast<Index>(step * count);
    const auto high = static_cast<Index>((step + 1) % layers * count);
    for (const auto& q : plane.quads)
      mesh.hexahedra.cells.push_back({low + q[0], low + q[1], low + q[2], low + q[3], high + q[0],
                                      high + q[1], high + q[2], high + q[3]});
  }
  return mesh;
}

/// Point `i` of the 4 * `cells` points around the square [0, cells]^2, counter-clockwise from its
/// corner (0, 0).
std::array<std::size_t, 2> around_square(std::size_t i, std::size_t cells);

/// InputError when a shape would have more cells than memory is likely to hold.
void check_cell_count(double cells);

}  // namespace pliant::shape

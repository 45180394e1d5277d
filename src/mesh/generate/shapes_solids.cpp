#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "mesh/generate/shapes_blocks.h"
#include "mesh/generate/shapes_builders.h"

namespace pliant::shape {

namespace {

// How many cells of the given edge length fit best into a length; at least one.
std::size_t cells_in(double length, double edge) {
  const double cells = std::max(1.0, std::round(length / edge));
  check_cell_count(cells);
  return static_cast<std::size_t>(cells);
}

Mesh split_block(const Vec3d& size, const BlockCells& cells, std::size_t tetrahedra_per_cell) {
  Mesh mesh = block(size, cells);
  if (tetrahedra_per_cell == 5)
    split_in_five(mesh, cells);
  else
    split_in_six(mesh);
  return mesh;
}

// The cells of a block of which the longest side has `along` cells.
BlockCells near_cubes(const Vec3d& size, std::size_t along) {
  const double edge = size.x / static_cast<double>(along);
  return {along, cells_in(size.y, edge), cells_in(size.z, edge)};
}

// Pulls the points nearer than `radius` to a side of the block in, so that its edges and corners
// become round.
void round_edges(std::vector<Vec3d>& points, const Vec3d& size, double radius) {
  const Vec3d centre{0, size.y / 2, 0};
  for (auto& point : points) {
    const Vec3d p = point - centre;
    Vec3d core, out;
    for (int i = 0; i < 3; ++i) {
      const double reach = size[i] / 2 - radius;
      core[i] = std::clamp(p[i], -reach, reach);
      out[i] = p[i] - core[i];
    }
    const double largest = std::max({std::abs(out.x), std::abs(out.y), std::abs(out.z)});
    if (largest > 0) point = centre + core + out * (largest / length(out));
  }
}

// The figure of a beam seen from its side: rings that lead from the hole to a square, and blocks
// of columns left and right of the square. All lengths are in units of the beam's height.
Plane plate_with_hole(double length, double radius, std::size_t cells) {
  const std::size_t around = 4 * cells, rings = (cells + 1) / 2;
  const std::size_t columns = cells_in((length - 1) / 2, 1.0 / static_cast<double>(cells));
  const auto part = [](std::size_t i, std::size_t n) {
    return static_cast<double>(i) / static_cast<double>(n);
  };
  Plane plane;
  const auto on_ring = [&](std::size_t ring, std::size_t i) {
    return static_cast<Index>(ring * around + i % around);
  };
  for (std::size_t ring = 0; ring <= rings; ++ring)
    for (std::size_t i = 0; i < around; ++i) {
      const auto [a, b] = around_square(i, cells);
      const double angle = (part(i, cells) * 2 - 3) * std::atan(1.0), t = part(ring, rings);
      plane.points.push_back({(1 - t) * radius * std::cos(angle) + t * (part(a, cells) - 0.5),
                              (1 - t) * radius * std::sin(angle) + t * (part(b, cells) - 0.5)});
    }
  for (std::size_t ring = 0; ring < rings; ++ring)
    for (std::size_t i = 0; i < around; ++i)
      plane.quads.push_back(
          {on_ring(ring, i), on_ring(ring + 1, i), on_ring(ring + 1, i + 1), on_ring(ring, i + 1)});

  for (const double side : {1.0, -1.0}) {
    const auto first = static_cast<Index>(plane.points.size());
    // Rows count upwards on the right and downwards on the left: half a turn maps one onto the
    // other and keeps the sense of the quads.
    const auto at = [&](std::size_t column, std::size_t row) {
      if (column == 0) return on_ring(rings, (side > 0 ? 1 : 3) * cells + row);
      return static_cast<Index>(first + (column - 1) * (cells + 1) + row);
    };
    for (std::size_t column = 1; column <= columns; ++column)
      for (std::size_t row = 0; row <= cells; ++row)
        plane.points.push_back({side * (0.5 + (length - 1) / 2 * part(column, columns)),
                                side * (part(row, cells) - 0.5)});
    for (std::size_t column = 0; column < columns; ++column)
      for (std::size_t row = 0; row < cells; ++row)
        plane.quads.push_back(
            {at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)});
  }
  return plane;
}

}  // namespace

Mesh cube(const Values& values) {
  const double size = values["size"];
  const std::size_t n = values.count("cells");
  return split_block({size, size, size}, {n, n, n}, values.count("tets_per_cell"));
}

Mesh grid(const Values& values) {
  return split_block({values["length"], values["height"], values["width"]},
                     {values.count("cells_x"), values.count("cells_y"), values.count("cells_z")},
                     values.count("tets_per_cell"));
}

Mesh beam(const Values& values) {
  const Vec3d size{values["length"], values["height"], values["width"]};
  return split_block(size, near_cubes(size, values.count("cells")), values.count("tets_per_cell"));
}

Mesh mattress(const Values& values) {
  const Vec3d size{values["length"], values["height"], values["width"]};
  const double radius = values["rounding"];
  const double room = std::min({size.x, size.y, size.z}) / 2;
  if (radius > room)
    throw InputError("", 0, text("edges cannot be rounded by ", radius, " m"),
                     text("for this mattress 'rounding' must be at most ", room));
  const BlockCells cells{values.count("cells"), cells_in(size.y, size.x / values["cells"] / 1.25),
                         cells_in(size.z, size.x / values["cells"])};
  Mesh mesh = block(size, cells);
  round_edges(mesh.vertices, size, radius);
  split_in_six(mesh);
  return mesh;
}

Mesh voxels(const Values& values) {
  const BlockCells cells{values.count("cells_x"), values.count("cells_y"), values.count("cells_z")};
  const double edge = values["edge"];
  return block({edge * values["cells_x"], edge * values["cells_y"], edge * values["cells_z"]},
               cells);
}

Mesh beam_with_hole(const Values& values) {
  const double height = values["height"], width = values["width"], radius = values["radius"];
  if (radius > 0.45 * height)
    throw InputError(
        "", 0, text("a hole of radius ", radius, " m is too wide for the beam"),
        text("for a height of ", height, " m the radius must be at most ", 0.45 * height));
  if (values["length"] < 1.2 * height)
    throw InputError("", 0, text("the beam is too short for its height of ", height, " m"),
                     text("its length must be at least ", 1.2 * height));
  const std::size_t cells = values.count("cells");
  const Plane plane = plate_with_hole(values["length"] / height, radius / height, cells);
  const std::size_t layers = cells_in(width, height / static_cast<double>(cells));
  check_cell_count(static_cast<double>(plane.quads.size()) * static_cast<double>(layers));
  Mesh mesh = sweep(plane, layers, false, [&](const Plane::Point& p, std::size_t step) {
    return Vec3d{height * p.u, height * (p.v + 0.5),
                 width * (static_cast<double>(step) / static_cast<double>(layers) - 0.5)};
  });
  split_in_six(mesh);
  return mesh;
}

}  // namespace pliant::shape

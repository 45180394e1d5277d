#include <pliant/distance.h>
#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "base/parallel.h"
#include "mesh/surface_places.h"
#include "mesh/triangle_tree.h"

namespace pliant {

namespace {

std::vector<Triangle> skin_of(const Mesh& mesh) {
  if (mesh.tetrahedra.empty()) return mesh.triangles.cells;
  const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
  return boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
}

// For each triangle of a mesh's skin the longest edge of the cells that touch it.
std::vector<double> cells_at(const Mesh& mesh, const std::vector<Triangle>& skin) {
  std::vector<double> longest(mesh.vertices.size());
  const auto add = [&](const auto& cells) {
    for (const auto& cell : cells) {
      double edge = 0;
      for (std::size_t i = 0; i < cell.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          edge = std::max(edge, length(mesh.vertices[cell[i]] - mesh.vertices[cell[j]]));
      for (const Index v : cell) longest[v] = std::max(longest[v], edge);
    }
  };
  if (mesh.tetrahedra.empty())
    add(skin);
  else
    add(mesh.tetrahedra.cells);
  std::vector<double> out;
  for (const auto& [a, b, c] : skin) out.push_back(std::max({longest[a], longest[b], longest[c]}));
  return out;
}

// The cell at a place, by the numbers of its own triangle and of the nearest other one.
using CellAt = std::function<double(std::size_t own, std::size_t nearest)>;

DistanceSpread distances(std::span<const Vec3d> vertices, std::span<const Triangle> triangles,
                         const TriangleTree& other, std::size_t samples, const CellAt& cell_at) {
  const double area = surface_area(vertices, triangles);
  struct Sum {
    DistanceSpread spread;
    std::size_t count = 0;
  };
  std::vector<Sum> sums(triangles.size());
  parallel_for(triangles.size(), 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3d &a = vertices[triangles[i][0]], &b = vertices[triangles[i][1]],
                  &c = vertices[triangles[i][2]];
      const double part = length(cross(b - a, c - a)) / 2 / area;
      for_places(a, b, c, part, samples, [&](const Vec3d& p) {
        const TriangleTree::Nearest nearest = other.nearest(p);
        const double distance = nearest.distance, cell = cell_at(i, nearest.triangle);
        DistanceSpread& spread = sums[i].spread;
        spread.in_cells = std::max(spread.in_cells, distance / cell);
        if (distance > cell / 2) ++spread.beyond_half;
        if (distance > spread.greatest) {
          spread.greatest = distance;
          spread.at = p;
        }
        spread.mean += distance;
        ++sums[i].count;
      });
      sums[i].spread.mean *= part / static_cast<double>(sums[i].count);
      sums[i].spread.beyond_half *= part / static_cast<double>(sums[i].count);
    }
  });
  DistanceSpread all;
  for (const Sum& sum : sums) {
    if (sum.spread.greatest > all.greatest) {
      all.greatest = sum.spread.greatest;
      all.at = sum.spread.at;
    }
    all.mean += sum.spread.mean;
    all.in_cells = std::max(all.in_cells, sum.spread.in_cells);
    all.beyond_half += sum.spread.beyond_half;
  }
  return all;
}

}  // namespace

SurfaceDistance surface_distance(const Mesh& surface, const Mesh& mesh, std::size_t samples) {
  const std::vector<Triangle> skin = skin_of(mesh);
  if (skin.empty() || surface.triangles.empty()) return {};
  const TriangleTree of_surface(surface.vertices, surface.triangles.cells);
  const TriangleTree of_mesh(mesh.vertices, skin);
  const std::vector<double> cells = cells_at(mesh, skin);
  return {distances(mesh.vertices, skin, of_surface, samples,
                    [&](std::size_t own, std::size_t) { return cells[own]; }),
          distances(surface.vertices, surface.triangles.cells, of_mesh, samples,
                    [&](std::size_t, std::size_t nearest) { return cells[nearest]; })};
}

}  // namespace pliant

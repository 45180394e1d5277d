#include <pliant/distance.h>
#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "mesh/triangle_tree.h"

namespace pliant {

namespace {

std::vector<Triangle> skin_of(const Mesh& mesh) {
  if (mesh.tetrahedra.empty()) return mesh.triangles.cells;
  const std::span<const Tetrahedron> cells(mesh.tetrahedra.cells);
  return boundary_triangles(
      cells, tetrahedron_neighbours(cells, vertex_cells(cells, mesh.vertices.size())));
}

// The places of a triangle's regular subdivision into rows of this many.
template <class Visit>
void for_places(const Vec3d& a, const Vec3d& b, const Vec3d& c, unsigned rows, Visit&& visit) {
  const Vec3d u = (b - a) / rows, v = (c - a) / rows;
  for (unsigned i = 0; i <= rows; ++i)
    for (unsigned j = 0; j <= rows - i; ++j) visit(a + u * i + v * j);
  visit((a + b + c) / 3.0);
}

DistanceSpread distances(std::span<const Vec3d> vertices, std::span<const Triangle> triangles,
                         const TriangleTree& other, std::size_t samples) {
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
      const double wanted = std::sqrt(2 * part * static_cast<double>(samples));
      const unsigned rows = static_cast<unsigned>(std::clamp(wanted, 1.0, 1000.0));
      for_places(a, b, c, rows, [&](const Vec3d& p) {
        const double distance = other.nearest(p).distance;
        DistanceSpread& spread = sums[i].spread;
        if (distance > spread.greatest) {
          spread.greatest = distance;
          spread.at = p;
        }
        spread.mean += distance;
        ++sums[i].count;
      });
      sums[i].spread.mean *= part / static_cast<double>(sums[i].count);
    }
  });
  DistanceSpread all;
  for (const Sum& sum : sums) {
    if (sum.spread.greatest > all.greatest) {
      all.greatest = sum.spread.greatest;
      all.at = sum.spread.at;
    }
    all.mean += sum.spread.mean;
  }
  return all;
}

}  // namespace

SurfaceDistance surface_distance(const Mesh& surface, const Mesh& mesh, std::size_t samples) {
  const std::vector<Triangle> skin = skin_of(mesh);
  if (skin.empty() || surface.triangles.empty()) return {};
  const TriangleTree of_surface(surface.vertices, surface.triangles.cells);
  const TriangleTree of_mesh(mesh.vertices, skin);
  return {distances(mesh.vertices, skin, of_surface, samples),
          distances(surface.vertices, surface.triangles.cells, of_mesh, samples)};
}

}  // namespace pliant

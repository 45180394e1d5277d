#include "mesh/generate/centring.h"

#include <pliant/quality.h>
#include <pliant/topology.h>

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "mesh/generate/tet_star.h"

namespace pliant::generate {

void centre_boundary(std::vector<Vec3d>& vertices, std::span<const Tetrahedron> tetrahedra,
                     std::span<const Freedom> freedom, const TriangleTree& surface, double volume) {
  const Lists touching = vertex_cells(tetrahedra, vertices.size());
  const auto boundary =
      boundary_triangles(tetrahedra, tetrahedron_neighbours(tetrahedra, touching));
  // The distance of a face's middle from the surface, outwards. Where the surface between the
  // vertices is a parabola, the mean over the face is three quarters of it.
  std::vector<Vec3d> normals(boundary.size());
  std::vector<double> distance(boundary.size());
  parallel_for(boundary.size(), 64, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [a, b, c] = boundary[i];
      normals[i] = cross(vertices[b] - vertices[a], vertices[c] - vertices[a]) * 0.5;
      const double area = length(normals[i]);
      const Vec3d middle = (vertices[a] + vertices[b] + vertices[c]) / 3.0;
      const double away = dot(surface.nearest(middle).point - middle, normals[i]) / area;
      // What is farther lies beside a part that is not there.
      const double most = 0.25 * std::sqrt(area);
      distance[i] = 0.75 * std::clamp(away, -most, most);
    }
  });
  std::vector<Vec3d> move(vertices.size()), normal(vertices.size());
  std::vector<double> weight(vertices.size()), mean(vertices.size());
  for (std::size_t i = 0; i < boundary.size(); ++i) {
    const double area = length(normals[i]);
    for (Index v : boundary[i]) {
      normal[v] += normals[i];
      weight[v] += area;
      mean[v] += area * distance[i];
    }
  }
  double gain = 0;  // of volume, if all vertices move
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (freedom[v] != Freedom::surface) mean[v] = 0;
    if (mean[v] == 0) continue;
    move[v] = normal[v] * (mean[v] / (weight[v] * std::max(length(normal[v]), 1e-300)));
    gain += dot(move[v], normal[v]) / 3;
  }
  const double missing = volume - total_volume(vertices, tetrahedra);
  if (std::abs(gain) < 1e-6 * volume) return;
  const double scale = std::clamp(missing / gain, 0.0, 1.5);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (mean[v] == 0) continue;
    const Vec3d from = vertices[v];
    for (double part : {1.0, 0.5}) {
      vertices[v] = from + move[v] * (scale * part);
      const bool good = std::ranges::all_of(touching[v], [&](Index t) {
        const auto& [a, b, c, d] = tetrahedra[t];
        return angle_measure(vertices[a], vertices[b], vertices[c], vertices[d]) >= 1.005;
      });
      if (good) break;
      vertices[v] = from;
    }
  }
}

}  // namespace pliant::generate

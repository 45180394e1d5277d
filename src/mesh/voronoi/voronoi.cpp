#include <pliant/voronoi.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "mesh/tetrahedron.h"
#include "mesh/voronoi/kinds.h"

namespace pliant {

VoronoiDiagram voronoi_diagram(const TetMesh& mesh, VoronoiKind kind, const Progress& progress) {
  if (kind == VoronoiKind::circumcentre) return voronoi::circumcentre_diagram(mesh, progress);
  return clipped_voronoi(mesh, progress).diagram;
}

Vec3d face_area_vector(const VoronoiDiagram& diagram, std::size_t face) {
  const auto polygon = diagram.face_vertices[face];
  Vec3d sum{};
  if (polygon.empty()) return sum;
  const Vec3d first = diagram.vertices[polygon[0]];
  for (std::size_t k = 2; k < polygon.size(); ++k)
    sum += cross(diagram.vertices[polygon[k - 1]] - first, diagram.vertices[polygon[k]] - first);
  return sum * 0.5;
}

double face_area(const VoronoiDiagram& diagram, std::size_t face) {
  return length(face_area_vector(diagram, face));
}

std::vector<double> pyramid_volumes(std::span<const Vec3d> particles,
                                    const VoronoiDiagram& diagram) {
  std::vector<double> volumes(particles.size(), 0.0);
  for (std::size_t f = 0; f < diagram.face_particles.size(); ++f) {
    const auto [p, q] = diagram.face_particles[f];
    if (diagram.face_vertices[f].empty()) continue;
    const Vec3d area = face_area_vector(diagram, f);
    const Vec3d on_face = diagram.vertices[diagram.face_vertices[f][0]];
    volumes[p] += dot(area, on_face - particles[p]) / 3;
    volumes[q] -= dot(area, on_face - particles[q]) / 3;
  }
  return volumes;
}

std::array<double, 4> barycentric(std::span<const Vec3d> particles, const VoronoiDiagram& diagram,
                                  std::size_t vertex) {
  const auto& [i0, i1, i2, i3] = diagram.dependencies[vertex];
  const Vec3d origin = particles[i0], x = diagram.vertices[vertex];
  const Vec3d a = particles[i1] - origin, b = particles[i2] - origin, c = particles[i3] - origin;
  auto weights = barycentric(x, std::array{origin, particles[i1], particles[i2], particles[i3]});
  // The products in them are rounded relative to their factors, and the vertex itself relative to
  // its distance from the origin.
  const double size =
      std::sqrt(std::max({dot(a, a), dot(b, b), dot(c, c), squared_length(x - origin)}));
  const double reach = size + length(x);
  const double rounding = 32 * std::numeric_limits<double>::epsilon() * size * size * reach /
                          std::abs(dot(cross(a, b), c));
  double sum = 0;
  for (double& weight : weights) {
    if (weight < 0 && weight > -rounding) weight = 0;
    sum += weight;
  }
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace pliant

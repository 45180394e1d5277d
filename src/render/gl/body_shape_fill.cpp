#include "base/parallel.h"
#include "render/gl/body_shape.h"

namespace pliant::render::gl {

namespace {

Vec3f narrowed(const Vec3d& p) {
  return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
}

Vec3f unit_or_zero(const Vec3f& n) {
  const float size = length(n);
  return size > 0 && std::isfinite(size) ? n / size : Vec3f{};
}

}  // namespace

Vec3d BodyShape::place(Index point, std::span<const Vec3d> positions) const {
  if (point < vertex_count_) return positions[point];
  const Point& p = points_[point - vertex_count_];
  Vec3d sum;
  for (std::size_t k = 0; k < 4; ++k)
    if (p.weights[k] != 0) sum += positions[p.vertices[k]] * static_cast<double>(p.weights[k]);
  return sum;
}

float BodyShape::value(Index point, std::span<const float> values) const {
  if (point < vertex_count_) return values[point];
  const Point& p = points_[point - vertex_count_];
  float sum = 0;
  for (std::size_t k = 0; k < 4; ++k)
    if (p.weights[k] != 0) sum += values[p.vertices[k]] * p.weights[k];
  return sum;
}

void BodyShape::fill(std::span<const Vec3d> positions, const FieldValues& field,
                     const Vec3d& origin, std::vector<Corner>& corners) const {
  constexpr std::size_t grain = 4096;
  corners.resize(3 * triangles_.size());
  parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const Triangle3& triangle = triangles_[t];
      for (std::size_t k = 0; k < 3; ++k) {
        Corner& c = corners[3 * t + k];
        const Vec3f p = narrowed(place(triangle.points[k], positions) - origin);
        c = {{p.x, p.y, p.z}, {}, triangle.tint, {}, static_cast<std::uint8_t>(triangle.kind)};
        for (std::size_t side = 0; side < 3; ++side) {
          // The edge opposite corner `side` begins at the corner after it.
          const bool drawn = (triangle.edges >> ((side + 1) % 3) & 1u) != 0;
          c.edge[side] = side == k || !drawn ? 255 : 0;
        }
        if (field.values.empty() || triangle.kind == FaceKind::voronoi) continue;
        if (field.place == FieldPlace::vertices)
          c.value = value(triangle.points[k], field.values);
        else if (triangle.tetrahedron != no_index)
          c.value = field.values[triangle.tetrahedron];
      }
    }
  });
  std::vector<Vec3f> normals(normal_count_);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    Corner* c = &corners[3 * t];
    const auto at = [&](int k) {
      return Vec3f{c[k].position[0], c[k].position[1], c[k].position[2]};
    };
    const Vec3f n = cross(at(1) - at(0), at(2) - at(0));
    if (!is_finite(n)) {
      for (int k = 0; k < 3; ++k) c[k].position[0] = c[k].position[1] = c[k].position[2] = 0;
      continue;
    }
    for (const Index group : triangles_[t].normals) normals[group] += n;
  }
  parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3f n = unit_or_zero(normals[triangles_[t].normals[k]]);
        Corner& c = corners[3 * t + k];
        c.normal[0] = n.x, c.normal[1] = n.y, c.normal[2] = n.z;
      }
  });
}

}  // namespace pliant::render::gl

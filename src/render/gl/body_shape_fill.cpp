#include "base/parallel.h"
#include "render/gl/body_shape.h"

namespace pliant::render::gl {

namespace {

constexpr std::size_t grain = 4096;

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

std::array<Vec3f, 3> BodyShape::places(const Triangle3& triangle, std::span<const Vec3d> positions,
                                       const Vec3d& origin) const {
  return {narrowed(place(triangle.points[0], positions) - origin),
          narrowed(place(triangle.points[1], positions) - origin),
          narrowed(place(triangle.points[2], positions) - origin)};
}

// Gathered from the triangles of each, so that threads need not wait for each other.
std::vector<Vec3f> BodyShape::normals(std::span<const Vec3d> positions, const Vec3d& origin) const {
  std::vector<Vec3f> of_triangles(triangles_.size());
  parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const auto [a, b, c] = places(triangles_[t], positions, origin);
      const Vec3f n = cross(b - a, c - a);
      of_triangles[t] = is_finite(n) ? n : Vec3f{};
    }
  });
  std::vector<Vec3f> out(normal_count_);
  parallel_for(out.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) {
      Vec3f sum;
      for (Index i = n == 0 ? 0 : normal_ends_[n - 1]; i < normal_ends_[n]; ++i)
        sum += of_triangles[normal_triangles_[i]];
      out[n] = unit_or_zero(sum);
    }
  });
  return out;
}

void BodyShape::fill(std::span<const Vec3d> positions, const FieldValues& field,
                     const Vec3d& origin, std::vector<Corner>& corners) const {
  const std::vector<Vec3f> normals = this->normals(positions, origin);
  corners.resize(3 * triangles_.size());
  parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const Triangle3& triangle = triangles_[t];
      std::array<Vec3f, 3> x = places(triangle, positions, origin);
      if (!is_finite(cross(x[1] - x[0], x[2] - x[0]))) x = {};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3f &p = x[k], &n = normals[triangle.normals[k]];
        Corner& c = corners[3 * t + k];
        c = {{p.x, p.y, p.z},
             {n.x, n.y, n.z},
             triangle.tint,
             {},
             static_cast<std::uint8_t>(triangle.kind)};
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
}

}  // namespace pliant::render::gl

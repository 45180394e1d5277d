#include <algorithm>

#include "base/marked_list.h"
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

Vec3f BodyShape::normal_of_triangle(const Triangle3& triangle, std::span<const Vec3d> positions,
                                    const Vec3d& origin) const {
  const auto [a, b, c] = places(triangle, positions, origin);
  const Vec3f n = cross(b - a, c - a);
  return is_finite(n) ? n : Vec3f{};
}

std::span<const Index> BodyShape::triangles_of_normal(std::size_t normal) const {
  const std::size_t begin = normal == 0 ? 0 : normal_ends_[normal - 1];
  return std::span(normal_triangles_).subspan(begin, normal_ends_[normal] - begin);
}

// Gathered from its triangles, so that threads need not wait for each other.
Vec3f BodyShape::normal(std::size_t number, std::span<const Vec3f> of_triangles) const {
  Vec3f sum;
  for (const Index t : triangles_of_normal(number)) sum += of_triangles[t];
  return unit_or_zero(sum);
}

void BodyShape::find_normals(std::span<const Vec3d> positions, FilledShape& filled) const {
  filled.of_triangles.resize(triangles_.size());
  parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      filled.of_triangles[t] = normal_of_triangle(triangles_[t], positions, filled.origin);
  });
  filled.normals.resize(normal_count_);
  parallel_for(filled.normals.size(), grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) filled.normals[n] = normal(n, filled.of_triangles);
  });
}

void BodyShape::fill_triangle(std::size_t t, std::span<const Vec3d> positions,
                              const FieldValues& field, FilledShape& filled) const {
  const Triangle3& triangle = triangles_[t];
  std::array<Vec3f, 3> x = places(triangle, positions, filled.origin);
  if (!is_finite(cross(x[1] - x[0], x[2] - x[0]))) x = {};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3f &p = x[k], &n = filled.normals[triangle.normals[k]];
    Corner& c = filled.corners[3 * t + k];
    c = {{p.x, p.y, p.z},
         {n.x, n.y, n.z},
         triangle.tint,
         {},
         static_cast<std::uint8_t>(triangle.kind),
         {}};
    if (!texture_.empty()) std::ranges::copy(texture_[t][k], c.texture);
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

// False where that is no less than all.
bool BodyShape::fill_moved(const BodyPlaces& now, FilledShape& filled) const {
  MarkedList moved(triangles_.size()), turned(normal_count_), others(triangles_.size());
  for (std::size_t run = 0; run < now.editions.size(); ++run)
    if (now.editions[run] != filled.editions[run])
      for (const Index t : run_triangles_[run]) moved.add(t);
  if (moved.list().size() > triangles_.size() / 4) return false;
  for (const Index t : moved.list()) {
    filled.of_triangles[t] = normal_of_triangle(triangles_[t], now.positions, filled.origin);
    for (const Index n : triangles_[t].normals) turned.add(n);
  }
  for (const Index n : turned.list()) {
    filled.normals[n] = normal(n, filled.of_triangles);
    for (const Index t : triangles_of_normal(n)) others.add(t);
  }
  others.sort();
  for (const Index t : others.list()) fill_triangle(t, now.positions, {}, filled);
  filled.triangles = others.list();
  return true;
}

void BodyShape::refill(const BodyPlaces& now, const FieldValues& field, const Vec3d& origin,
                       FilledShape& filled) const {
  const bool comparable = filled.shape == number_ && filled.origin == origin && !filled.has_field &&
                          field.values.empty() && now.editions.size() == run_triangles_.size() &&
                          filled.editions.size() == now.editions.size();
  filled.triangles.clear();
  filled.all = !comparable || !fill_moved(now, filled);
  if (filled.all) {
    filled.shape = 0;
    filled.origin = origin;
    filled.has_field = !field.values.empty();
    find_normals(now.positions, filled);
    filled.corners.resize(3 * triangles_.size());
    parallel_for(triangles_.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) fill_triangle(t, now.positions, field, filled);
    });
  }
  filled.editions.assign(now.editions.begin(), now.editions.end());
  filled.shape = number_;
}

void BodyShape::fill(std::span<const Vec3d> positions, const FieldValues& field,
                     const Vec3d& origin, std::vector<Corner>& corners) const {
  FilledShape filled;
  refill({positions}, field, origin, filled);
  corners = std::move(filled.corners);
}

}  // namespace pliant::render::gl

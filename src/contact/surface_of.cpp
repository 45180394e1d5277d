#include <pliant/obstacle.h>

#include <cmath>
#include <numbers>

// The surfaces of obstacles, for pictures.

namespace pliant {

namespace {

constexpr int round_parts = 48;  // of a circle

struct Frame {
  Vec3d across, other, along;  // unit, at right angles
};

Frame frame_along(const Vec3d& axis) {
  const double size = length(axis);
  const Vec3d along = size > 0 ? axis / size : Vec3d{0, 1, 0};
  const Vec3d start = std::abs(along.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1};
  const Vec3d across = normalised(cross(along, start));
  return {across, cross(along, across), along};
}

// Rings from one end to the other, half a ball about each; the ends may be in the same place.
Mesh rod(const Vec3d& begin, const Vec3d& end, double radius) {
  constexpr int half = round_parts / 4;
  const Frame frame = frame_along(end - begin);
  Mesh mesh;
  const auto ring = [&](const Vec3d& middle, double angle) {
    for (int i = 0; i < round_parts; ++i) {
      const double turn = 2 * std::numbers::pi * i / round_parts;
      const Vec3d out = frame.across * std::cos(turn) + frame.other * std::sin(turn);
      mesh.vertices.push_back(middle +
                              (out * std::cos(angle) + frame.along * std::sin(angle)) * radius);
    }
  };
  mesh.vertices.push_back(begin - frame.along * radius);
  for (int i = 1 - half; i <= 0; ++i) ring(begin, 0.5 * std::numbers::pi * i / half);
  for (int i = 0; i < half; ++i) ring(end, 0.5 * std::numbers::pi * i / half);
  mesh.vertices.push_back(end + frame.along * radius);
  const auto at = [](int row, int i) {
    return static_cast<Index>(1 + row * round_parts + i % round_parts);
  };
  const int rows = 2 * half;
  const auto last = static_cast<Index>(mesh.vertices.size() - 1);
  for (int i = 0; i < round_parts; ++i) {
    mesh.triangles.cells.push_back({0, at(0, i + 1), at(0, i)});
    mesh.triangles.cells.push_back({last, at(rows - 1, i), at(rows - 1, i + 1)});
    for (int row = 0; row + 1 < rows; ++row) {
      mesh.triangles.cells.push_back({at(row, i), at(row, i + 1), at(row + 1, i)});
      mesh.triangles.cells.push_back({at(row, i + 1), at(row + 1, i + 1), at(row + 1, i)});
    }
  }
  return mesh;
}

Mesh surface_of(const Floor&) {
  return {};
}
Mesh surface_of(const Ball& ball) {
  return rod(ball.centre, ball.centre, ball.radius);
}
Mesh surface_of(const Capsule& capsule) {
  return rod(capsule.begin, capsule.end, capsule.radius);
}
// Every side has its own corners, so that edges are drawn sharp.
Mesh surface_of(const Cuboid& cuboid) {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const auto half = [&](int i) {
        const int j = (axis + i) % 3;
        return cuboid.axes[static_cast<std::size_t>(j)] * (0.5 * cuboid.size[j]);
      };
      const Vec3d middle = cuboid.centre + half(0) * side, u = half(1), v = half(2) * side;
      const auto first = static_cast<Index>(mesh.vertices.size());
      for (const Vec3d& corner : {-u - v, u - v, u + v, v - u})
        mesh.vertices.push_back(middle + corner);
      mesh.triangles.cells.push_back({first, first + 1, first + 2});
      mesh.triangles.cells.push_back({first, first + 2, first + 3});
    }
  return mesh;
}
Mesh surface_of(const ClosedSurface& surface) {
  Mesh mesh;
  for (const Vec3d& x : surface.vertices()) mesh.vertices.push_back(x + surface.offset());
  mesh.triangles.cells.assign(surface.triangles().begin(), surface.triangles().end());
  return mesh;
}

}  // namespace

Cuboid tabletop(const Vec3d& centre, double length_x, double length_z, double thickness) {
  return {centre - Vec3d{0, 0.5 * thickness, 0}, {length_x, thickness, length_z}};
}

std::optional<double> level_floor(std::span<const Obstacle> obstacles, double time) {
  std::optional<double> level;
  for (const Obstacle& o : obstacles) {
    const auto* floor = std::get_if<Floor>(&o.shape);
    if (floor == nullptr || floor->normal.x != 0 || floor->normal.z != 0 || floor->normal.y < 0)
      continue;
    const double height = floor->point.y + o.velocity.y * (time - o.since);
    level = level ? std::min(*level, height) : height;
  }
  return level;
}

Mesh surface_of(const Obstacle& obstacle, double time) {
  Mesh mesh = std::visit([](const auto& shape) { return surface_of(shape); }, obstacle.shape);
  const Vec3d shift = obstacle.velocity * (time - obstacle.since);
  for (Vec3d& x : mesh.vertices) x += shift;
  return mesh;
}

}  // namespace pliant

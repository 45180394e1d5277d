#pragma once

#include <pliant/mesh.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace pliant {

// What vertices cannot enter, one value for all bodies. Places are in m.

/// A plane; its normal, of any length but zero, points to the free side.
struct Floor {
  Vec3d point{0, 0, 0};
  Vec3d normal{0, 1, 0};

  bool operator==(const Floor&) const = default;
};

struct Ball {
  Vec3d centre{0, 0, 0};
  double radius = 1;

  bool operator==(const Ball&) const = default;
};

/// All that is no farther than the radius from the line between two points.
struct Capsule {
  Vec3d begin{0, 0, 0}, end{0, 1, 0};
  double radius = 0.5;

  bool operator==(const Capsule&) const = default;
};

struct Cuboid {
  Vec3d centre{0, 0, 0};
  Vec3d size{1, 1, 1};  ///< along its own axes
  /// Unit vectors at right angles.
  std::array<Vec3d, 3> axes{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};

  bool operator==(const Cuboid&) const = default;
};

/// A table's top as a slab that ends at its upper side, whose middle is `centre`.
Cuboid tabletop(const Vec3d& centre, double length_x, double length_z, double thickness);

namespace contact {
struct SurfaceTree;
}

/// A closed surface made ready to keep vertices out of it. Immutable, cheap to copy.
class ClosedSurface {
 public:
  /// Triangles all turned inside out are turned round. InputError where the surface is not closed,
  /// encloses nothing or is not finite.
  ClosedSurface(std::vector<Vec3d> vertices, std::vector<Triangle> triangles);

  /// The same elsewhere, without a copy of it.
  ClosedSurface moved(const Vec3d& by) const;

  /// As they were given, to be moved by offset().
  std::span<const Vec3d> vertices() const;
  std::span<const Triangle> triangles() const;
  const Vec3d& offset() const { return offset_; }
  const contact::SurfaceTree& tree() const { return *tree_; }
  bool operator==(const ClosedSurface& other) const;

 private:
  std::shared_ptr<const contact::SurfaceTree> tree_;
  Vec3d offset_{};  // m
};

/// Something that keeps vertices out and does not give way.
struct Obstacle {
  std::variant<Floor, Ball, Capsule, Cuboid, ClosedSurface> shape;
  /// Coulomb's: the largest force along the surface over that across it.
  double friction = 0;
  /// Which part of the speed of an impact comes back, 0 to 1.
  double bounce = 0;
  /// m/s: it is where its shape says at the time `since` (s) and moves on from there.
  Vec3d velocity{};
  double since = 0;

  bool operator==(const Obstacle&) const = default;
};

/// The height of the lowest floor that faces straight up at a time; none: there is no such floor.
std::optional<double> level_floor(std::span<const Obstacle> obstacles, double time);
/// Its surface at a time, for pictures; empty for a floor. Round ones are of flat faces.
Mesh surface_of(const Obstacle& obstacle, double time);

}  // namespace pliant

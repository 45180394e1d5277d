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

/// What an obstacle gives a vertex that has entered it (S07).
enum class Response {
  constraint,  ///< a new position, on its surface, and a velocity that is not into it
  impulse,     ///< a new velocity, by which it leaves within some steps
  penalty,     ///< a new acceleration, that of a damped spring as long as it is deep
  contact,     ///< a ClosedSurface's faces and edges touch those of bodies: State::set_contact
};

/// Something that keeps vertices out and does not give way.
struct Obstacle {
  std::variant<Floor, Ball, Capsule, Cuboid, ClosedSurface> shape;
  /// Coulomb's: the largest force along the surface over that across it.
  double friction = 0;
  /// Which part of the speed of an impact comes back, 0 to 1.
  double bounce = 0;
  /// Spectral solids have impulses only: a constraint is the same to them, a penalty is refused.
  Response response = Response::constraint;
  /// 1/s², of a penalty: the acceleration over the depth. What rests on it is gravity over this
  /// deep. A time step h carries at most (0.5/h)², as which more counts; 0: (0.25/h)². Its
  /// damping is critical without a bounce, and none with a bounce of 1.
  double stiffness = 0;
  /// m/s: it is where its shape says at the time `since` (s) and moves on from there.
  Vec3d velocity{};
  double since = 0;
  /// False: no part of the scene, such as a tool in a user's hand; drawn_obstacles() leaves it out.
  bool drawn = true;

  bool operator==(const Obstacle&) const = default;
};

/// The height of the lowest floor that faces straight up at a time; none: there is no such floor.
std::optional<double> level_floor(std::span<const Obstacle> obstacles, double time);
/// Its surface at a time, for pictures; empty for a floor. Round ones are of flat faces.
Mesh surface_of(const Obstacle& obstacle, double time);

}  // namespace pliant

#pragma once

#include <pliant/drive.h>
#include <pliant/vec3.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

// Vertices that follow paths. At the start of a step each gets the velocity that brings it to where
// its path is at the end of it, in the directions it is driven in; every stage of an integrator
// then leaves it where it is on the way, and the last one where the path is.

namespace pliant::backend {

inline constexpr std::uint32_t not_driven = 0xffffffffu;

/// A pose in plain numbers that go to a kernel.
struct PlainPose {
  Vec3d rows[3], shift;
};

/// What drives a vertex, for each direction.
struct DrivenBy {
  std::uint32_t drive[3];  // which of the state's, or not_driven
  Vec3d place[3];          // what that drive's pose moves

  PLIANT_HD bool along(int axis) const { return drive[axis] != not_driven; }
  PLIANT_HD bool held() const { return along(0) && along(1) && along(2); }
};

/// A step of a driven vertex; the directions that are not driven do not count.
template <class R>
struct DrivenStep {
  Vec3<R> from, to;  // m, about the origin before and after
  Vec3<R> speed;     // m/s
  Vec3<R> gain;      // by how much that is more than before the step
};

/// From where a vertex is at the start of a step and its velocity there; `origin`: where that will
/// be at its end.
template <class R>
PLIANT_HD DrivenStep<R> driven_step(const DrivenBy& by, const PlainPose* poses, const Vec3d& origin,
                                    double steps_a_second, const Vec3<R>& from,
                                    const Vec3<R>& velocity) {
  DrivenStep<R> step{from, from, {}, {}};
  for (int axis = 0; axis < 3; ++axis) {
    if (!by.along(axis)) continue;
    const PlainPose& pose = poses[by.drive[axis]];
    const double to = dot(pose.rows[axis], by.place[axis]) + (pose.shift[axis] - origin[axis]);
    step.to[axis] = static_cast<R>(to);
    step.speed[axis] =
        static_cast<R>((double(step.to[axis]) - double(from[axis])) * steps_a_second);
    step.gain[axis] = step.speed[axis] - velocity[axis];
  }
  return step;
}

/// The velocity of the vertex from now on, and its last displacement, where that is kept.
template <class R>
PLIANT_HD void start_path(const DrivenBy& by, const DrivenStep<R>& step, Vec3<R>& v,
                          Vec3<R>& move) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!by.along(axis)) continue;
    v[axis] = step.speed[axis];
    move[axis] = step.to[axis] - step.from[axis];
  }
}

/// Where the vertex is after a part of the step.
template <class R>
PLIANT_HD void follow_path(const DrivenBy& by, const DrivenStep<R>& step, double part, Vec3<R>& x) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!by.along(axis)) continue;
    const R way = step.to[axis] - step.from[axis];
    x[axis] = part == 1 ? step.to[axis] : step.from[axis] + way * static_cast<R>(part);
  }
}

/// The drives of a state; does not change.
class Drives {
 public:
  struct Numbered {
    std::size_t number;
    Drive drive;  // with its places
  };
  struct Vertex {
    Index vertex;
    DrivenBy by;
  };
  Drives() = default;
  explicit Drives(std::vector<Numbered> in_order);

  const std::vector<Numbered>& list() const { return list_; }
  const std::vector<Vertex>& vertices() const { return vertices_; }  // each once, in their order
  std::size_t count() const { return list_.size(); }
  /// The poses at these times, [time][drive]. InputError where one is not finite.
  std::vector<PlainPose> poses(std::span<const double> times) const;

 private:
  std::vector<Numbered> list_;
  std::vector<Vertex> vertices_;
};

}  // namespace pliant::backend

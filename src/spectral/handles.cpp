#include "spectral/handles.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "spectral/joints.h"

namespace pliant::spectral {

namespace {

// A rotation vector of a rotation matrix.
Vec3d rotation_vector(const Mat3d& a) {
  const Vec3d twice{a.column[1].z - a.column[2].y, a.column[2].x - a.column[0].z,
                    a.column[0].y - a.column[1].x};
  const double sine = 0.5 * length(twice);
  const double cosine = 0.5 * (a.column[0].x + a.column[1].y + a.column[2].z - 1);
  const double angle = std::atan2(sine, cosine);
  if (sine > 1e-9) return twice * (0.5 * angle / sine);
  if (cosine > 0) return twice * 0.5;
  // Half a turn: the axis is the largest column of a + 1.
  int largest = 0;
  for (int i = 1; i < 3; ++i)
    if (a.column[i][i] > a.column[largest][largest]) largest = i;
  Vec3d axis = a.column[largest];
  axis[largest] += 1;
  return normalised(axis) * angle;
}

Mat3d columns_of(const std::array<Vec3d, 3>& rows) {
  Mat3d out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out.column[j][i] = rows[static_cast<std::size_t>(i)][j];
  return out;
}

// a bᵀ
Mat3d times_transposed(const Mat3d& a, const Mat3d& b) {
  Mat3d out;
  for (int j = 0; j < 3; ++j)
    out.column[j] =
        a.column[0] * b.column[0][j] + a.column[1] * b.column[1][j] + a.column[2] * b.column[2][j];
  return out;
}

Vec3d axis_of(int axis) {
  Vec3d out;
  out[axis] = 1;
  return out;
}

// (10): the two sides of a boundary node come together again.
void add_boundaries(const Data& data, const Motion& motion, double h, Handles::System& system) {
  for (const Data::Pair& pair : data.pairs) {
    if (!pair.constrained) continue;
    const Vec3d gap = motion.position(pair.deformable) - motion.position(pair.rigid);
    const Index vertex = data.regions[pair.rigid.region].vertices[pair.rigid.number];
    for (int axis = 0; axis < 3; ++axis)
      system.lead(data, motion,
                  motion.difference(motion.stale_row(pair.deformable, axis_of(axis)),
                                    motion.stale_row(pair.rigid, axis_of(axis))),
                  {.error = -gap[axis], .vertex = vertex}, h);
  }
}

}  // namespace

bool is_rotation(const Mat3d& a) {
  const Vec3d &x = a.column[0], &y = a.column[1], &z = a.column[2];
  return dot(x, cross(y, z)) > 0.999 && dot(x, x) + dot(y, y) + dot(z, z) < 3.006;
}

void Handles::attach(const Data& data, const backend::CompiledState& state, const Motion& motion) {
  const std::vector<Held> before = std::move(held_);
  held_.clear();
  const std::size_t most = std::max<std::size_t>(4, data.hybrid() / 24);
  std::map<std::uint32_t, std::vector<Index>> driven;  // by the drive along the first driven axis
  std::map<Index, backend::DrivenBy> by_vertex;
  if (state.drives)
    for (const auto& [vertex, by] : state.drives->vertices()) {
      const int axis = by.along(0) ? 0 : by.along(1) ? 1 : 2;
      driven[by.drive[axis]].push_back(vertex);
      by_vertex[vertex] = by;
    }
  std::vector<Index> pinned;
  for (std::size_t v = 0; v < state.pinned.size(); ++v)
    if (state.pinned[v] && !by_vertex.contains(static_cast<Index>(v)))
      pinned.push_back(static_cast<Index>(v));
  for (const Index v : farthest_apart(data.rest, pinned, most)) {
    const auto known = std::ranges::find_if(
        before, [&](const Held& held) { return held.pinned && held.vertex == v; });
    held_.push_back(
        {v, true, known != before.end() ? known->place : motion.position(data.node_of[v]), {}});
  }
  for (const auto& [drive, vertices] : driven)
    for (const Index v : farthest_apart(data.rest, vertices, most))
      held_.push_back({v, false, {}, by_vertex[v]});
}

std::vector<Vec3d> Handles::places() const {
  std::vector<Vec3d> out;
  for (const Held& held : held_)
    if (held.pinned) out.push_back(held.place);
  return out;
}
void Handles::set_places(std::span<const Vec3d> places) {
  std::size_t next = 0;
  for (Held& held : held_)
    if (held.pinned) held.place = places[next++];
}

bool Handles::any(const Data& data) const {
  return !held_.empty() || !turns_.empty() || !data.joints.empty() ||
         (data.form == BoundaryForm::warped && !data.pairs.empty());
}

void Handles::set_orientations(std::span<const OrientationHandle> handles) {
  turns_.clear();
  next_turn_ = 0;
  for (const OrientationHandle& handle : handles) add_orientation(handle);
}
std::size_t Handles::add_orientation(const OrientationHandle& handle) {
  turns_[next_turn_] = handle;
  return next_turn_++;
}

void Handles::add_turns(const Data& data, const Motion& motion, const Step& step,
                        System& system) const {
  for (const auto& [number, handle] : turns_) {
    const Data::Node& node = data.node_of[handle.vertex];
    Mat3d goal = columns_of(handle.rotation);
    Vec3d speed;  // with which the goal turns
    if (handle.path) {
      goal = columns_of(handle.path(step.time));
      const Mat3d later = columns_of(handle.path(step.time + step.h));
      if (!is_rotation(goal) || !is_rotation(later))
        throw InputError("", 0, "the path of an orientation handle leads to no rotation",
                         "give rows of rotations, finite ones, at all times");
      speed = rotation_vector(times_transposed(later, goal)) / step.h;
    }
    const Vec3d error = rotation_vector(times_transposed(goal, motion.turn_of(node)));
    for (int axis = 0; axis < 3; ++axis)
      system.lead(data, motion, motion.turning_row(node, axis_of(axis)),
                  {.error = error[axis], .vertex = handle.vertex, .turning = true}, step.h,
                  speed[axis]);
  }
}

Handles::System Handles::hold(const Data& data, Motion& motion, const Step& step) const {
  const auto& [time, h, now, next] = step;
  System system;
  for (const Held& held : held_) {
    const Data::Node& node = data.node_of[held.vertex];
    const Vec3d at = motion.position(node);
    for (int axis = 0; axis < 3; ++axis) {
      if (!held.pinned && !held.by.along(axis)) continue;
      double goal = held.place[axis], speed = 0;
      if (!held.pinned) {
        const auto on_path = [&](const backend::PlainPose& pose) {
          return dot(pose.rows[axis], held.by.place[axis]) + pose.shift[axis];
        };
        goal = on_path(now[held.by.drive[axis]]);
        speed = (on_path(next[held.by.drive[axis]]) - goal) / h;
      }
      const double error = goal - at[axis];
      system.lead(data, motion, motion.row(node, axis_of(axis)),
                  {.error = error, .vertex = held.vertex, .supports = true, .along = axis_of(axis)},
                  h, speed);
    }
  }
  add_turns(data, motion, step, system);
  if (data.form == BoundaryForm::warped) add_boundaries(data, motion, h, system);
  add_joints(data, motion, h, system);
  system.solve(data, motion);
  return system;
}

}  // namespace pliant::spectral

#include "spectral/handles.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/text.h"

namespace pliant::spectral {

namespace {

// The part of an error that a step takes back. A handle that jumps pulls no faster than if it were
// this far away: a part of the solid's size, or an angle.
constexpr double taken_back = 0.4;
constexpr double farthest = 0.05;

double pull(double error, double size, double h) {
  return taken_back * std::clamp(error, -farthest * size, farthest * size) / h;
}

// The vertices of a set that are farthest from each other.
std::vector<Index> spread(const Data& data, const std::vector<Index>& vertices, std::size_t count) {
  if (vertices.size() <= count) return vertices;
  std::vector<double> distance(vertices.size(), std::numeric_limits<double>::infinity());
  std::vector<Index> out{vertices[0]};
  while (out.size() < count) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      distance[i] =
          std::min(distance[i], squared_length(data.rest[vertices[i]] - data.rest[out.back()]));
    out.push_back(
        vertices[static_cast<std::size_t>(std::ranges::max_element(distance) - distance.begin())]);
  }
  return out;
}

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

std::vector<double> cholesky(std::vector<double> a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(std::max(sum, 1e-300)) : sum / a[j * n + j];
    }
  return a;
}

void factorise(const Motion& motion, Handles::System& system) {
  const std::size_t n = system.size();
  std::vector<double> matrix(n * n);
  double trace = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      matrix[i * n + j] = matrix[j * n + i] = motion.product(system.rows[i], system.responses[j]);
    trace += matrix[i * n + i];
  }
  // Rows that say the same twice, as two handles on one rigid region do, need a little give.
  for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] += 1e-9 * trace / static_cast<double>(n);
  system.factor = cholesky(std::move(matrix), n);
}

[[noreturn]] void contradiction(const Handles::System& system) {
  std::size_t worst = 0, other = 0;
  for (std::size_t i = 0; i < system.size(); ++i)
    if (system.errors[i] > system.errors[worst]) worst = i;
  for (std::size_t i = 0; i < system.size(); ++i)
    if (system.vertices[i] != system.vertices[worst] &&
        (system.vertices[other] == system.vertices[worst] ||
         system.errors[i] > system.errors[other]))
      other = i;
  throw InputError("", 0,
                   text("handles contradict each other: vertices ", system.vertices[worst], " and ",
                        system.vertices[other], " cannot both be where they are held"),
                   "release one of them; the vertices of a rigid region keep their distances");
}

// What multipliers cannot bring about lies outside of what the solid can do.
void check_reached(const Data& data, const Motion& motion, const Handles::System& system) {
  double wanted = 0, missed = 0, error = 0;
  for (std::size_t i = 0; i < system.size(); ++i) {
    wanted = std::max(wanted, std::abs(system.wanted[i]));
    missed = std::max(missed, std::abs(system.wanted[i] - motion.rate(system.rows[i])));
    error = std::max(error, system.errors[i]);
  }
  if (missed > 0.1 * wanted && error > 0.05 * data.size) contradiction(system);
}

void add(const Motion& motion, Handles::System& system, Row row, double wanted, double error,
         Index vertex) {
  system.responses.push_back(motion.response(row));
  system.rows.push_back(std::move(row));
  system.wanted.push_back(wanted);
  system.errors.push_back(std::abs(error));
  system.vertices.push_back(vertex);
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
      add(motion, system,
          motion.difference(motion.stale_row(pair.deformable, axis_of(axis)),
                            motion.stale_row(pair.rigid, axis_of(axis))),
          -pull(gap[axis], data.size, h), 0, vertex);
  }
}

}  // namespace

std::vector<double> Handles::System::solved(std::vector<double> right) const {
  const std::size_t n = size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= factor[i * n + k] * right[k];
    right[i] /= factor[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= factor[k * n + i] * right[k];
    right[i] /= factor[i * n + i];
  }
  return right;
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
  for (const Index v : spread(data, pinned, most)) {
    const auto known = std::ranges::find_if(
        before, [&](const Held& held) { return held.pinned && held.vertex == v; });
    held_.push_back(
        {v, true, known != before.end() ? known->place : motion.position(data.node_of[v]), {}});
  }
  for (const auto& [drive, vertices] : driven)
    for (const Index v : spread(data, vertices, most))
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
  return !held_.empty() || !turns_.empty() ||
         (data.form == BoundaryForm::warped && !data.pairs.empty());
}

Handles::System Handles::hold(const Data& data, Motion& motion, const backend::PlainPose* now,
                              const backend::PlainPose* next, double h) const {
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
      add(motion, system, motion.row(node, axis_of(axis)), speed + pull(error, data.size, h), error,
          held.vertex);
    }
  }
  for (const OrientationHandle& handle : turns_) {
    const Data::Node& node = data.node_of[handle.vertex];
    const Mat3d turn = motion.turn_of(node);
    const auto& rows = handle.rotation;
    Mat3d missing;  // goal times the transposed turn
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        missing.column[j][i] = 0;
        for (int k = 0; k < 3; ++k)
          missing.column[j][i] += rows[static_cast<std::size_t>(i)][k] * turn.column[k][j];
      }
    const Vec3d error = rotation_vector(missing);
    for (int axis = 0; axis < 3; ++axis)
      add(motion, system, motion.turning_row(node, axis_of(axis)), pull(error[axis], 1, h), 0,
          handle.vertex);
  }
  if (data.form == BoundaryForm::warped) add_boundaries(data, motion, h, system);
  if (system.size() == 0) return system;
  factorise(motion, system);
  std::vector<double> right(system.size());
  for (std::size_t i = 0; i < right.size(); ++i)
    right[i] = system.wanted[i] - motion.rate(system.rows[i]);
  const std::vector<double> impulses = system.solved(std::move(right));
  for (std::size_t i = 0; i < impulses.size(); ++i) motion.push(system.responses[i], impulses[i]);
  check_reached(data, motion, system);
  return system;
}

}  // namespace pliant::spectral

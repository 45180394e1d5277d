#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/gpu/launch.h"
#include "math/mat3.h"
#include "spectral/warp.h"

// Spectral solids on a card. The modes of all nodes lie there; a step of one solid sends its few
// modal coordinates along with the launch. Of many copies everything happens on the card: a block
// steps a handful of copies, so that the modes that it reads serve all of them.

namespace pliant::gpu {

inline constexpr std::uint32_t nodes_together = 32, slices = 8, copies_together = 8;
inline constexpr std::uint32_t most_modes = 1024;  // of all regions, that go with a launch

/// Up to 32 nodes of one region.
struct NodeGroup {
  std::uint64_t shapes;  // where its numbers begin: [mode][6][32]
  std::uint32_t modes;
  std::uint32_t first_mode;  // of its region among those of all
};

/// Where the nodes of all regions are, about the centre.
template <class R>
struct PlaceNodes {
  const NodeGroup* groups;
  const R* shapes;
  const R* rest;  // [group][3][32]
  R* places;      // likewise
  bool warped;
  Mat3<R> turn;
  R q[most_modes];

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    const NodeGroup group = groups[block.index];
    R* const sums = reinterpret_cast<R*>(block.shared());  // [slice][6][32]
    block.each(slices * nodes_together, [&](std::uint32_t thread) {
      const std::uint32_t lane = thread % nodes_together, slice = thread / nodes_together;
      R sum[6] = {};
      const R* from = shapes + group.shapes + lane;
      PLIANT_UNROLL
      for (std::uint32_t m = slice; m < group.modes; m += slices) {
        const R amount = q[group.first_mode + m];
        PLIANT_UNROLL
        for (std::uint32_t i = 0; i < 6; ++i)
          sum[i] += amount * from[(std::size_t(m) * 6 + i) * nodes_together];
      }
      for (std::uint32_t i = 0; i < 6; ++i) sums[(slice * 6 + i) * nodes_together + lane] = sum[i];
    });
    block.sync();
    block.each(nodes_together, [&](std::uint32_t lane) {
      R sum[6] = {};
      for (std::uint32_t slice = 0; slice < slices; ++slice)
        for (std::uint32_t i = 0; i < 6; ++i)
          sum[i] += sums[(slice * 6 + i) * nodes_together + lane];
      store(block.index, lane, sum);
    });
  }

 private:
  PLIANT_HD void store(std::uint32_t group, std::uint32_t lane, const R (&sum)[6]) const {
    const std::size_t at = std::size_t(group) * 3 * nodes_together + lane;
    Vec3<R> u{sum[0], sum[1], sum[2]};
    if (warped) {
      const Vec3<R> w{sum[3], sum[4], sum[5]};
      u = spectral::warped(spectral::warp_factors(w), w, u);
    }
    const Vec3<R> x = turn * Vec3<R>{rest[at] + u.x, rest[at + nodes_together] + u.y,
                                     rest[at + 2 * nodes_together] + u.z};
    places[at] = x.x;
    places[at + nodes_together] = x.y;
    places[at + 2 * nodes_together] = x.z;
  }
};

/// The rigid motion of a copy, as in spectral::MotionNumbers.
struct CopyFrame {
  Vec3<double> centre, velocity, acceleration, spin, torque;
  Mat3<double> turn;
};

/// What moves a copy.
struct CopyDynamics {
  Vec3<double> gravity;
  double damping;  // 1/s
};

/// Steps of many copies: loads, Newmark's method and the frame in double precision as in
/// spectral::Motion, then the places of all nodes.
template <class R>
struct ModalSteps {
  std::uint32_t copies, steps;
  double h;
  // The solid.
  std::uint32_t hybrid, modes, clusters, group_count;
  bool free, warped;
  double mass, mass_damping, stiffness_damping;
  Sym3<double> inertia;
  const double *stiffness, *map;    // [hybrid], [mode][hybrid]
  const double *rotation, *weight;  // [cluster][3][hybrid]
  const double* centrifugal;        // [6][hybrid]
  const NodeGroup* groups;
  const R *shapes, *rest;
  // The copies.
  const CopyDynamics* dynamics;
  CopyFrame* frames;
  double *x, *v, *a;     // [copy][hybrid]
  std::uint32_t* fresh;  // [copy]: accelerations are not known yet
  std::uint32_t* bad;    // [copy]: it has run away
  R* places;             // [copy][group][3][32]

  static std::size_t shared_bytes(std::uint32_t modes, std::uint32_t clusters) {
    return copies_together * (std::size_t(modes) * sizeof(R) + clusters * 6 * sizeof(double)) + 16;
  }

  template <class Block>
  PLIANT_HD void operator()(Block& block) const {
    double* const pulls = reinterpret_cast<double*>(block.shared());  // [cluster][6][copy]
    R* const q = reinterpret_cast<R*>(pulls + clusters * 6 * copies_together);  // [mode][copy]
    const std::uint32_t first = block.index * copies_together;
    const std::uint32_t own = copies - first < copies_together ? copies - first : copies_together;
    for (std::uint32_t step = 0; step < steps; ++step) {
      block.each(own * clusters, [&](std::uint32_t i) { pull(first, i % own, i / own, pulls); });
      block.sync();
      block.each(own * hybrid,
                 [&](std::uint32_t i) { advance(first, i / hybrid, i % hybrid, pulls); });
      block.sync();
      block.each(own, [&](std::uint32_t i) { move_frame(first + i); });
      block.each(copies_together * modes, [&](std::uint32_t i) {
        const std::uint32_t copy = i % copies_together, mode = i / copies_together;
        double sum = 0;
        for (std::uint32_t k = 0; copy < own && k < hybrid; ++k)
          sum += map[std::size_t(mode) * hybrid + k] * x[std::size_t(first + copy) * hybrid + k];
        q[i] = static_cast<R>(sum);
      });
      block.sync();
      block.each(group_count * nodes_together,
                 [&](std::uint32_t node) { place(first, own, node, q); });
      block.sync();
    }
  }

 private:
  // With the modes where they will be at the end of the step, nearly.
  PLIANT_HD Vec3<double> sums(const double* rows, std::size_t copy) const {
    Vec3<double> out;
    for (std::uint32_t i = 0; i < hybrid; ++i) {
      const double ahead = x[copy * hybrid + i] + h * v[copy * hybrid + i];
      out.x += rows[i] * ahead;
      out.y += rows[hybrid + i] * ahead;
      out.z += rows[2 * hybrid + i] * ahead;
    }
    return out;
  }

  PLIANT_HD void pull(std::uint32_t first, std::uint32_t copy, std::uint32_t cluster,
                      double* pulls) const {
    const std::size_t number = first + copy, row = std::size_t(cluster) * 3 * hybrid;
    const Vec3<double> w = warped ? sums(rotation + row, number) : Vec3<double>{};
    const auto out = spectral::warp_pull(spectral::warp_factors(w), w, sums(weight + row, number),
                                         dynamics[number].gravity);
    double* const to = pulls + cluster * 6 * copies_together + copy;
    for (int i = 0; i < 3; ++i) {
      to[i * int(copies_together)] = out.u[i];
      to[(3 + i) * int(copies_together)] = warped ? out.w[i] : 0;
    }
  }

  PLIANT_HD Vec3<double> per_inertia(const Mat3<double>& turn, const Vec3<double>& b) const {
    const Vec3<double> local{dot(turn.column[0], b), dot(turn.column[1], b),
                             dot(turn.column[2], b)};
    return turn * spectral::solved(inertia, local);
  }

  PLIANT_HD void advance(std::uint32_t first, std::uint32_t copy, std::uint32_t mode,
                         const double* pulls) const {
    double f = 0;
    for (std::uint32_t cluster = 0; cluster < clusters; ++cluster) {
      const double* from = pulls + cluster * 6 * copies_together + copy;
      const std::size_t row = std::size_t(cluster) * 3 * hybrid + mode;
      for (std::uint32_t i = 0; i < 3; ++i)
        f += from[i * copies_together] * weight[row + i * hybrid] +
             from[(3 + i) * copies_together] * rotation[row + i * hybrid];
    }
    if (free) {
      const CopyFrame& frame = frames[first + copy];
      const Vec3<double> spin{dot(frame.turn.column[0], frame.spin),
                              dot(frame.turn.column[1], frame.spin),
                              dot(frame.turn.column[2], frame.spin)};
      const Vec3<double> w = spectral::solved(inertia, spin);
      const double products[6] = {w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.y * w.z, w.z * w.x};
      for (std::uint32_t term = 0; term < 6; ++term)
        f += products[term] * centrifugal[term * hybrid + mode];
    }
    const std::size_t at = std::size_t(first + copy) * hybrid + mode;
    const double k = stiffness[mode];
    const double c = mass_damping + dynamics[first + copy].damping + stiffness_damping * k;
    if (fresh[first + copy]) a[at] = f - c * v[at] - k * x[at];
    const double left = 1 + 0.5 * h * c + 0.25 * h * h * k;
    const double next =
        (f - c * (v[at] + 0.5 * h * a[at]) - k * (x[at] + h * v[at] + 0.25 * h * h * a[at])) / left;
    const double speed = v[at] + 0.5 * h * (a[at] + next);
    x[at] += 0.5 * h * (v[at] + speed);
    v[at] = speed;
    a[at] = next;
    if (!(x[at] < 1e30 && x[at] > -1e30)) bad[first + copy] = 1;
  }

  PLIANT_HD void move_frame(std::uint32_t copy) const {
    if (free) {
      CopyFrame& frame = frames[copy];
      const double xi = mass_damping + dynamics[copy].damping;
      const auto damped = [&](const Vec3<double>& load, const Vec3<double>& now,
                              const Vec3<double>& before) {
        return (load - (now + before * (0.5 * h)) * xi) / (1 + 0.5 * h * xi);
      };
      const Vec3<double> gravity = dynamics[copy].gravity;
      if (fresh[copy]) {
        frame.acceleration = gravity - frame.velocity * xi;
        frame.torque = frame.spin * (-xi);
      }
      const Vec3<double> acceleration = damped(gravity, frame.velocity, frame.acceleration);
      const Vec3<double> velocity =
          frame.velocity + (frame.acceleration + acceleration) * (0.5 * h);
      const Vec3<double> torque = damped({}, frame.spin, frame.torque);
      const Vec3<double> spin = frame.spin + (frame.torque + torque) * (0.5 * h);
      frame.centre += (frame.velocity + velocity) * (0.5 * h);
      const Mat3<double> half =
          spectral::turned(per_inertia(frame.turn, frame.spin) * (0.5 * h), frame.turn);
      frame.turn = spectral::orthonormal(
          spectral::turned(per_inertia(half, (frame.spin + spin) * 0.5) * h, frame.turn));
      frame.velocity = velocity;
      frame.acceleration = acceleration;
      frame.spin = spin;
      frame.torque = torque;
    }
    fresh[copy] = 0;
  }

  PLIANT_HD void place(std::uint32_t first, std::uint32_t own, std::uint32_t node,
                       const R* q) const {
    const std::uint32_t number = node / nodes_together, lane = node % nodes_together;
    const NodeGroup group = groups[number];
    R sum[6][copies_together] = {};
    const R* from = shapes + group.shapes + lane;
    for (std::uint32_t m = 0; m < group.modes; ++m) {
      R row[6], amounts[copies_together];
      PLIANT_UNROLL
      for (std::uint32_t i = 0; i < 6; ++i)
        row[i] = from[(std::size_t(m) * 6 + i) * nodes_together];
      PLIANT_UNROLL
      for (std::uint32_t copy = 0; copy < copies_together; ++copy)
        amounts[copy] = q[(group.first_mode + m) * copies_together + copy];
      PLIANT_UNROLL
      for (std::uint32_t i = 0; i < 6; ++i) PLIANT_UNROLL
      for (std::uint32_t copy = 0; copy < copies_together; ++copy)
        sum[i][copy] += row[i] * amounts[copy];
    }
    const std::size_t at = std::size_t(number) * 3 * nodes_together + lane;
    const Vec3<R> start{rest[at], rest[at + nodes_together], rest[at + 2 * nodes_together]};
    PLIANT_UNROLL
    for (std::uint32_t copy = 0; copy < copies_together; ++copy) {
      if (copy >= own) continue;
      Vec3<R> u{sum[0][copy], sum[1][copy], sum[2][copy]};
      const Vec3<R> w{sum[3][copy], sum[4][copy], sum[5][copy]};
      if (warped) u = spectral::warped(spectral::warp_factors(w), w, u);
      u = start + u;
      const Mat3<double>& turn = frames[first + copy].turn;
      R* const to = places + std::size_t(first + copy) * group_count * 3 * nodes_together + at;
      for (int i = 0; i < 3; ++i)
        to[std::size_t(i) * nodes_together] = static_cast<R>(turn.column[0][i]) * u.x +
                                              static_cast<R>(turn.column[1][i]) * u.y +
                                              static_cast<R>(turn.column[2][i]) * u.z;
    }
  }
};

template <class R>
using SpectralPrograms = ProgramList<PlaceNodes<R>, ModalSteps<R>>;

}  // namespace pliant::gpu

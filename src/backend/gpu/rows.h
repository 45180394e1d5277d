#pragma once

#include "backend/gpu/copies.h"

// Positions and velocities of the body's vertices, from and to the rows of a copy.

namespace pliant::gpu {

/// `drives` of the copy, or null.
template <class R>
void read_rows(const Copies<R>& copies, std::size_t copy, const Dynamics& dynamics,
               const Drives* drives, std::vector<Vec3d>* positions, std::vector<Vec3d>* velocities);

/// Empty spans: they stay as they are. Where nothing is pinned the origin may move along.
template <class R>
void write_rows(Copies<R>& copies, std::size_t copy, const Dynamics& dynamics,
                const std::vector<bool>& pinned, std::span<const Vec3d> positions,
                std::span<const Vec3d> velocities);

template <class R>
Vec3d vector_of(const Four<R>& a) {
  return {double(a.x), double(a.y), double(a.z)};
}

}  // namespace pliant::gpu

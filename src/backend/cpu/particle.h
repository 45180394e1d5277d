#pragma once

namespace pliant::cpu {

/// What the kernels read of a vertex, in one aligned piece: 32 bytes in single precision.
template <class R>
struct alignas(8 * sizeof(R)) Particle {
  R x = 0, y = 0, z = 0;
  R inverse_mass = 0;  // 0: pinned, or a filler
  R vx = 0, vy = 0, vz = 0;
  R inset = 0;  // how far within it obstacles meet the surface
};

}  // namespace pliant::cpu

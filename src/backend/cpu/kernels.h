#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "backend/cpu/particle.h"
#include "backend/layout/numbers.h"
#include "backend/motive.h"
#include "constraints/total_volume.h"
#include "relations/law.h"

// The inner loops, compiled once an instruction set (kernels_*.cpp). All work on one block at a
// time: its vertices lie together in a buffer that stays in the cache.

namespace pliant::cpu {

using namespace backend;  // the layout of a body is that of every backend

/// Some packs of groups of one kind. A group joins a few vertices and holds one or more relations.
template <class R>
struct Groups {
  const At* at;  // [pack][vertex][lane]
  struct Field {
    const R* values;          // [pack][slot][lane], or one pack for all
    std::size_t pack_stride;  // 0 where all are equal
    std::size_t slot_stride;
  } fields[max_law_fields];  // rest, then parameters, of each law in the group
  std::size_t begin, end;    // packs
};

/// Whether springs are so long that a strain limit must look at them (constraints/strain_limit.h).
template <class R>
struct Limit {
  R longest;  // over rest length; infinity: no limit
  bool reached = false;
};

/// Rows of one range of vertices, all of them full packs.
template <class R>
struct Rows {
  R* particles;                                         // 8 numbers each; moved in place
  const R* forces;                                      // 4 numbers each
  R* kept[4];                                           // 4 numbers each, or null
  std::size_t count;                                    // a multiple of the width
  std::span<const contact::SeenObstacle<R>> obstacles;  // but the floor of the motive
};

/// Some vertices of a surface whose volume is kept (constraints/total_volume.h), each in a slot.
template <class R>
struct SurfaceSlots {
  const Index* places;         // [slot]: where its particle begins
  const std::uint32_t* begin;  // of each pack's walks, and the end
  const Index* walks;          // [entry][lane]: where particles begin
  const R* inverse_masses;     // [pack][direction][lane]
  R *before, *gradient;        // [pack][direction][lane]
  const Index* sources;        // [slot]: that with its owner
  R* weighted;                 // [slot with its owner], 4 numbers: M⁻¹ times the gradient, and 0
  std::size_t first, last;     // slots; the first begins a pack, and the last pack is filled up
};

template <class R>
struct Kernels {
  std::string_view instruction_set;
  std::size_t width;
  /// Adds the forces of groups to the vertices of a block. By kind, see group_kinds().
  using Forces = void (*)(const Groups<R>&, const R* particles, R* forces, Limit<R>&);
  std::span<const Forces> forces;
  /// The energy of groups, of those laws that have one wherever the body is. Null: of none.
  using Energy = double (*)(const Groups<R>&, const R* particles);
  std::span<const Energy> energies;
  /// Adds how the forces change as positions (or velocities) go along given directions, at rest.
  using Tangent = void (*)(const Groups<R>&, const R* particles, const R* directions,
                           bool of_velocities, R* changes);
  std::span<const Tangent> tangents;
  /// Moves vertices by a stage of an integrator; true when one has run away or is not finite.
  using Advance = bool (*)(const Rows<R>&, const Motive<R>&);
  std::span<const Advance> advance;  // [integrator][stage of 4]
  /// Keeps positions and finds the gradient of the volume: all sums but `moved`.
  using Gradient = VolumeSums (*)(const SurfaceSlots<R>&, const R* particles);
  Gradient gradient;
  /// B (r' - rₙ)
  using Moved = double (*)(const SurfaceSlots<R>&, const R* particles);
  Moved moved;
  /// Moves the surface. `rows` are all of them.
  using Correct = void (*)(const SurfaceSlots<R>&, const Rows<R>& rows, const VolumeFactors<R>&,
                           const Motive<R>&);
  Correct correct;
};

/// Those this machine can run, best first; at least one, which is "scalar" but in builds for one
/// machine (./run).
template <class R>
std::span<const Kernels<R>* const> usable_kernels();

}  // namespace pliant::cpu

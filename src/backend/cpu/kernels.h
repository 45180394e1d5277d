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
  } fields[max_group_fields];  // rest, then parameters, of each law in the group
  std::size_t begin, end;      // packs
};

/// Corrections of positions where springs are longer than they may be (constraints/strain_limit.h).
template <class R>
struct Limit {
  R longest;       // over rest length; infinity: no limit
  R* corrections;  // rows of four, a vertex of the block each; zeroed when first used
  std::size_t rows;
  bool used;
};

/// Rows of one range of vertices, all of them full packs.
template <class R>
struct Rows {
  R* particles;              // 8 numbers each; moved in place
  const R* forces;           // 4 numbers each
  const R* corrections;      // 4 numbers each, or null
  R* kept[4];                // 4 numbers each, or null
  std::size_t count;         // a multiple of the width
  const TableTop<R>* table;  // null: none
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

/// Those this machine can run, best first; at least "scalar".
template <class R>
std::span<const Kernels<R>* const> usable_kernels();

}  // namespace pliant::cpu

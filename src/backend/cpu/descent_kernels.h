#pragma once

#include <pliant/mesh.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "relations/law.h"

// The inner loops of vertex block descent (descent.h), compiled once an instruction set.
//
// The lanes of a pack are vertices of one colour. Each visits its relations of a set one after the
// other; a lane that has fewer than the others visits one with the law's absent() rest state.

namespace pliant::cpu {

/// The visits of one set, as kernels take them. Where corners are alike (relations/one_vertex.h)
/// the vertex itself is the last corner and `at` tells of the other three; else of all.
template <class R>
struct Visits {
  const Index* at;   // [visit][corner][lane]: where its row begins
  const R* corners;  // [visit][lane]: which of them the vertex is; null where they are alike
  struct Field {
    const R* values;         // [visit][lane], or one pack for all
    std::size_t stride;      // 0 where all are equal
  } fields[max_law_fields];  // rest, then parameters
};

/// Rows of 4 numbers, the last of them 0.
template <class R>
struct DescentRows {
  R* now;
  const R* before;  // only read where the rate is not 0
  R rate;           // 1/s: velocities are (now - before) times this
};

/// Force and block of a vertex, or its step, [number][lane].
inline constexpr std::size_t most_lanes = 16;
inline constexpr std::size_t response_numbers = 9, term_numbers = 12;

/// Vertices beside their relations, [number][lane] by pack.
template <class R>
struct VertexPacks {
  const Index* at;       // [pack][lane]: where its row begins
  const R* masses;       // kg; 0 in lanes without a vertex
  const R* targets;      // 3
  const R* free;         // 3: 0 in directions in which it is held, else 1
  const R* reach;        // 4: where it began, and how far it may go; null: anywhere
  const R* terms;        // 12: what the gradient is, the block, and where; by pack with terms
  const Index* term_of;  // by pack; no_index: none. Null: none has
  R inertia;             // 1/s²
};

template <class R>
struct DescentKernels {
  std::string_view instruction_set;
  std::size_t width;
  /// Adds up the forces of relations on the vertices of a pack, and their blocks.
  using Respond = void (*)(const Visits<R>&, std::size_t begin, std::size_t end,
                           const DescentRows<R>&, const Index* own, R* responses);
  std::span<const Respond> respond;  // by law
  /// Adds up the energies of relations where the vertices of a pack are moved by a step, and their
  /// sizes. Null: of laws without one.
  using Energy = void (*)(const Visits<R>&, std::size_t begin, std::size_t end,
                          const DescentRows<R>&, const Index* own, const R* step, R* energy,
                          R* sizes);
  std::span<const Energy> energies;
  /// The step that makes the model of second order least.
  using Solve = void (*)(const VertexPacks<R>&, std::size_t pack, const R* now, const R* responses,
                         R* step);
  Solve solve;
  /// All forces on the vertices in directions in which they are free, into rows as those of places.
  using Force = void (*)(const VertexPacks<R>&, std::size_t pack, const R* now, const R* responses,
                         R* forces);
  Force force;
  /// What a step adds to the energy of inertia and terms.
  using Outer = void (*)(const VertexPacks<R>&, std::size_t pack, const R* now, const R* step,
                         R* change);
  Outer outer;
  using Move = void (*)(const Index* own, R* now, const R* step);
  Move move;
};

/// Those of an instruction set that the machine has, by the name it has in kernels.h.
template <class R>
const DescentKernels<R>& descent_kernels(std::string_view instruction_set);

}  // namespace pliant::cpu

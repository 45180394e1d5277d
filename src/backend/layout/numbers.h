#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::backend {

/// A position in a block's buffers, times four: on the CPU the row of a vertex begins at force[At]
/// and at particle[2 At], which the processor can address without further arithmetic.
using At = std::uint16_t;
inline constexpr std::size_t max_block_vertices = 65536 / 4;

/// Marks the number of a relation that lies in the second store of its set, see Places.
inline constexpr std::uint32_t in_second_store = 0x80000000u;

}  // namespace pliant::backend

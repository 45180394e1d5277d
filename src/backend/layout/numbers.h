#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::backend {

/// A position in a block's buffers, times four: on the CPU the row of a vertex begins at force[At]
/// and at particle[2 At], which the processor can address without further arithmetic.
using At = std::uint16_t;
inline constexpr std::size_t max_block_vertices = 65536 / 4;

/// Rest values and parameters of all laws in a group.
inline constexpr int max_group_fields = 41;

}  // namespace pliant::backend

#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pliant::backend {

/// Relations of a set: so many vertices each, one relation after the other.
struct JoinedVertices {
  std::span<const Index> vertices;
  std::size_t arity;
};

/// Among the colours so far that none of its neighbours has a vertex takes the least used one, so
/// that all have as many, or the first, so that there are few.
enum class Colouring { even, few };

/// A colour for each vertex, so that no relation joins two of one colour: those of a colour may be
/// moved at once. `order` is a permutation of the vertices, in which they get their colours.
std::vector<std::uint32_t> vertex_colours(std::span<const Index> order,
                                          std::span<const JoinedVertices> sets,
                                          Colouring colouring = Colouring::even);

}  // namespace pliant::backend

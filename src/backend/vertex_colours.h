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

/// A colour for each vertex, so that no relation joins two of one colour: those of a colour may be
/// moved at once. `order` is a permutation of the vertices, in which they get their colours: each
/// the least used one that none of its neighbours has, where there is one among the colours so far.
std::vector<std::uint32_t> vertex_colours(std::span<const Index> order,
                                          std::span<const JoinedVertices> sets);

}  // namespace pliant::backend

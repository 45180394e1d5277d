#pragma once

#include <pliant/mesh.h>

#include <cstddef>

namespace pliant {

/// Sides of a surface's triangles without a partner that goes the other way. Vertices at the same
/// place count as one: files often repeat them along seams.
struct OpenEdges {
  std::size_t count = 0;
  double length = 0;  ///< of all of them together, m
};
OpenEdges open_edges(const Mesh& surface);

}  // namespace pliant

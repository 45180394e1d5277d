#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "mesh/check/surface_edges.h"
#include "mesh/repair/repair.h"

namespace pliant {

/// A ring of vertices to be spanned by faces that turn the way it runs.
struct Ring {
  std::vector<Index> vertices;
  /// The third vertex of the face beyond edge i to i+1.
  std::vector<Index> beyond;
};

/// Triangles between the ring's vertices of least area, with a little weight on short edges.
/// None where some edge across would join vertices for which `is_joined` says that an edge is there
/// already, a triangle would have no area, or two would lie folded on one another.
std::optional<std::vector<Triangle>> span_ring(const Surface& surface, const Ring& ring,
                                               const std::function<bool(Index, Index)>& is_joined);

/// Triangles from the ring to a new vertex in its middle, which is added only if they are sound.
std::optional<std::vector<Triangle>> span_ring_from_middle(Surface& surface, const Ring& ring);

/// The longest ring that span_ring takes on; its time grows with the third power.
inline constexpr std::size_t longest_spanned_ring = 100;

}  // namespace pliant

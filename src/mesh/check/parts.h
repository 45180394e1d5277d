#pragma once

#include <pliant/mesh.h>

#include <span>
#include <vector>

#include "mesh/check/geometry.h"
#include "mesh/check/surface_edges.h"

namespace pliant {

/// A closed part of a surface whose faces agree, but as a whole face the wrong way.
struct WrongPart {
  std::vector<Index> faces;
  bool is_inside_another = false;
};

/// A part faces the right way when it encloses positive volume, or negative volume inside an odd
/// number of other closed parts. One that collides with another is not inside it. Parts with open
/// or multiple edges, or whose faces disagree, are not judged. In the order of their lowest faces.
std::vector<WrongPart> wrong_parts(const Points& points, std::span<const Triangle> faces,
                                   const SurfaceEdges& edges);

}  // namespace pliant

#include "mesh/hang.h"

#include <algorithm>

#include "base/text.h"

namespace pliant {

namespace {

// By how many heights of its tetrahedron a point may lie outside: a boundary that cuts corners is
// half of one away.
constexpr double farthest = 1.5;

}  // namespace

std::shared_ptr<const EmbeddedSurface> hung(Mesh surface, const TetMesh& solid, Notes& notes) {
  Embedding embedding(surface.vertices, solid);
  const auto far = std::ranges::count_if(embedding.weights(), [](const auto& weights) {
    return *std::ranges::min_element(weights) < -farthest;
  });
  if (far == 0)
    return std::make_shared<const EmbeddedSurface>(
        EmbeddedSurface{std::move(surface), std::move(embedding)});
  notes.push_back(text("the tetrahedra have lost parts of the surface (", far, " of its ",
                       surface.vertices.size(),
                       " vertices): what is drawn are their own faces; more tetrahedra keep it, or "
                       "mesher = \"embedding\" in a scene"));
  return nullptr;
}

}  // namespace pliant

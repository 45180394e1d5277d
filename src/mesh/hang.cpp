#include "mesh/hang.h"

#include <algorithm>

#include "base/text.h"

namespace pliant {

namespace {

// By how many heights of its tetrahedron a point may lie outside: a boundary that cuts corners is
// half of one away. Single tips may be farther off, up to a limit.
constexpr double far = 1.5, too_far = 8;
constexpr double single = 0.015;  // of all

}  // namespace

std::size_t lost_vertices(const Mesh& surface, const Embedding& embedding) {
  std::vector<bool> drawn(surface.vertices.size(), false);
  for (const Triangle& t : surface.triangles.cells)
    for (const Index v : t) drawn[v] = true;
  std::size_t all = 0, lost = 0;
  bool torn = false;
  for (std::size_t v = 0; v < drawn.size(); ++v) {
    if (!drawn[v]) continue;
    const double outside = -std::ranges::min(embedding.weights()[v]);
    ++all;
    lost += outside > far;
    torn = torn || outside > too_far;
  }
  return torn || static_cast<double>(lost) > single * static_cast<double>(all) ? lost : 0;
}

std::shared_ptr<const EmbeddedSurface> hung(Mesh surface, const TetMesh& solid, Notes& notes) {
  Embedding embedding(surface.vertices, solid);
  const std::size_t lost = lost_vertices(surface, embedding);
  if (lost == 0)
    return std::make_shared<const EmbeddedSurface>(
        EmbeddedSurface{std::move(surface), std::move(embedding)});
  notes.push_back(text("the tetrahedra have lost parts of the surface (", lost, " of its ",
                       surface.vertices.size(),
                       " vertices): what is drawn are their own faces; more tetrahedra keep it, or "
                       "the mesher 'embedding'"));
  return nullptr;
}

}  // namespace pliant

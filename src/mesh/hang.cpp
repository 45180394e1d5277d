#include "mesh/hang.h"

#include <pliant/quality.h>

#include <algorithm>

#include "base/text.h"
#include "mesh/open_edges.h"

namespace pliant {

namespace {

// By how many heights of its tetrahedron a point may lie outside: a boundary that cuts corners is
// half of one away. Single tips may be farther off, up to a limit.
constexpr double far = 1.5, too_far = 8;
constexpr double single = 0.015;  // of all

// Before the triangles are turned. Normals that agreed with them are turned, too.
void turn_appearance(const Mesh& surface, Appearance& look) {
  double agreement = 0;
  for (std::size_t t = 0; t < look.normal_corners.size(); ++t) {
    const auto& [a, b, c] = surface.triangles[t];
    const Vec3d across =
        cross(surface.vertices[b] - surface.vertices[a], surface.vertices[c] - surface.vertices[a]);
    for (const Index n : look.normal_corners[t])
      if (n != no_index) agreement += dot(across, look.normals[n]);
  }
  if (agreement > 0)
    for (Vec3d& n : look.normals) n = -n;
  for (auto* corners : {&look.texture_corners, &look.normal_corners})
    for (Appearance::Corners& c : *corners) std::swap(c[1], c[2]);
}

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

void face_outwards(Mesh& surface) {
  std::vector<Triangle>& triangles = surface.triangles.cells;
  if (!(enclosed_volume(surface.vertices, triangles) < 0) || open_edges(surface).count > 0) return;
  if (surface.appearance) turn_appearance(surface, *surface.appearance);
  for (Triangle& t : triangles) std::swap(t[1], t[2]);
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

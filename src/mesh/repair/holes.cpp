#include <algorithm>
#include <set>

#include "mesh/repair/filling.h"

namespace pliant {

namespace {

// One open edge, seen from the hole: the face beyond it runs from `to` to `from`.
struct HoleEdge {
  Index from, to, face;
};

std::vector<HoleEdge> hole_edges(const std::vector<Triangle>& faces, const SurfaceEdges& edges) {
  std::vector<HoleEdge> hole;
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    if (edges.faces[e].size() != 1) continue;
    const Index f = edges.faces[e][0];
    auto [u, v] = edges.edges[e];
    if (turns_along(faces[f], u, v)) std::swap(u, v);
    hole.push_back({u, v, f});
  }
  std::ranges::stable_sort(hole, {}, &HoleEdge::from);
  return hole;
}

// Walks along the open edges and cuts a ring off whenever a vertex comes round again. Edges that
// lead nowhere are left.
std::vector<std::vector<HoleEdge>> rings_of(const std::vector<HoleEdge>& hole,
                                            std::size_t vertex_count) {
  std::vector<std::vector<HoleEdge>> rings;
  std::vector<char> on_path(vertex_count, 0);
  std::vector<std::size_t> cursor(vertex_count + 1, 0);  // the next unused edge from each vertex
  for (const HoleEdge& e : hole) ++cursor[e.from + 1];
  for (std::size_t v = 0; v < vertex_count; ++v) cursor[v + 1] += cursor[v];
  const auto next_from = [&](Index v) {
    const std::size_t e = cursor[v];
    return e < hole.size() && hole[e].from == v ? e : hole.size();
  };
  for (const HoleEdge& start : hole) {
    std::vector<HoleEdge> path;
    Index v = start.from;
    on_path[v] = 1;
    for (std::size_t e = next_from(v); e < hole.size(); e = next_from(v)) {
      ++cursor[v];
      path.push_back(hole[e]);
      v = hole[e].to;
      if (on_path[v]) {
        auto begin = path.end() - 1;
        while (begin->from != v) --begin;
        for (auto step = begin; step != path.end(); ++step) on_path[step->from] = 0;
        rings.emplace_back(begin, path.end());
        path.erase(begin, path.end());
      }
      on_path[v] = 1;
    }
    on_path[start.from] = on_path[v] = 0;
    for (const HoleEdge& step : path) on_path[step.from] = 0;
  }
  return rings;
}

}  // namespace

bool fill_holes(Surface& surface) {
  const auto edges = surface_edges(surface.faces(), std::vector<char>(surface.faces().size(), 1));
  const auto hole = hole_edges(surface.faces(), edges);
  std::set<Line> added;
  const auto is_joined = [&](Index u, Index v) {
    return edges.find(u, v) != no_index || added.contains({std::min(u, v), std::max(u, v)});
  };
  std::size_t filled = 0;
  for (const auto& path : rings_of(hole, surface.mesh.vertices.size())) {
    Ring ring;
    for (const HoleEdge& e : path) {
      ring.vertices.push_back(e.from);
      ring.beyond.push_back(opposite_vertex(surface.faces()[e.face], e.from, e.to));
    }
    auto faces = span_ring(surface, ring, is_joined);
    if (!faces) faces = span_ring_from_middle(surface, ring);
    if (!faces) continue;
    ++filled;
    surface.tally.hole_faces += faces->size();
    const std::int32_t region = surface.mesh.triangles.region(path[0].face);
    for (const Triangle& t : *faces) {
      surface.add_face(t, region);
      for (int k = 0; k < 3; ++k)
        added.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    }
  }
  surface.tally.holes += filled;
  return filled > 0;
}

}  // namespace pliant

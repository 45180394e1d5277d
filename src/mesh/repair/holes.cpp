#include <algorithm>
#include <set>

#include "base/text.h"
#include "mesh/check/findings.h"
#include "mesh/repair/filling.h"
#include "mesh/repair/replacements.h"

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

enum class Lid { between_vertices, from_middle };

using HoleRing = std::vector<HoleEdge>;

Ring ring_of(const Surface& surface, const HoleRing& path) {
  Ring ring;
  for (const HoleEdge& e : path) {
    ring.vertices.push_back(e.from);
    ring.beyond.push_back(opposite_vertex(surface.mesh.triangles.cells[e.face], e.from, e.to));
  }
  return ring;
}

// Sorted: two walks may start at different vertices of a ring.
std::vector<Index> key_of(const HoleRing& path) {
  std::vector<Index> key;
  for (const HoleEdge& e : path) key.push_back(e.from);
  std::ranges::sort(key);
  return key;
}

struct Holes {
  std::vector<HoleRing> rings;
  SurfaceEdges edges;
  std::size_t open_edges = 0;
};

Holes holes_of(Surface& surface) {
  Holes holes;
  holes.edges = surface_edges(surface.faces(), std::vector<char>(surface.faces().size(), 1));
  const auto open = hole_edges(surface.faces(), holes.edges);
  holes.open_edges = open.size();
  holes.rings = rings_of(open, surface.mesh.vertices.size());
  return holes;
}

// Fills the holes that take this kind of lid. Those whose lids would cross other faces are left,
// and added to `crossed`.
std::size_t fill_with(Surface& surface, Lid lid, std::set<std::vector<Index>>& crossed) {
  const Holes holes = holes_of(surface);
  std::set<Line> added;
  const auto is_joined = [&](Index u, Index v) {
    return holes.edges.find(u, v) != no_index || added.contains({std::min(u, v), std::max(u, v)});
  };
  std::vector<Replacement> lids;
  std::vector<std::vector<Index>> keys;
  for (const HoleRing& path : holes.rings) {
    const Ring ring = ring_of(surface, path);
    auto faces = lid == Lid::between_vertices ? span_ring(surface, ring, is_joined)
                                              : span_ring_from_middle(surface, ring);
    if (!faces) continue;
    for (const Triangle& t : *faces)
      for (int k = 0; k < 3; ++k)
        added.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    const Index middle =
        lid == Lid::from_middle ? static_cast<Index>(surface.mesh.vertices.size() - 1) : no_index;
    lids.push_back({{}, std::move(*faces), surface.mesh.triangles.region(path[0].face), middle});
    keys.push_back(key_of(path));
  }
  std::vector<std::size_t> sizes;
  for (const Replacement& one : lids) sizes.push_back(one.added.size());
  const auto made = replace_faces(surface, std::move(lids));
  std::size_t filled = 0;
  for (std::size_t i = 0; i < made.size(); ++i) {
    if (!made[i]) {
      crossed.insert(keys[i]);
      continue;
    }
    ++filled;
    surface.tally.hole_faces += sizes[i];
  }
  return filled;
}

std::string why_open(const HoleRing& path, const std::set<std::vector<Index>>& crossed) {
  if (crossed.contains(key_of(path))) return "every lid on it would cross other faces";
  if (path.size() > longest_spanned_ring)
    return text("its border is longer than ", longest_spanned_ring,
                " edges and too uneven to be closed from its middle");
  return "every lid on it would fold back on the faces beside it, or give an edge a third face";
}

// What is left of the holes, in sentences.
std::vector<std::string> told_open(Surface& surface, const std::set<std::vector<Index>>& crossed) {
  constexpr std::size_t most = 10;
  const Holes holes = holes_of(surface);
  std::vector<std::string> told;
  std::size_t in_rings = 0;
  for (const HoleRing& path : holes.rings) {
    in_rings += path.size();
    if (told.size() >= most) continue;
    told.push_back(text("left a hole of ", plural(path.size(), "edge", "edges"), " at ",
                        point_text(surface.mesh.vertices[path[0].from]),
                        " open: ", why_open(path, crossed)));
  }
  if (holes.rings.size() > most)
    told.push_back(text("left ", holes.rings.size() - most, " more holes open"));
  if (holes.open_edges > in_rings)
    told.push_back(text("left ", plural(holes.open_edges - in_rings, "edge", "edges"),
                        " open that form no ring: the faces at them do not agree which side is "
                        "out"));
  return told;
}

}  // namespace

bool fill_holes(Surface& surface) {
  std::set<std::vector<Index>> crossed;
  std::size_t filled = fill_with(surface, Lid::between_vertices, crossed);
  filled += fill_with(surface, Lid::from_middle, crossed);
  surface.tally.holes += filled;
  surface.tally.left_open = told_open(surface, crossed);
  return filled > 0;
}

}  // namespace pliant

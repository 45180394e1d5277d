#include <pliant/topology.h>

#include <algorithm>
#include <set>

#include "mesh/repair/filling.h"
#include "mesh/repair/replacements.h"

namespace pliant {

namespace {

// The ends of folded edges, the likeliest tip of a spike first: the one where most folds meet, then
// the one with fewest faces.
std::vector<Index> tips(const std::vector<Index>& folded, const SurfaceEdges& edges,
                        const Lists& touching) {
  std::vector<Index> ends;
  for (Index e : folded) ends.insert(ends.end(), edges.edges[e].begin(), edges.edges[e].end());
  std::ranges::sort(ends);
  struct Tip {
    std::ptrdiff_t folds;
    std::size_t faces;
    Index vertex;
  };
  std::vector<Tip> order;
  for (Index v : ends)
    if (order.empty() || order.back().vertex != v)
      order.push_back({1, touching[v].size(), v});
    else
      ++order.back().folds;
  std::ranges::stable_sort(order, [](const Tip& a, const Tip& b) {
    return a.folds != b.folds ? a.folds > b.folds : a.faces < b.faces;
  });
  std::vector<Index> vertices;
  for (const Tip& tip : order) vertices.push_back(tip.vertex);
  return vertices;
}

// The ring round a vertex whose faces close once around it, in the direction of those faces; empty
// where they do not.
Ring ring_round(const std::vector<Triangle>& faces, const SurfaceEdges& edges,
                std::span<const Index> star, Index v) {
  std::vector<std::array<Index, 3>> steps;  // from, to, face
  for (Index f : star) {
    const Triangle& t = faces[f];
    const int k = t[0] == v ? 0 : t[1] == v ? 1 : 2;
    steps.push_back({t[(k + 1) % 3], t[(k + 2) % 3], f});
  }
  std::ranges::sort(steps);
  Ring ring;
  Index at = steps[0][0];
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto step = std::ranges::lower_bound(steps, at, {}, [](const auto& s) { return s[0]; });
    if (step == steps.end() || (*step)[0] != at) return {};
    if (i > 0 && at == steps[0][0]) return {};
    const auto [from, to, face] = *step;
    const auto around = edges.faces[edges.find(from, to)];
    if (around.size() != 2) return {};
    const Index other = around[0] == face ? around[1] : around[0];
    ring.vertices.push_back(from);
    ring.beyond.push_back(opposite_vertex(faces[other], from, to));
    at = to;
  }
  return at == steps[0][0] ? ring : Ring{};
}

}  // namespace

// Takes the tip of a fold away with its faces and spans the ring around it. Where that cannot be
// done the fold stays: a closed surface is not torn open for it.
bool remove_folds(Surface& surface) {
  auto& faces = surface.faces();
  const auto edges = surface_edges(faces, std::vector<char>(faces.size(), 1));
  const auto folded = folded_edges(surface.points, faces, edges);
  if (folded.empty()) return false;
  const Lists touching =
      vertex_cells(std::span<const Triangle>(faces), surface.mesh.vertices.size());
  std::set<Line> added;
  const auto is_joined = [&](Index u, Index v) {
    return edges.find(u, v) != no_index || added.contains({std::min(u, v), std::max(u, v)});
  };
  std::vector<char> busy(surface.mesh.vertices.size(), 0);
  std::vector<Replacement> replacements;
  for (Index v : tips(folded, edges, touching)) {
    // Folds next to one that was just removed wait for the next round.
    const auto star = touching[v];
    const bool is_busy = std::ranges::any_of(star, [&](Index f) {
      return std::ranges::any_of(faces[f], [&](Index u) { return busy[u]; });
    });
    if (is_busy) continue;
    const Ring ring = ring_round(faces, edges, star, v);
    auto spanned = span_ring(surface, ring, is_joined);
    if (!spanned) continue;
    for (Index f : star)
      for (Index u : faces[f]) busy[u] = 1;
    for (const Triangle& t : *spanned)
      for (int k = 0; k < 3; ++k)
        added.insert({std::min(t[k], t[(k + 1) % 3]), std::max(t[k], t[(k + 1) % 3])});
    replacements.push_back(
        {{star.begin(), star.end()}, std::move(*spanned), surface.mesh.triangles.region(star[0])});
  }
  const auto removed = std::ranges::count(replace_faces(surface, std::move(replacements)), 1);
  surface.tally.folded_vertices += static_cast<std::size_t>(removed);
  return removed > 0;
}

}  // namespace pliant

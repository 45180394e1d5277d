#include "mesh/check/surface_edges.h"

#include <algorithm>

#include "mesh/check/geometry.h"
#include "mesh/disjoint_sets.h"

namespace pliant {

Index SurfaceEdges::find(Index u, Index v) const {
  const Line line{std::min(u, v), std::max(u, v)};
  const auto found = std::ranges::lower_bound(edges, line);
  if (found == edges.end() || *found != line) return no_index;
  return static_cast<Index>(found - edges.begin());
}

SurfaceEdges surface_edges(std::span<const Triangle> faces, const std::vector<char>& counted) {
  struct Side {
    Line edge;
    Index face;
    auto operator<=>(const Side&) const = default;
  };
  std::vector<Side> sides;
  sides.reserve(3 * faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (counted[f])
      for (int k = 0; k < 3; ++k) {
        const Index u = faces[f][k], v = faces[f][(k + 1) % 3];
        sides.push_back({{std::min(u, v), std::max(u, v)}, static_cast<Index>(f)});
      }
  std::ranges::sort(sides);
  SurfaceEdges result;
  result.faces.items.reserve(sides.size());
  for (const Side& side : sides) {
    if (result.edges.empty() || result.edges.back() != side.edge) {
      result.edges.push_back(side.edge);
      result.faces.offsets.push_back(result.faces.offsets.back());
    }
    result.faces.items.push_back(side.face);
    ++result.faces.offsets.back();
  }
  return result;
}

std::vector<char> hanging_faces(std::span<const Triangle> faces, const SurfaceEdges& edges) {
  std::vector<char> open_sides(faces.size(), 0), hanging(faces.size(), 0);
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() == 1) ++open_sides[edges.faces[e][0]];
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    const auto loose = std::ranges::count_if(around, [&](Index f) { return open_sides[f] == 2; });
    if (loose == 0 || static_cast<std::ptrdiff_t>(around.size()) - loose < 2) continue;
    for (Index f : around) hanging[f] = open_sides[f] == 2;
  }
  return hanging;
}

std::vector<Index> surface_parts(std::size_t face_count, const SurfaceEdges& edges, Across across) {
  DisjointSets sets(face_count);
  std::vector<Index> parts(face_count, no_index);
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    for (Index f : around) {
      parts[f] = f;
      if (across == Across::all_edges || around.size() == 2) sets.join(around[0], f);
    }
  }
  for (Index& part : parts)
    if (part != no_index) part = sets.find(part);
  return parts;
}

std::vector<Index> folded_edges(const Points& points, std::span<const Triangle> faces,
                                const SurfaceEdges& edges) {
  std::vector<Index> folded;
  for (Index e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    if (around.size() != 2) continue;
    const auto [u, v] = edges.edges[e];
    const Index a = opposite_vertex(faces[around[0]], u, v);
    const Index b = opposite_vertex(faces[around[1]], u, v);
    if (points.sane[u] && points.sane[v] && points.sane[a] && points.sane[b] &&
        is_folded(points.at[u], points.at[v], points.at[a], points.at[b]))
      folded.push_back(e);
  }
  return folded;
}

}  // namespace pliant

#include "spectral/regions.h"

#include <pliant/error.h>

#include <algorithm>
#include <limits>
#include <map>

#include "base/text.h"
#include "mesh/disjoint_sets.h"

namespace pliant::spectral {

namespace {

std::vector<bool> rigid_cells(const TetMesh& mesh, const std::vector<std::vector<Index>>& rigid) {
  std::vector<bool> out(mesh.tetrahedra().size(), false);
  for (std::size_t i = 0; i < rigid.size(); ++i) {
    if (rigid[i].empty())
      throw InputError("", 0, text("rigid region ", i, " has no tetrahedron"),
                       "a region needs at least the four vertices of one");
    for (const Index t : rigid[i]) {
      if (t >= out.size())
        throw InputError(
            "", 0, text("rigid region ", i, " names tetrahedron ", t, "; there are ", out.size()),
            "tetrahedra are numbered from zero");
      out[t] = true;
    }
  }
  return out;
}

void number_vertices(const TetMesh& mesh, RegionMesh& region) {
  for (const Index t : region.cells)
    region.vertices.insert(region.vertices.end(), mesh.tetrahedra()[t].begin(),
                           mesh.tetrahedra()[t].end());
  std::ranges::sort(region.vertices);
  region.vertices.erase(std::unique(region.vertices.begin(), region.vertices.end()),
                        region.vertices.end());
  for (const Index t : region.cells) {
    Tetrahedron own{};
    for (std::size_t i = 0; i < 4; ++i) own[i] = region.local(mesh.tetrahedra()[t][i]);
    region.tetrahedra.push_back(own);
  }
}

}  // namespace

Index RegionMesh::local(Index vertex) const {
  return static_cast<Index>(std::ranges::lower_bound(vertices, vertex) - vertices.begin());
}

std::vector<RegionMesh> find_regions(const TetMesh& mesh,
                                     const std::vector<std::vector<Index>>& rigid) {
  const std::vector<bool> is_rigid = rigid_cells(mesh, rigid);
  DisjointSets sets(is_rigid.size());
  for (std::size_t t = 0; t < is_rigid.size(); ++t)
    for (const Index neighbour : mesh.neighbours()[t])
      if (neighbour != no_index && is_rigid[t] == is_rigid[neighbour])
        sets.join(static_cast<Index>(t), neighbour);
  std::vector<RegionMesh> regions;
  std::map<Index, std::size_t> number;
  for (std::size_t t = 0; t < is_rigid.size(); ++t) {
    const auto [entry, is_new] =
        number.try_emplace(sets.find(static_cast<Index>(t)), regions.size());
    if (is_new)
      regions.push_back({.rigid = is_rigid[t], .vertices = {}, .cells = {}, .tetrahedra = {}});
    regions[entry->second].cells.push_back(static_cast<Index>(t));
  }
  for (RegionMesh& region : regions) number_vertices(mesh, region);
  return regions;
}

std::vector<SpectralSolid::Boundary> find_boundaries(const std::vector<RegionMesh>& regions,
                                                     std::size_t vertex_count) {
  std::vector<std::vector<std::size_t>> regions_of(vertex_count);
  for (std::size_t r = 0; r < regions.size(); ++r)
    for (const Index v : regions[r].vertices) regions_of[v].push_back(r);
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Index>> shared;
  for (std::size_t v = 0; v < vertex_count; ++v)
    for (const std::size_t d : regions_of[v])
      for (const std::size_t r : regions_of[v])
        if (!regions[d].rigid && regions[r].rigid) shared[{d, r}].push_back(static_cast<Index>(v));
  std::vector<SpectralSolid::Boundary> out;
  for (auto& [pair, vertices] : shared)
    out.push_back({pair.first, pair.second, std::move(vertices), {}});
  return out;
}

// Only a deformable and a rigid region are kept together where they meet, and what a joint joins.
void check_connected(const std::vector<RegionMesh>& regions, std::size_t vertex_count,
                     const std::vector<std::pair<std::size_t, std::size_t>>& joints) {
  DisjointSets joined(regions.size());
  for (const auto& boundary : find_boundaries(regions, vertex_count))
    joined.join(static_cast<Index>(boundary.deformable), static_cast<Index>(boundary.rigid));
  for (const auto& [first, second] : joints)
    joined.join(static_cast<Index>(first), static_cast<Index>(second));
  std::size_t pieces = 0;
  for (std::size_t r = 0; r < regions.size(); ++r)
    if (joined.find(static_cast<Index>(r)) == r) ++pieces;
  if (pieces > 1)
    throw InputError("", 0,
                     text("the solid falls into ", pieces,
                          " pieces that share no face, nor a boundary between a rigid and a "
                          "deformable region"),
                     "simulate each piece as a body of its own, or join them ('pliant check' tells "
                     "where)");
}

std::vector<Index> farthest_apart(std::span<const Vec3d> places, const std::vector<Index>& vertices,
                                  std::size_t count) {
  if (vertices.size() <= count) return vertices;
  std::vector<double> distance(vertices.size(), std::numeric_limits<double>::infinity());
  std::vector<Index> out{vertices[0]};
  while (out.size() < count) {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      distance[i] = std::min(distance[i], squared_length(places[vertices[i]] - places[out.back()]));
    out.push_back(
        vertices[static_cast<std::size_t>(std::ranges::max_element(distance) - distance.begin())]);
  }
  return out;
}

std::vector<Line> boundary_edges(const TetMesh& mesh, const SpectralSolid::Boundary& boundary) {
  std::vector<bool> on(mesh.vertices().size(), false);
  for (const Index v : boundary.vertices) on[v] = true;
  std::vector<Line> out;
  for (const Line& edge : mesh.edges())
    if (on[edge[0]] && on[edge[1]]) out.push_back(edge);
  return out;
}

}  // namespace pliant::spectral

namespace pliant {

std::vector<Index> spread_nodes(std::span<const Index> nodes, std::span<const Line> edges,
                                std::size_t count) {
  std::map<Index, std::size_t> place;
  for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = i;
  std::vector<std::vector<std::size_t>> ring(nodes.size());
  for (const Line& edge : edges) {
    const auto a = place.find(edge[0]), b = place.find(edge[1]);
    if (a == place.end() || b == place.end()) continue;
    ring[a->second].push_back(b->second);
    ring[b->second].push_back(a->second);
  }
  constexpr std::size_t far = static_cast<std::size_t>(-1);
  std::vector<std::size_t> distance(nodes.size(), far);  // edges to the nearest chosen one
  std::vector<Index> chosen;
  const auto choose = [&](std::size_t start) {
    chosen.push_back(nodes[start]);
    distance[start] = 0;
    std::vector<std::size_t> front{start};
    for (std::size_t steps = 1; !front.empty(); ++steps) {
      std::vector<std::size_t> next;
      for (const std::size_t i : front)
        for (const std::size_t j : ring[i])
          if (distance[j] > steps) {
            distance[j] = steps;
            next.push_back(j);
          }
      front = std::move(next);
    }
  };
  const auto most = [&](const auto& value) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i)
      if (value(i) > value(best) || (value(i) == value(best) && nodes[i] < nodes[best])) best = i;
    return best;
  };
  const std::size_t wanted = std::min(count, nodes.size());
  if (wanted > 0) choose(most([&](std::size_t i) { return ring[i].size(); }));
  while (chosen.size() < wanted) choose(most([&](std::size_t i) { return distance[i]; }));
  return chosen;
}

}  // namespace pliant

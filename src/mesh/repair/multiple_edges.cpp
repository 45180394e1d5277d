#include <algorithm>
#include <cmath>
#include <numbers>

#include "mesh/check/surface_edges.h"
#include "mesh/disjoint_sets.h"
#include "mesh/repair/repair.h"

namespace pliant {

namespace {

SurfaceEdges all_edges(const std::vector<Triangle>& faces) {
  return surface_edges(faces, std::vector<char>(faces.size(), 1));
}

bool is_odd_multiple(std::size_t faces) {
  return faces > 2 && faces % 2 == 1;
}

// A piece of surface between open and multiple edges.
struct Patch {
  std::vector<Index> faces;
  std::vector<std::pair<Index, std::size_t>> multiple_edges;  // and how many of its faces are there
  double area = 0;
  bool is_open = false;
};

std::vector<Patch> patches_of(const Surface& surface, const std::vector<Triangle>& faces,
                              const SurfaceEdges& edges) {
  const auto part_of = surface_parts(faces.size(), edges, Across::paired_edges);
  std::vector<Index> number(faces.size());
  std::vector<Patch> patches;
  for (Index f = 0; f < faces.size(); ++f) {
    if (part_of[f] == f) {
      number[f] = static_cast<Index>(patches.size());
      patches.emplace_back();
    }
    number[f] = number[part_of[f]];
    patches[number[f]].faces.push_back(f);
    patches[number[f]].area += surface.twice_area(faces[f]);
  }
  for (Index e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    if (around.size() == 1) patches[number[around[0]]].is_open = true;
    if (around.size() <= 2) continue;
    for (Index f : around) {
      auto& at = patches[number[f]].multiple_edges;
      if (at.empty() || at.back().first != e) at.emplace_back(e, 0);
      ++at.back().second;
    }
  }
  return patches;
}

// Where an odd number of faces meets, one patch too many does: a sheet that hangs there, or a wall
// between two chambers. Of those at the edge open ones go first, then small ones.
std::size_t drop_walls(Surface& surface, const SurfaceEdges& edges) {
  auto& faces = surface.faces();
  auto patches = patches_of(surface, faces, edges);
  std::ranges::stable_sort(patches, [](const Patch& a, const Patch& b) {
    return a.is_open != b.is_open ? a.is_open : a.area < b.area;
  });
  std::vector<std::size_t> count(edges.edges.size());
  for (std::size_t e = 0; e < count.size(); ++e) count[e] = edges.faces[e].size();
  std::vector<char> keep(faces.size(), 1);
  for (const Patch& patch : patches) {
    const bool is_too_many = std::ranges::any_of(patch.multiple_edges, [&](const auto& at) {
      return is_odd_multiple(count[at.first]) && at.second % 2 == 1 && at.second < count[at.first];
    });
    if (!is_too_many) continue;
    for (Index f : patch.faces) keep[f] = 0;
    for (const auto& [e, faces_there] : patch.multiple_edges) count[e] -= faces_there;
  }
  return keep_cells(surface.mesh.triangles, keep);
}

// Drops the smallest faces of an edge until `wanted` are left.
void keep_largest(const Surface& surface, const std::vector<Triangle>& faces,
                  std::span<const Index> around, std::size_t wanted, std::vector<char>& keep) {
  std::vector<Index> left;
  for (Index f : around)
    if (keep[f]) left.push_back(f);
  std::ranges::stable_sort(left, [&](Index f, Index g) {
    return surface.twice_area(faces[f]) > surface.twice_area(faces[g]);
  });
  for (std::size_t i = wanted; i < left.size(); ++i) keep[left[i]] = 0;
}

// One patch that meets itself in an odd number of faces: no patch can go, so a face does.
std::size_t drop_odd_faces(Surface& surface, const SurfaceEdges& edges) {
  std::vector<char> keep(surface.faces().size(), 1);
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (is_odd_multiple(edges.faces[e].size()))
      keep_largest(surface, surface.faces(), edges.faces[e], edges.faces[e].size() - 1, keep);
  return keep_cells(surface.mesh.triangles, keep);
}

// Pairs the faces round an edge so that each pair bounds a wedge: neighbours in angle, preferably
// with the inside between them. Faces u v w have their normal towards growing angle.
std::vector<std::array<Index, 2>> pair_faces(const Surface& surface,
                                             const std::vector<Triangle>& faces, const Line& edge,
                                             std::span<const Index> around) {
  struct Spoke {
    double angle;
    Index face;
    bool along;
  };
  const Index u = edge[0], v = edge[1];
  const Vec3d axis = normalised(surface.at(v) - surface.at(u));
  const auto arm = [&](Index f) {
    const Vec3d to = surface.at(opposite_vertex(faces[f], u, v)) - surface.at(u);
    return to - axis * dot(axis, to);
  };
  const Vec3d zero = normalised(arm(around[0])), quarter = cross(axis, zero);
  std::vector<Spoke> spokes;
  for (Index f : around)
    spokes.push_back(
        {std::atan2(dot(arm(f), quarter), dot(arm(f), zero)), f, turns_along(faces[f], u, v)});
  std::ranges::stable_sort(spokes, {}, &Spoke::angle);
  const std::size_t n = spokes.size();
  const auto score = [&](std::size_t shift) {
    std::size_t sum = 0;
    for (std::size_t i = shift; i < n + shift; i += 2) {
      const Spoke &a = spokes[i % n], &b = spokes[(i + 1) % n];
      if (a.along != b.along) sum += b.along ? n + 1 : 1;
    }
    return sum;
  };
  const std::size_t shift = score(1) > score(0) ? 1 : 0;
  std::vector<std::array<Index, 2>> pairs;
  for (std::size_t i = shift; i < n + shift; i += 2)
    pairs.push_back({spokes[i % n].face, spokes[(i + 1) % n].face});
  return pairs;
}

Index corner_at(const std::vector<Triangle>& faces, Index f, Index v) {
  const Triangle& t = faces[f];
  return 3 * f + (t[0] == v ? 0 : t[1] == v ? 1 : 2);
}

// Gives each fan of faces round the ends of multiple edges a vertex of its own.
std::size_t separate_fans(Surface& surface, const SurfaceEdges& edges) {
  auto& faces = surface.faces();
  DisjointSets fans(3 * faces.size());
  std::vector<char> is_end(surface.mesh.vertices.size(), 0);
  const auto join = [&](std::size_t e, Index f, Index g) {
    for (Index v : edges.edges[e]) fans.join(corner_at(faces, f, v), corner_at(faces, g, v));
  };
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    const auto around = edges.faces[e];
    if (around.size() == 2) join(e, around[0], around[1]);
    if (around.size() <= 2) continue;
    for (Index v : edges.edges[e]) is_end[v] = 1;
    for (const auto& [f, g] : pair_faces(surface, faces, edges.edges[e], around)) join(e, f, g);
  }
  std::vector<Index> vertex_of(3 * faces.size(), no_index);  // of each fan's lowest corner
  std::vector<char> taken(is_end.size(), 0);
  std::size_t added = 0;
  for (Index corner = 0; corner < vertex_of.size(); ++corner) {
    Index& v = faces[corner / 3][corner % 3];
    if (!is_end[v]) continue;
    Index& mine = vertex_of[fans.find(corner)];
    if (mine == no_index) {
      mine = taken[v] ? surface.add_copy(v) : v;
      added += taken[v];
      taken[v] = 1;
      is_end.resize(surface.mesh.vertices.size(), 0);
    }
    v = mine;
  }
  return added;
}

// A fan that passes an edge twice and closes on itself cannot be separated.
std::size_t drop_unseparated(Surface& surface) {
  const auto edges = all_edges(surface.faces());
  std::vector<char> keep(surface.faces().size(), 1);
  for (std::size_t e = 0; e < edges.edges.size(); ++e)
    if (edges.faces[e].size() > 2) keep_largest(surface, surface.faces(), edges.faces[e], 2, keep);
  return keep_cells(surface.mesh.triangles, keep);
}

}  // namespace

bool mend_multiple_edges(Surface& surface) {
  const auto edges = all_edges(surface.faces());
  const auto is_multiple = [&](std::size_t e) { return edges.faces[e].size() > 2; };
  bool any = false;
  for (std::size_t e = 0; e < edges.edges.size() && !any; ++e) any = is_multiple(e);
  if (!any) return false;
  std::size_t dropped = drop_walls(surface, edges);
  if (dropped == 0) dropped = drop_odd_faces(surface, edges);
  if (dropped == 0) {
    surface.tally.separated_vertices += separate_fans(surface, edges);
    dropped = drop_unseparated(surface);
  }
  surface.tally.wall_faces += dropped;
  return true;
}

}  // namespace pliant

#include <algorithm>
#include <numeric>

#include "mesh/cells.h"
#include "mesh/check/surface_edges.h"
#include "mesh/disjoint_sets.h"
#include "mesh/repair/repair.h"

namespace pliant {

void Surface::add_face(const Triangle& face, std::int32_t region) {
  mesh.triangles.cells.push_back(face);
  if (!mesh.triangles.regions.empty()) mesh.triangles.regions.push_back(region);
}

Index Surface::add_middle(const std::vector<Index>& vertices, const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  Vec3d real, scaled;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    real += mesh.vertices[vertices[i]] * (weights[i] / total);
    scaled += points.at[vertices[i]] * (weights[i] / total);
  }
  mesh.vertices.push_back(real);
  points.at.push_back(scaled);
  points.sane.push_back(1);
  return static_cast<Index>(mesh.vertices.size() - 1);
}

Index Surface::add_copy(Index vertex) {
  const auto copy = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.push_back(Vec3d(mesh.vertices[vertex]));
  points.at.push_back(Vec3d(points.at[vertex]));
  points.sane.push_back(points.sane[vertex]);
  for (auto& [name, members] : mesh.groups)
    if (std::ranges::binary_search(members, vertex)) members.push_back(copy);
  return copy;
}

double Surface::twice_area(const Triangle& t) const {
  return length(cross(at(t[1]) - at(t[0]), at(t[2]) - at(t[0])));
}

namespace {

std::vector<char> all_marked(std::size_t count) {
  return std::vector<char>(count, 1);
}

// Open edges by the places of their ends.
struct PlacedEdge {
  Line places;
  Line ends;  // in the order of their places
  auto operator<=>(const PlacedEdge&) const = default;
};

std::vector<PlacedEdge> placed_open_edges(const SurfaceEdges& edges,
                                          const std::vector<Index>& place) {
  std::vector<PlacedEdge> open;
  for (std::size_t e = 0; e < edges.edges.size(); ++e) {
    if (edges.faces[e].size() != 1) continue;
    auto [u, v] = edges.edges[e];
    if (place[u] == place[v]) continue;
    if (place[u] > place[v]) std::swap(u, v);
    open.push_back({{place[u], place[v]}, {u, v}});
  }
  std::ranges::sort(open);
  return open;
}

std::vector<char> without_repeats(const std::vector<Triangle>& faces) {
  std::vector<char> keep(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) keep[f] = !repeats_vertex(faces[f]);
  return keep;
}

}  // namespace

// Vertices at one place are welded where that closes a gap or removes an edge without length.
// Others stay apart: two closed parts may touch.
bool weld_open_edges(Surface& surface) {
  const auto place = coinciding_vertices(surface.points, coincidence * surface.points.size);
  DisjointSets sets(place.size());
  std::size_t welded = 0;
  for (const Triangle& t : surface.faces())
    for (int k = 0; k < 3; ++k)
      if (place[t[k]] == place[t[(k + 1) % 3]]) welded += sets.join(t[k], t[(k + 1) % 3]);
  const auto edges = surface_edges(surface.faces(), without_repeats(surface.faces()));
  const auto open = placed_open_edges(edges, place);
  for (std::size_t i = 1; i < open.size(); ++i) {
    if (open[i].places != open[i - 1].places) continue;
    for (int k = 0; k < 2; ++k) welded += sets.join(open[i - 1].ends[k], open[i].ends[k]);
  }
  if (welded == 0) return false;
  std::vector<Index> number(place.size());
  for (Index v = 0; v < number.size(); ++v) number[v] = sets.find(v);
  renumber(surface.mesh, number);
  surface.tally.welded_vertices += welded;
  return true;
}

namespace {

// A face of no area whose corner c lies on its edge a b: the neighbour beyond a b is split at c
// instead, so that no gap opens. Returns false where that would spoil something else.
bool split_neighbour(Surface& surface, const SurfaceEdges& edges, Index flat,
                     std::vector<char>& touched) {
  auto& faces = surface.faces();
  const Triangle t = faces[flat];
  int longest = 0;
  const auto side = [&](int k) {
    return squared_length(surface.at(t[k]) - surface.at(t[(k + 1) % 3]));
  };
  for (int k = 1; k < 3; ++k)
    if (side(k) > side(longest)) longest = k;
  const Index a = t[longest], b = t[(longest + 1) % 3], c = t[(longest + 2) % 3];
  const auto around = edges.faces[edges.find(a, b)];
  if (around.size() != 2) return false;
  const Index other = around[0] == flat ? around[1] : around[0];
  const Index d = opposite_vertex(faces[other], a, b);
  if (touched[other] || c == d || edges.find(c, d) != no_index) return false;
  if (is_flat(surface.at(a), surface.at(c), surface.at(d)) ||
      is_flat(surface.at(b), surface.at(c), surface.at(d)))
    return false;
  faces[flat] = faces[other];
  std::ranges::replace(faces[flat], a, c);
  std::ranges::replace(faces[other], b, c);
  auto& regions = surface.mesh.triangles.regions;
  if (!regions.empty()) regions[flat] = regions[other];
  touched[flat] = touched[other] = 1;
  return true;
}

}  // namespace

bool drop_flat_faces(Surface& surface) {
  auto& faces = surface.faces();
  std::size_t removed = keep_cells(surface.mesh.triangles, without_repeats(faces));
  const auto edges = surface_edges(faces, all_marked(faces.size()));
  std::vector<char> touched(faces.size(), 0), keep(faces.size(), 1);
  for (Index f = 0; f < faces.size(); ++f) {
    const Triangle& t = faces[f];
    if (touched[f] || !is_flat(surface.at(t[0]), surface.at(t[1]), surface.at(t[2]))) continue;
    ++removed;
    keep[f] = split_neighbour(surface, edges, f, touched);
    touched[f] = 1;
  }
  keep_cells(surface.mesh.triangles, keep);
  surface.tally.flat_faces += removed;
  return removed > 0;
}

bool drop_double_faces(Surface& surface) {
  const std::size_t dropped = drop_doubles(surface.mesh.triangles);
  surface.tally.double_faces += dropped;
  return dropped > 0;
}

bool drop_hanging_faces(Surface& surface) {
  const auto& faces = surface.faces();
  auto keep = hanging_faces(faces, surface_edges(faces, all_marked(faces.size())));
  for (char& k : keep) k = !k;
  const std::size_t dropped = keep_cells(surface.mesh.triangles, keep);
  surface.tally.hanging_faces += dropped;
  return dropped > 0;
}

// Rounds of all steps until none finds anything to do: then a second repair finds nothing either.
// Every step but filling holes takes defects away without making others; the limits are for
// surfaces on which filling would go on for ever.
void repair_surface(Mesh& mesh, RepairTally& tally) {
  constexpr int rounds = 200, rounds_of_filling = 20;
  for (int round = 0; round < rounds; ++round) {
    Surface surface{mesh, scaled_points(mesh.vertices, used_vertices(mesh)), tally};
    bool changed = weld_open_edges(surface);
    changed |= drop_flat_faces(surface);
    changed |= drop_double_faces(surface);
    changed |= drop_hanging_faces(surface);
    changed |= turn_faces(surface);
    if (round < rounds_of_filling) changed |= fill_holes(surface);
    changed |= mend_multiple_edges(surface);
    if (round < rounds_of_filling) changed |= remove_folds(surface);
    changed |= turn_parts(surface);
    if (!changed) break;
  }
}

}  // namespace pliant

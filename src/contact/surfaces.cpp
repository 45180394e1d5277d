#include "contact/surfaces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/parallel.h"
#include "contact/closest.h"

namespace pliant::contact {

namespace {

// Of the mean edge: thin enough to be hardly seen, thick enough for steps to end in it.
constexpr double default_thickness = 0.1;
// Of the distance that parts of one body have at rest.
constexpr double own_share = 0.7;

}  // namespace

Surfaces::Surfaces(std::span<const SurfaceSource> sources) {
  for (const SurfaceSource& source : sources) add(source);
}

void Surfaces::add(const SurfaceSource& source) {
  Surface surface;
  surface.first_vertex = static_cast<Index>(vertex.size());
  surface.first_edge = static_cast<Index>(edges.size());
  surface.first_face = static_cast<Index>(faces.size());
  std::vector<Index> number(source.rest.size(), no_index);
  std::vector<char> used(source.rest.size());
  for (const Triangle& t : source.faces)
    for (const Index v : t) used[v] = 1;
  for (const Line& l : source.lines)
    for (const Index v : l) used[v] = 1;
  std::vector<Vec3d> places;
  for (Index v = 0; v < used.size(); ++v) {
    if (!used[v]) continue;
    number[v] = static_cast<Index>(vertex.size());
    vertex.push_back(v);
    body.push_back(static_cast<Index>(bodies.size()));
    mass.push_back(source.masses[v]);
    stiffness.push_back(source.masses[v] * source.stiffness);
    places.push_back(source.rest[v]);
  }
  surface.vertices = static_cast<Index>(places.size());
  number_edges(surface, source, number);
  measure(surface, source, places);
  make_trees(surface, places);
  bodies.push_back(std::move(surface));
  find_own_thickness(bodies.back(), places);
}

void Surfaces::number_edges(Surface& surface, const SurfaceSource& source,
                            std::span<const Index> number) {
  struct Side {
    Line edge;
    Index face;
    int corner;
  };
  std::vector<Side> sides;
  const auto sorted = [&](Index a, Index b) {
    return Line{std::min(number[a], number[b]), std::max(number[a], number[b])};
  };
  for (const Triangle& t : source.faces) {
    const auto face = static_cast<Index>(faces.size());
    faces.push_back({number[t[0]], number[t[1]], number[t[2]]});
    for (int i = 0; i < 3; ++i)
      sides.push_back({sorted(t[std::size_t(i)], t[std::size_t((i + 1) % 3)]), face, i});
  }
  for (const Line& l : source.lines) sides.push_back({sorted(l[0], l[1]), no_index, 0});
  std::ranges::stable_sort(sides, {}, &Side::edge);
  face_edges.resize(faces.size());
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (i == 0 || sides[i].edge != sides[i - 1].edge) {
      edges.push_back(sides[i].edge);
      faces_at_edge.push_back(0);
    }
    if (sides[i].face == no_index) continue;
    ++faces_at_edge.back();
    face_edges[sides[i].face][std::size_t(sides[i].corner)] = static_cast<Index>(edges.size() - 1);
  }
  surface.edges = static_cast<Index>(edges.size()) - surface.first_edge;
  surface.faces = static_cast<Index>(faces.size()) - surface.first_face;
  excess.resize(vertex.size(), 1);
  for (std::size_t f = surface.first_face; f < faces.size(); ++f)
    for (const Index v : faces[f]) --excess[v];
  for (std::size_t e = surface.first_edge; e < edges.size(); ++e) {
    for (const Index v : edges[e]) excess[v] += faces_at_edge[e] - 1;
    if (faces_at_edge[e] == 0) surface.lines.push_back(static_cast<Index>(e));
  }
}

void Surfaces::measure(Surface& surface, const SurfaceSource& source,
                       std::span<const Vec3d> places) {
  if (surface.vertices == 0) return;
  surface.shortest_edge = std::numeric_limits<double>::infinity();
  for (std::size_t e = surface.first_edge; e < edges.size(); ++e) {
    const double l = length(places[edges[e][0] - surface.first_vertex] -
                            places[edges[e][1] - surface.first_vertex]);
    surface.shortest_edge = std::min(surface.shortest_edge, l);
    surface.mean_edge += l / static_cast<double>(surface.edges);
  }
  surface.thickness =
      source.thickness > 0 ? source.thickness : default_thickness * surface.mean_edge;
  Box box;
  for (const Vec3d& x : places) box.add(x);
  surface.rounding = 8 * source.rounding * length(box.size());
  std::vector<double> masses(mass.begin() + surface.first_vertex, mass.end());
  std::ranges::nth_element(masses, masses.begin() + static_cast<std::ptrdiff_t>(masses.size() / 2));
  surface.mass = masses[masses.size() / 2];
  surface.stiffness = surface.mass * source.stiffness;
}

void Surfaces::make_trees(Surface& surface, std::span<const Vec3d> places) {
  const auto place = [&](Index v) { return places[v - surface.first_vertex]; };
  const auto tree = [&](std::size_t count, const auto& corners) {
    std::vector<Vec3d> centres(count);
    std::vector<Box> boxes(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (const Index v : corners(i)) boxes[i].add(place(v));
      centres[i] = boxes[i].centre();
    }
    return BoxTree(centres, [&](Index i) { return boxes[i]; });
  };
  surface.face_tree =
      tree(surface.faces, [&](std::size_t i) { return faces[surface.first_face + i]; });
  surface.edge_tree =
      tree(surface.edges, [&](std::size_t i) { return edges[surface.first_edge + i]; });
  surface.line_tree =
      tree(surface.lines.size(), [&](std::size_t i) { return edges[surface.lines[i]]; });
}

// What is joined to a vertex does not count.
void Surfaces::find_own_thickness(const Surface& surface, std::span<const Vec3d> places) {
  own_thickness.resize(vertex.size(), surface.thickness);
  const auto place = [&](Index v) { return places[v - surface.first_vertex]; };
  const double reach = surface.thickness / own_share;
  std::vector<double> nearest_face(surface.vertices, reach), nearest_edge(surface.edges, reach);
  parallel_for(surface.vertices, 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<Index>(surface.first_vertex + i);
      double least = reach * reach;
      surface.face_tree.traverse_near(places[i], least, [&](Index slot) {
        const Triangle& t = faces[surface.first_face + surface.face_tree.items()[slot]];
        if (std::ranges::find(t, v) != t.end()) return;
        const auto at = closest_on_triangle(places[i], place(t[0]), place(t[1]), place(t[2]));
        Vec3d way = places[i];
        for (std::size_t k = 0; k < 3; ++k) way -= place(t[k]) * at.weights[k];
        least = std::min(least, squared_length(way));
      });
      nearest_face[i] = std::sqrt(least);
    }
  });
  parallel_for(surface.edges, 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Line& edge = edges[surface.first_edge + i];
      const Vec3d a = place(edge[0]), b = place(edge[1]);
      Box box;
      box.add(a);
      box.add(b);
      box = grown(box, reach);
      double least = reach * reach;
      surface.edge_tree.traverse(
          [&](Index node) { return surface.edge_tree.nodes()[node].box.overlaps(box); },
          [&](Index slot) {
            const Line& other = edges[surface.first_edge + surface.edge_tree.items()[slot]];
            if (other[0] == edge[0] || other[0] == edge[1] || other[1] == edge[0] ||
                other[1] == edge[1])
              return;
            least = std::min(least,
                             squared_distance_of_segments(a, b, place(other[0]), place(other[1])));
          });
      nearest_edge[i] = std::sqrt(least);
    }
  });
  for (std::size_t i = 0; i < surface.vertices; ++i)
    own_thickness[surface.first_vertex + i] =
        std::min(surface.thickness, own_share * nearest_face[i]);
  for (std::size_t i = 0; i < surface.edges; ++i)
    for (const Index v : edges[surface.first_edge + i])
      own_thickness[v] = std::min(own_thickness[v], own_share * nearest_edge[i]);
}

}  // namespace pliant::contact

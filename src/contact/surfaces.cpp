#include "contact/surfaces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/parallel.h"
#include "contact/closest.h"
#include "mesh/box_tree.h"

namespace pliant::contact {

namespace {

// Of the mean edge: thin enough to be hardly seen, thick enough for steps to end in it.
constexpr double default_thickness = 0.1;
// Of the distance that parts of one body have at rest.
constexpr double own_share = 0.7;
// Fewer: more pairs of patches to look at; more: more to search where one has moved.
constexpr Index cells_of_patch = 64;

// Cells that lie together, some dozen each: in which order, and where each patch ends.
struct Parted {
  std::vector<Index> order;
  std::vector<std::size_t> ends;
};

template <class Cell>
Box box_of(const Cell& cell, std::span<const Vec3d> places, Index first = 0) {
  Box box;
  for (const Index v : cell) box.add(places[v - first]);
  return box;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

template <class Cell>
BoxTree tree_of(std::span<const Cell> cells, std::span<const Vec3d> places, Index first = 0) {
  std::vector<Vec3d> centres(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i)
    centres[i] = box_of(cells[i], places, first).centre();
  return BoxTree(centres, [&](Index i) { return box_of(cells[i], places, first); });
}

template <class Cell>
Parted in_patches(const std::vector<Cell>& cells, std::span<const Vec3d> places) {
  const BoxTree tree = tree_of(std::span(cells), places);
  Parted parted{{tree.items().begin(), tree.items().end()}, {}};
  const auto nodes = tree.nodes();
  // Nodes come before what is in them, left before right.
  for (std::size_t i = 0, end = 0; i < nodes.size(); ++i)
    if (nodes[i].first == end && (nodes[i].count <= cells_of_patch || nodes[i].right == 0)) {
      end += nodes[i].count;
      parted.ends.push_back(end);
    }
  return parted;
}

}  // namespace

Surfaces::Surfaces(std::span<const SurfaceSource> sources) {
  for (const SurfaceSource& source : sources) add(source);
}

void Surfaces::add(const SurfaceSource& source) {
  Surface surface;
  surface.first_vertex = static_cast<Index>(vertex.size());
  surface.first_edge = static_cast<Index>(edges.size());
  surface.first_face = static_cast<Index>(faces.size());
  surface.is_obstacle = source.is_obstacle;
  surface.hangs = !source.carriers.empty();
  surface.moves_as_whole = source.moves_as_whole || source.is_obstacle;
  const std::size_t first_patch = patches.size();
  std::vector<Line> lines;
  number_vertices(source, lines);
  std::vector<Vec3d> places;
  for (std::size_t v = surface.first_vertex; v < vertex.size(); ++v) {
    mass.push_back(source.is_obstacle ? 0 : source.masses[vertex[v]]);
    places.push_back(source.rest[vertex[v]]);
  }
  surface.vertices = static_cast<Index>(places.size());
  if (surface.hangs) number_carriers(surface, source);
  number_edges(surface, lines);
  sort_by_vertex(surface);
  complete_patches(first_patch, surface.first_edge);
  measure(surface, source, places);
  bodies.push_back(surface);
  find_own_thickness(surface, places);
}

// Patch by patch; so are faces, and lines in these numbers.
void Surfaces::number_vertices(const SurfaceSource& source, std::vector<Line>& lines) {
  std::vector<Index> number(source.rest.size(), no_index);
  const auto numbered = [&](auto cell) {
    for (Index& v : cell) {
      if (number[v] == no_index) {
        number[v] = static_cast<Index>(vertex.size());
        vertex.push_back(v);
        body.push_back(static_cast<Index>(bodies.size()));
      }
      v = number[v];
    }
    return cell;
  };
  const auto add_patches = [&](const auto& cells, auto& to) {
    const Parted parted = in_patches(cells, source.rest);
    std::size_t i = 0;
    for (const std::size_t end : parted.ends) {
      Patch patch{.body = static_cast<Index>(bodies.size()),
                  .first_vertex = static_cast<Index>(vertex.size()),
                  .first_face = static_cast<Index>(faces.size())};
      for (; i < end; ++i) to.push_back(numbered(cells[parted.order[i]]));
      patch.vertices = static_cast<Index>(vertex.size()) - patch.first_vertex;
      patch.faces = static_cast<Index>(faces.size()) - patch.first_face;
      patches.push_back(patch);
    }
  };
  add_patches(source.faces, faces);
  add_patches(source.lines, lines);
}

void Surfaces::number_edges(Surface& surface, std::span<const Line> lines) {
  struct Side {
    Line edge;
    Index face;
    int corner;
  };
  std::vector<Side> sides;
  const auto sorted = [](Index a, Index b) { return Line{std::min(a, b), std::max(a, b)}; };
  for (Index f = surface.first_face; f < faces.size(); ++f)
    for (int i = 0; i < 3; ++i)
      sides.push_back({sorted(faces[f][std::size_t(i)], faces[f][std::size_t((i + 1) % 3)]), f, i});
  for (const Line& l : lines) sides.push_back({sorted(l[0], l[1]), no_index, 0});
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
  for (std::size_t e = surface.first_edge; e < edges.size(); ++e)
    for (const Index v : edges[e]) excess[v] += faces_at_edge[e] - 1;
}

// What each vertex is a corner of.
void Surfaces::sort_by_vertex(const Surface& surface) {
  const auto sort = [&](std::size_t first, std::size_t end, const auto& corners,
                        std::vector<std::size_t>& first_of, std::vector<Index>& of) {
    std::vector<std::size_t> next(surface.vertices + 1);
    const auto for_corners = [&](const auto& use) {
      for (std::size_t i = first; i < end; ++i)
        for (const Index v : corners(i)) use(i, v - surface.first_vertex);
    };
    for_corners([&](std::size_t, Index v) { ++next[v + 1]; });
    next[0] = of.size();
    for (std::size_t v = 0; v < surface.vertices; ++v) first_of.push_back(next[v + 1] += next[v]);
    of.resize(next.back());
    for_corners([&](std::size_t i, Index v) { of[next[v]++] = static_cast<Index>(i); });
  };
  sort(
      surface.first_face, faces.size(), [&](std::size_t f) { return faces[f]; }, first_face_of,
      face_of);
  sort(
      surface.first_edge, edges.size(),
      [&](std::size_t e) { return std::span(edges[e]).first(faces_at_edge[e] == 0 ? 2 : 0); },
      first_line_of, line_of);
}

// Edges are sorted by their lower vertex, so that those of a patch follow each other.
void Surfaces::complete_patches(std::size_t first, Index e) {
  std::vector<Index> others;
  for (std::size_t i = first; i < patches.size(); ++i) {
    Patch& patch = patches[i];
    const Index end = patch.first_vertex + patch.vertices;
    others.clear();
    const auto look_at = [&](const auto& cell) {
      for (const Index v : cell)
        if (v < patch.first_vertex || v >= end) others.push_back(v);
    };
    patch.first_edge = e;
    for (; e < edges.size() && edges[e][0] < end; ++e) {
      look_at(edges[e]);
      patch.lines = patch.lines || faces_at_edge[e] == 0;
    }
    patch.edges = e - patch.first_edge;
    for (Index f = patch.first_face; f < patch.first_face + patch.faces; ++f) look_at(faces[f]);
    std::ranges::sort(others);
    others.erase(std::unique(others.begin(), others.end()), others.end());
    patch.first_foreign = static_cast<Index>(foreign.size());
    patch.foreign = static_cast<Index>(others.size());
    foreign.insert(foreign.end(), others.begin(), others.end());
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
  surface.own_thickness = source.own_thickness > 0 ? source.own_thickness : surface.thickness;
  surface.widest = std::max({surface.thickness, surface.own_thickness, source.widest});
  Box box;
  for (const Vec3d& x : places) box.add(x);
  surface.rounding = 8 * source.rounding * length(box.size());
  surface.mass = median({mass.begin() + surface.first_vertex, mass.end()});
  const double per_mass = std::max(source.stiffness, 4 * source.carries / surface.thickness);
  std::vector<double> of_vertices;
  for (std::size_t v = surface.first_vertex; v < mass.size(); ++v)
    of_vertices.push_back(mass[v] * per_mass *
                          (source.firmness.empty() ? 1 : source.firmness[vertex[v]]));
  stiffness.insert(stiffness.end(), of_vertices.begin(), of_vertices.end());
  surface.stiffness = median(of_vertices);
}

void Surfaces::number_carriers(Surface& surface, const SurfaceSource& source) {
  const auto of_surface = std::span(vertex).subspan(surface.first_vertex);
  std::vector<Index> all;
  for (const Index point : of_surface)
    all.insert(all.end(), source.carriers[point].begin(), source.carriers[point].end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  surface.first_carrier = static_cast<Index>(carrier.size());
  surface.carriers = static_cast<Index>(all.size());
  carrier.insert(carrier.end(), all.begin(), all.end());
  carriers.resize(vertex.size());
  shares.resize(vertex.size());
  for (std::size_t i = 0; i < of_surface.size(); ++i) {
    const std::size_t v = surface.first_vertex + i;
    shares[v] = source.shares[of_surface[i]];
    for (std::size_t k = 0; k < 4; ++k)
      carriers[v][k] =
          surface.first_carrier +
          static_cast<Index>(std::ranges::lower_bound(all, source.carriers[of_surface[i]][k]) -
                             all.begin());
  }
}

// Only vertices that carry with some share.
bool Surfaces::hang_together(std::span<const Index> first, std::span<const Index> second) const {
  for (const Index a : first)
    for (const Index b : second)
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t k = 0; k < 4; ++k)
          if (carriers[a][i] == carriers[b][k] && shares[a][i] > 0 && shares[b][k] > 0) return true;
  return false;
}

// What is joined to a vertex does not count.
void Surfaces::find_own_thickness(const Surface& surface, std::span<const Vec3d> places) {
  own_thickness.resize(vertex.size(), surface.own_thickness);
  if (surface.is_obstacle) return;  // which does not touch itself
  const BoxTree face_tree = tree_of(std::span(std::as_const(faces)).subspan(surface.first_face),
                                    places, surface.first_vertex);
  const BoxTree edge_tree = tree_of(std::span(std::as_const(edges)).subspan(surface.first_edge),
                                    places, surface.first_vertex);
  const auto place = [&](Index v) { return places[v - surface.first_vertex]; };
  const double reach = surface.own_thickness / own_share;
  std::vector<double> nearest_face(surface.vertices, reach), nearest_edge(surface.edges, reach);
  parallel_for(surface.vertices, 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto v = static_cast<Index>(surface.first_vertex + i);
      double least = reach * reach;
      face_tree.traverse_near(places[i], least, [&](Index slot) {
        const Triangle& t = faces[surface.first_face + face_tree.items()[slot]];
        if (are_joined(std::array{v}, t)) return;
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
      edge_tree.traverse([&](Index node) { return edge_tree.nodes()[node].box.overlaps(box); },
                         [&](Index slot) {
                           const Line& other = edges[surface.first_edge + edge_tree.items()[slot]];
                           if (are_joined(edge, other)) return;
                           least = std::min(least, squared_distance_of_segments(
                                                       a, b, place(other[0]), place(other[1])));
                         });
      nearest_edge[i] = std::sqrt(least);
    }
  });
  for (std::size_t i = 0; i < surface.vertices; ++i)
    own_thickness[surface.first_vertex + i] =
        std::min(surface.own_thickness, own_share * nearest_face[i]);
  for (std::size_t i = 0; i < surface.edges; ++i)
    for (const Index v : edges[surface.first_edge + i])
      own_thickness[v] = std::min(own_thickness[v], own_share * nearest_edge[i]);
}

}  // namespace pliant::contact

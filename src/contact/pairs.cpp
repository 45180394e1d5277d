#include "contact/pairs.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "contact/closest.h"

namespace pliant::contact {

namespace {

constexpr std::size_t items_of_part = 128;

Box around(std::span<const Vec3d> places, std::span<const Index> corners) {
  Box box;
  for (const Index v : corners) box.add(places[v]);
  return box;
}

void refit(Surfaces& surfaces, std::size_t b, std::span<const Vec3d> places) {
  Surface& s = surfaces.bodies[b];
  s.face_tree.refit([&](Index i) { return around(places, surfaces.faces[s.first_face + i]); });
  s.edge_tree.refit([&](Index i) { return around(places, surfaces.edges[s.first_edge + i]); });
  s.line_tree.refit([&](Index i) { return around(places, surfaces.edges[s.lines[i]]); });
}

/// Finds the pairs of some vertices or edges, in their order.
class Search {
 public:
  Search(const Surfaces& surfaces, std::span<const Vec3d> places) : s_(surfaces), x_(places) {}

  void vertex(Index v, std::span<const BodyPair> others, Pairs& out) const {
    for (const BodyPair& other : others) {
      const std::size_t begin = out.targets.size();
      faces_near(v, other, out.targets);
      lines_near(v, other, out.targets);
      if (out.targets.size() == begin) continue;
      std::ranges::sort(out.targets.begin() + static_cast<std::ptrdiff_t>(begin), out.targets.end(),
                        {}, &Target::target);
      out.vertices.push_back({v, other.second, begin, out.targets.size()});
    }
  }

  // Of two edges the one with the lower number lists the other.
  void edge(Index e, std::span<const BodyPair> others, std::vector<EdgePair>& out) const {
    const Line& edge = s_.edges[e];
    const Vec3d a = x_[edge[0]], b = x_[edge[1]];
    const std::size_t begin = out.size();
    for (const BodyPair& other : others) {
      if (other.second < other.first) continue;
      const Surface& surface = s_.bodies[other.second];
      const Box box = grown(around(x_, edge), other.reach);
      const double reach2 = other.reach * other.reach;
      surface.edge_tree.traverse(
          [&](Index node) { return surface.edge_tree.nodes()[node].box.overlaps(box); },
          [&](Index slot) {
            const Index f = surface.first_edge + surface.edge_tree.items()[slot];
            const Line& c = s_.edges[f];
            if (f <= e || c[0] == edge[0] || c[0] == edge[1] || c[1] == edge[0] || c[1] == edge[1])
              return;
            if (!around(x_, c).overlaps(box)) return;
            const double d2 = squared_distance_of_segments(a, b, x_[c[0]], x_[c[1]]);
            if (d2 < reach2) out.push_back({e, f, static_cast<float>(std::sqrt(d2))});
          });
    }
    std::ranges::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), {},
                      &EdgePair::second);
  }

 private:
  void faces_near(Index v, const BodyPair& other, std::vector<Target>& out) const {
    const Surface& surface = s_.bodies[other.second];
    const double reach2 = other.reach * other.reach;
    surface.face_tree.traverse(
        [&](Index node) {
          return surface.face_tree.nodes()[node].box.squared_distance(x_[v]) < reach2;
        },
        [&](Index slot) {
          const Index f = surface.first_face + surface.face_tree.items()[slot];
          const Triangle& t = s_.faces[f];
          if (t[0] == v || t[1] == v || t[2] == v) return;
          const auto at = closest_on_triangle(x_[v], x_[t[0]], x_[t[1]], x_[t[2]]);
          const Vec3d way = x_[v] - x_[t[0]] * at.weights[0] - x_[t[1]] * at.weights[1] -
                            x_[t[2]] * at.weights[2];
          if (const double d2 = squared_length(way); d2 < reach2)
            out.push_back({f, static_cast<float>(std::sqrt(d2))});
        });
  }
  void lines_near(Index v, const BodyPair& other, std::vector<Target>& out) const {
    const Surface& surface = s_.bodies[other.second];
    const double reach2 = other.reach * other.reach;
    const auto faces = static_cast<Index>(s_.faces.size());
    surface.line_tree.traverse(
        [&](Index node) {
          return surface.line_tree.nodes()[node].box.squared_distance(x_[v]) < reach2;
        },
        [&](Index slot) {
          const Index e = surface.lines[surface.line_tree.items()[slot]];
          const Line& l = s_.edges[e];
          if (l[0] == v || l[1] == v) return;
          const auto at = closest_on_segment(x_[v], x_[l[0]], x_[l[1]]);
          const Vec3d way = x_[v] - x_[l[0]] * at.weights[0] - x_[l[1]] * at.weights[1];
          if (const double d2 = squared_length(way); d2 < reach2)
            out.push_back({faces + e, static_cast<float>(std::sqrt(d2))});
        });
  }

  const Surfaces& s_;
  std::span<const Vec3d> x_;
};

/// Runs work(item, part) for all items, some of them in one part each; parts stand in order.
template <class Part, class Work>
std::vector<Part> in_parts(std::size_t items, const Work& work) {
  std::vector<Part> parts((items + items_of_part - 1) / items_of_part);
  parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      for (std::size_t i = p * items_of_part; i < std::min(items, (p + 1) * items_of_part); ++i)
        work(static_cast<Index>(i), parts[p]);
  });
  return parts;
}

}  // namespace

Pairs find_pairs(Surfaces& surfaces, std::span<const Vec3d> places,
                 std::span<const BodyPair> pairs) {
  // Who may touch whom, from both sides, by the first.
  std::vector<BodyPair> both(pairs.begin(), pairs.end());
  for (const BodyPair& pair : pairs)
    if (pair.first != pair.second) both.push_back({pair.second, pair.first, pair.reach});
  std::ranges::sort(both, [](const BodyPair& a, const BodyPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
  std::vector<std::size_t> begin(surfaces.bodies.size() + 1);
  for (const BodyPair& pair : both) ++begin[pair.first + 1];
  for (std::size_t b = 0; b < surfaces.bodies.size(); ++b) begin[b + 1] += begin[b];
  const auto others_of = [&](Index body) {
    return std::span(both).subspan(begin[body], begin[body + 1] - begin[body]);
  };
  parallel_for(surfaces.bodies.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t b = first; b < last; ++b)
      if (begin[b] != begin[b + 1]) refit(surfaces, b, places);
  });

  const Search search(surfaces, places);
  const auto of_vertices = in_parts<Pairs>(surfaces.vertex_count(), [&](Index v, Pairs& part) {
    search.vertex(v, others_of(surfaces.body[v]), part);
  });
  const auto of_edges =
      in_parts<std::vector<EdgePair>>(surfaces.edges.size(), [&](Index e, auto& part) {
        search.edge(e, others_of(surfaces.body[surfaces.edges[e][0]]), part);
      });
  Pairs all;
  for (const Pairs& part : of_vertices) {
    const std::size_t first = all.targets.size();
    for (const VertexPairs& v : part.vertices)
      all.vertices.push_back({v.vertex, v.body, first + v.begin, first + v.end});
    all.targets.insert(all.targets.end(), part.targets.begin(), part.targets.end());
  }
  for (const auto& part : of_edges) all.edges.insert(all.edges.end(), part.begin(), part.end());
  return all;
}

}  // namespace pliant::contact

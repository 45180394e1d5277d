#include "mesh/generate/sized_stuffing.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/parallel.h"
#include "mesh/generate/leaf_filler.h"
#include "mesh/generate/leaves_near.h"
#include "mesh/generate/site_table.h"
#include "mesh/generate/stencils.h"
#include "mesh/generate/warped_lattice.h"

namespace pliant::generate {

namespace {

// A tetrahedron of the lattice before it is cut, by the numbers of its points.
struct Whole {
  std::array<Index, 4> points;
  Index leaf;
};

class SizedStuffing {
 public:
  SizedStuffing(const Field& field, const SizedTree& tree) : field_(field), tree_(tree) {
    mesh_.leaves = leaves_near(field, tree);
    find_sides();
    collect();
    find_crossings();
    warp();
  }

  SizedMesh take() {
    cut();
    return std::move(mesh_);
  }

 private:
  struct Edge {
    Index a, b;           // a < b
    double fraction = 0;  // from a
    Index vertex = no_index;
    friend bool operator<(const Edge& e, const Edge& f) {
      return e.a != f.a ? e.a < f.a : e.b < f.b;
    }
  };

  // The corners and centres of all leaves, in the order of the leaves.
  void find_sides() {
    for (const SizedTree::Leaf& leaf : mesh_.leaves) {
      for (int i = 0; i < 8; ++i)
        numbers_.number(leaf.corner + Site{(i & 1) * leaf.width, (i >> 1 & 1) * leaf.width,
                                           (i >> 2) * leaf.width});
      numbers_.number(leaf.centre());
    }
    const std::vector<Site>& sites = numbers_.sites();
    points_.resize(sites.size());
    sides_.resize(sites.size());
    constexpr std::size_t grain = 256;
    parallel_for((sites.size() + grain - 1) / grain, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        const std::size_t first = block * grain, last = std::min(first + grain, sites.size());
        for (std::size_t i = first; i < last; ++i) points_[i] = tree_.position(sites[i]);
        field_.sides(std::span(points_).subspan(first, last - first),
                     std::span(sides_).subspan(first, last - first));
      }
    });
  }

  void collect() {
    shortest_.assign(points_.size(), std::numeric_limits<double>::infinity());
    for (std::size_t n = 0; n < mesh_.leaves.size(); ++n)
      fill_leaf(tree_, mesh_.leaves[n],
                [&](const Site& a, const Site& b, const Site& c, const Site& d) {
                  const Whole whole{
                      {numbers_.find(a), numbers_.find(b), numbers_.find(c), numbers_.find(d)},
                      static_cast<Index>(n)};
                  // Where leaves were left out, all points lie outside.
                  if (std::ranges::find(whole.points, no_index) != whole.points.end()) return;
                  const bool any = std::ranges::any_of(
                      whole.points, [&](Index i) { return sides_[i] == Side::inside; });
                  const bool same = std::ranges::all_of(
                      whole.points, [&](Index i) { return sides_[i] == sides_[whole.points[0]]; });
                  if (!same) note_edges(whole);
                  if (any) wholes_.push_back(whole);
                });
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end(),
                             [](const Edge& e, const Edge& f) { return e.a == f.a && e.b == f.b; }),
                 edges_.end());
  }

  void note_edges(const Whole& whole) {
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) {
        const Index a = std::min(whole.points[i], whole.points[j]);
        const Index b = std::max(whole.points[i], whole.points[j]);
        const double distance = length(points_[b] - points_[a]);
        shortest_[a] = std::min(shortest_[a], distance);
        shortest_[b] = std::min(shortest_[b], distance);
        const int across = static_cast<int>(sides_[a]) * static_cast<int>(sides_[b]);
        if (across < 0) edges_.push_back({a, b});
      }
  }

  void find_crossings() {
    parallel_for(edges_.size(), 64, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        Edge& e = edges_[i];
        const double t = sides_[e.a] == Side::inside
                             ? field_.crossing(points_[e.a], points_[e.b])
                             : 1 - field_.crossing(points_[e.b], points_[e.a]);
        e.fraction = std::clamp(t, 0.0, 1.0);
      }
    });
  }

  // As on the uniform lattice; a point of small cubes is not pulled far along a large one's edge.
  void warp() {
    std::vector<double> nearest(points_.size(), std::numeric_limits<double>::infinity());
    std::vector<Vec3d> moved(points_.size());
    for (const Edge& e : edges_) {
      const Site d = numbers_.sites()[e.b] - numbers_.sites()[e.a];
      const bool along_axis = (d.x != 0) + (d.y != 0) + (d.z != 0) == 1;
      const double pull = along_axis ? pull_long : pull_short;
      const double whole = length(points_[e.b] - points_[e.a]);
      const Vec3d place = points_[e.a] + (points_[e.b] - points_[e.a]) * e.fraction;
      const auto offer = [&](Index v, double t) {
        const double distance = t * whole;
        if (t >= pull || distance >= pull_short * (1 + 1e-9) * shortest_[v] ||
            distance >= nearest[v])
          return;
        nearest[v] = distance;
        moved[v] = place;
      };
      offer(e.a, e.fraction);
      offer(e.b, 1 - e.fraction);
    }
    for (std::size_t v = 0; v < points_.size(); ++v)
      if (std::isfinite(nearest[v])) {
        sides_[v] = Side::on;
        warped_.push_back({static_cast<Index>(v), moved[v]});
      }
  }

  void cut() {
    // Cuts are measured on the lattice as it was.
    cut_places_.resize(edges_.size());
    for (std::size_t i = 0; i < edges_.size(); ++i)
      cut_places_[i] =
          points_[edges_[i].a] + (points_[edges_[i].b] - points_[edges_[i].a]) * edges_[i].fraction;
    for (const auto& [v, place] : warped_) points_[v] = place;
    vertex_.assign(points_.size(), no_index);
    for (const Whole& whole : wholes_) {
      std::array<Corner, 4> corners;
      for (int i = 0; i < 4; ++i)
        corners[i] = {numbers_.sites()[whole.points[i]], sides_[whole.points[i]]};
      const Cut cut = cut_tetrahedron(corners);
      for (int k = 0; k < cut.count; ++k) {
        Tetrahedron t;
        for (int i = 0; i < 4; ++i) t[i] = vertex(cut.tetrahedra[k][i]);
        mesh_.tetrahedra.push_back(t);
        mesh_.leaf.push_back(whole.leaf);
      }
    }
  }

  Index vertex(const Piece& piece) {
    const Index from = numbers_.find(piece.from);
    if (piece.from == piece.to) {
      if (vertex_[from] == no_index) vertex_[from] = add(points_[from], sides_[from] == Side::on);
      return vertex_[from];
    }
    const Index to = numbers_.find(piece.to);
    const auto e = std::lower_bound(edges_.begin(), edges_.end(),
                                    Edge{std::min(from, to), std::max(from, to)});
    if (e->vertex == no_index) e->vertex = add(cut_places_[e - edges_.begin()], true);
    return e->vertex;
  }

  Index add(const Vec3d& place, bool on_surface) {
    mesh_.vertices.push_back(place);
    mesh_.on_surface.push_back(on_surface ? 1 : 0);
    return static_cast<Index>(mesh_.vertices.size() - 1);
  }

  const Field& field_;
  const SizedTree& tree_;
  SiteTable numbers_;
  std::vector<Vec3d> points_;
  std::vector<Side> sides_;
  std::vector<double> shortest_;  // edge at each point
  std::vector<Whole> wholes_;
  std::vector<Edge> edges_;
  std::vector<Vec3d> cut_places_;
  std::vector<std::pair<Index, Vec3d>> warped_;
  std::vector<Index> vertex_;
  SizedMesh mesh_;
};

}  // namespace

SizedMesh stuff(const Field& field, const SizedTree& tree) {
  return SizedStuffing(field, tree).take();
}

}  // namespace pliant::generate

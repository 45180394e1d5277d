#include "mesh/generate/snapping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pliant::generate {

namespace {

struct SnapCandidate {
  double distance;  // in units of the local edge
  Index vertex;
  Vec3d target;
  friend bool operator<(const SnapCandidate& a, const SnapCandidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.vertex < b.vertex;
  }
};

class FeatureSnapper {
 public:
  FeatureSnapper(const Features& features, Improver& improver, std::vector<Vec3d>& vertices,
                 std::span<const Freedom> freedom, std::span<const Triangle> boundary)
      : features_(features),
        improver_(improver),
        vertices_(vertices),
        freedom_(freedom),
        boundary_(boundary),
        edge_(vertices.size()) {
    std::vector<int> count(vertices.size());
    for (const Triangle& t : boundary)
      for (int i = 0; i < 3; ++i) {
        edge_[t[i]] += length(vertices[t[i]] - vertices[t[(i + 1) % 3]]);
        if (count[t[i]]++ == 0) used_.push_back(t[i]);
      }
    for (Index v : used_) edge_[v] /= count[v];
    std::ranges::sort(used_);
  }

  void run() {
    snap_corners();
    snap_edges();
    for (int round = 0; round < 3; ++round) snap_crossed();
  }

 private:
  bool free(Index v) const { return freedom_[v] == Freedom::surface; }

  void snap_corners() {
    for (const Vec3d& corner : features_.corners()) {
      std::vector<SnapCandidate> near;
      for (Index v : used_) {
        if (!free(v)) continue;
        const double distance = length(vertices_[v] - corner);
        if (distance < 1.2 * edge_[v]) near.push_back({distance / edge_[v], v, corner});
      }
      std::sort(near.begin(), near.end());
      for (std::size_t i = 0; i < std::min<std::size_t>(near.size(), 4); ++i)
        if (improver_.place(near[i].vertex, corner, Freedom::corner)) break;
    }
  }

  void snap_edges() {
    std::vector<SnapCandidate> near;
    for (Index v : used_) {
      if (!free(v)) continue;
      const auto nearest = features_.nearest(vertices_[v], 0.5 * edge_[v]);
      if (nearest.triangle != no_index)
        near.push_back({nearest.distance / edge_[v], v, nearest.point});
    }
    std::sort(near.begin(), near.end());
    for (const SnapCandidate& c : near) snap_to_nearest(c.vertex, edge_[c.vertex]);
  }

  bool snap_to_nearest(Index v, double bound) {
    const auto nearest = features_.nearest(vertices_[v], bound);
    return nearest.triangle != no_index && improver_.place(v, nearest.point, Freedom::edge);
  }

  // Edges of the boundary that cut a sharp edge off: their middle lies away from the surface.
  void snap_crossed() {
    for (const Triangle& t : boundary_)
      for (int i = 0; i < 3; ++i) {
        const Index a = t[i], b = t[(i + 1) % 3];
        if (a > b || (!free(a) && !free(b))) continue;
        const Vec3d middle = (vertices_[a] + vertices_[b]) * 0.5;
        const double size = length(vertices_[a] - vertices_[b]);
        const auto nearest = features_.nearest(middle, 0.6 * size);
        if (nearest.triangle == no_index) continue;
        if (length(improver_.projected(Freedom::surface, middle) - middle) < 0.08 * size) continue;
        const bool first =
            length(vertices_[a] - nearest.point) < length(vertices_[b] - nearest.point);
        for (Index v : {first ? a : b, first ? b : a})
          if (free(v) &&
              (snap_to_nearest(v, size) || improver_.place(v, nearest.point, Freedom::edge)))
            break;
      }
  }

  const Features& features_;
  Improver& improver_;
  std::vector<Vec3d>& vertices_;
  std::span<const Freedom> freedom_;
  std::span<const Triangle> boundary_;
  std::vector<double> edge_;  // mean length of the boundary's edges at each vertex
  std::vector<Index> used_;
};

}  // namespace

void snap_to_features(const Features& features, Improver& improver, std::vector<Vec3d>& vertices,
                      std::span<const Freedom> freedom, std::span<const Triangle> boundary) {
  FeatureSnapper(features, improver, vertices, freedom, boundary).run();
}

double kept_length(const Features& features, std::span<const Vec3d> vertices,
                   std::span<const Freedom> freedom, std::span<const Triangle> boundary) {
  std::vector<std::array<Vec3d, 2>> along;
  double longest = 0;
  const auto snapped = [&](Index v) {
    return freedom[v] == Freedom::edge || freedom[v] == Freedom::corner;
  };
  for (const Triangle& t : boundary)
    for (int i = 0; i < 3; ++i) {
      const Index a = t[i], b = t[(i + 1) % 3];
      if (a > b || !snapped(a) || !snapped(b)) continue;
      const Vec3d middle = (vertices[a] + vertices[b]) * 0.5;
      const double size = length(vertices[a] - vertices[b]);
      if (features.nearest(middle, 0.1 * size).triangle == no_index) continue;
      along.push_back({vertices[a], vertices[b]});
      longest = std::max(longest, size);
    }
  if (along.empty()) return 0;
  const auto tree = segment_tree(along);
  double kept = 0;
  for (const auto& [a, b] : features.segments()) {
    const double size = length(b - a);
    const int parts = std::clamp(static_cast<int>(std::ceil(8 * size / longest)), 1, 1000);
    for (int i = 0; i < parts; ++i) {
      const Vec3d p = a + (b - a) * ((i + 0.5) / parts);
      if (tree->nearest(p, 0.1 * longest).triangle != no_index) kept += size / parts;
    }
  }
  return kept;
}

}  // namespace pliant::generate

#include "contact/repair_regions.h"

#include <pliant/error.h>
#include <pliant/obstacle.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include "constraints/total_volume.h"
#include "contact/closed_surface.h"
#include "mesh/disjoint_sets.h"

namespace pliant::contact {

namespace {

// s: in which parts come out of each other, slower as less is left.
constexpr double leaving_time = 0.1;
// Of an edge: by as much the speed is higher than the depth alone would have it.
constexpr double last_edges = 0.5;
// Of its area, where a face crosses and has no corner in the other body.
constexpr double crossing_part = 0.2;
// Less of the surface in one direction than this is in none.
constexpr double least_direction = 0.05;

// Directions for bodies that are at the same place, all over a sphere.
Vec3d spread(std::size_t number) {
  const double turn = double(number % 4096) * std::numbers::pi * (3 - std::sqrt(5.0));
  const double up = std::fmod(0.5 + double(number) * std::numbers::phi, 1.0) * 2 - 1;
  const double across = std::sqrt(std::max(0.0, 1 - up * up));
  return {across * std::cos(turn), up, across * std::sin(turn)};
}

Vec3d middle(const Surface& body, std::span<const Vec3d> places) {
  Vec3d sum{};
  for (const Vec3d& x : places.subspan(body.first_vertex, body.vertices)) sum += x;
  return sum / double(body.vertices);
}

std::optional<ClosedSurface> closed_surface(const Surfaces& s, std::size_t b,
                                            std::span<const Vec3d> places) {
  const Surface& body = s.bodies[b];
  std::vector<Triangle> faces(s.faces.begin() + body.first_face,
                              s.faces.begin() + body.first_face + body.faces);
  for (Triangle& t : faces)
    for (Index& v : t) v -= body.first_vertex;
  if (faces.empty() || !open_edges(faces).empty()) return std::nullopt;
  const auto x = places.subspan(body.first_vertex, body.vertices);
  try {
    return ClosedSurface({x.begin(), x.end()}, std::move(faces));
  } catch (const InputError&) {  // it encloses nothing now
    return std::nullopt;
  }
}

/// Where two bodies are in each other now.
class Regions {
 public:
  Regions(const Surfaces& surfaces, std::span<const Vec3d> places, const BodyPair& pair,
          const std::vector<std::pair<Index, Index>>& crossing)
      : s_(surfaces),
        x_(places),
        pair_(pair),
        crossing_(crossing),
        first_(s_.bodies[pair.first]),
        second_(s_.bodies[pair.second]),
        depth_(first_.vertices + second_.vertices),
        crosses_(first_.faces + second_.faces) {
    for (const auto& [a, b] : crossing) crosses_[face(a)] = crosses_[face(b)] = 1;
    sink(first_, pair.second);
    sink(second_, pair.first);
  }

  std::vector<RepairRegion> find() {
    DisjointSets sets(depth_.size());
    for_faces([&](Index f, double) {
      for (const Index v : s_.faces[f]) sets.join(vertex(s_.faces[f][0]), vertex(v));
    });
    for (const auto& [a, b] : crossing_) sets.join(vertex(s_.faces[a][0]), vertex(s_.faces[b][0]));
    std::map<Index, Whole> by_set;
    for_faces([&](Index f, double part) {
      by_set[sets.find(vertex(s_.faces[f][0]))].add(*this, f, part);
    });
    std::vector<RepairRegion> regions;
    for (auto& [set, whole] : by_set)
      if (whole.area[0] > 0 && whole.area[1] > 0) regions.push_back(region(whole));
    return regions;
  }

 private:
  struct Whole {
    Vec3d out{};          // m², of the shared volume, for the first body
    double area[2] = {};  // m², of both
    double depth = 0;     // m
    std::map<Index, double> shares[2];

    void add(const Regions& r, Index f, double part) {
      const Triangle& t = r.s_.faces[f];
      const Vec3d normal = cross(r.x_[t[1]] - r.x_[t[0]], r.x_[t[2]] - r.x_[t[0]]) * (0.5 * part);
      const std::size_t side = r.is_first(t[0]) ? 0 : 1;
      out += normal * (side == 0 ? -1 : 1);
      const double size = length(normal);
      area[side] += size;
      const int inside = r.inside(t);
      for (const Index v : t) {
        depth = std::max(depth, r.depth_[r.vertex(v)]);
        if (inside == 0 || r.depth_[r.vertex(v)] > 0)
          shares[side][v] += size / (inside == 0 ? 3 : inside);
      }
    }
  };

  bool is_first(Index v) const {
    return v >= first_.first_vertex && v < first_.first_vertex + first_.vertices;
  }
  Index vertex(Index v) const {
    return is_first(v) ? v - first_.first_vertex : v - second_.first_vertex + first_.vertices;
  }
  Index face(Index f) const {
    return is_first(s_.faces[f][0]) ? f - first_.first_face : f - second_.first_face + first_.faces;
  }
  int inside(const Triangle& t) const {
    int count = 0;
    for (const Index v : t) count += depth_[vertex(v)] > 0;
    return count;
  }
  // How deep vertices of a body are in another one.
  void sink(const Surface& body, std::size_t other) {
    const std::optional<ClosedSurface> surface = closed_surface(s_, other, x_);
    if (!surface) return;
    for (Index v = body.first_vertex; v < body.first_vertex + body.vertices; ++v) {
      const double gap =
          gap_on_host(surface->tree().view(), x_[v] - surface->tree().centre, 0).distance;
      depth_[vertex(v)] = std::max(0.0, -gap);
    }
  }
  // With the part of each that is in the other body, of those of which some is.
  template <class Visit>
  void for_faces(Visit&& visit) const {
    for (const Surface* body : {&first_, &second_})
      for (Index f = body->first_face; f < body->first_face + body->faces; ++f) {
        const int in = inside(s_.faces[f]);
        if (in > 0)
          visit(f, in / 3.0);
        else if (crosses_[face(f)])
          visit(f, crossing_part);
      }
  }
  RepairRegion region(const Whole& whole) const {
    RepairRegion region{.pair = pair_, .direction = direction(whole)};
    region.speed =
        (whole.depth + last_edges * std::min(first_.mean_edge, second_.mean_edge)) / leaving_time;
    for (const std::size_t side : {0, 1})
      for (const auto& [v, area] : whole.shares[side])
        region.shares.push_back({v, (side == 0 ? 1 : -1) * area / whole.area[side]});
    return region;
  }
  Vec3d direction(const Whole& whole) const {
    if (const double size = length(whole.out);
        size > least_direction * (whole.area[0] + whole.area[1]))
      return whole.out / size;
    const Vec3d apart = middle(first_, x_) - middle(second_, x_);
    const double size = length(apart);
    if (size > 1e-3 * std::min(first_.mean_edge, second_.mean_edge)) return apart / size;
    return spread(pair_.first * 31 + pair_.second);
  }

  const Surfaces& s_;
  std::span<const Vec3d> x_;
  BodyPair pair_;
  const std::vector<std::pair<Index, Index>>& crossing_;
  const Surface &first_, &second_;
  std::vector<double> depth_;  // m, by vertex of both; 0: not in the other
  std::vector<char> crosses_;  // by face of both
};

}  // namespace

std::vector<RepairRegion> regions_of(const Surfaces& surfaces, std::span<const Vec3d> places,
                                     const BodyPair& pair,
                                     const std::vector<std::pair<Index, Index>>& crossing) {
  return Regions(surfaces, places, pair, crossing).find();
}

}  // namespace pliant::contact

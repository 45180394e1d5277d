#include "contact/repair.h"

#include <pliant/error.h>
#include <pliant/obstacle.h>

#include <algorithm>
#include <cmath>
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
// Steps in which their speed follows.
constexpr double steps_to_follow = 32;
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

}  // namespace

/// Where two bodies are in each other now.
class Repair::Regions {
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

  std::vector<Region> find() {
    DisjointSets sets(depth_.size());
    for_faces([&](Index f, double) {
      for (const Index v : s_.faces[f]) sets.join(vertex(s_.faces[f][0]), vertex(v));
    });
    for (const auto& [a, b] : crossing_) sets.join(vertex(s_.faces[a][0]), vertex(s_.faces[b][0]));
    std::map<Index, Whole> by_set;
    for_faces([&](Index f, double part) {
      by_set[sets.find(vertex(s_.faces[f][0]))].add(*this, f, part);
    });
    std::vector<Region> regions;
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
  Region region(const Whole& whole) const {
    Region region{.pair = pair_, .direction = direction(whole)};
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

bool Repair::draws(const BodyPair& pair) const {
  const auto found = pairs_.find(pair);
  return found != pairs_.end() && found->second;
}

void Repair::begin(const Surfaces& surfaces, std::span<const BodyPair> pairs) {
  std::map<std::size_t, bool> closed;
  const auto is_closed = [&](std::size_t b) {
    const auto [known, is_new] = closed.try_emplace(b, false);
    if (is_new) {
      const Surface& body = surfaces.bodies[b];
      const auto faces = std::span(surfaces.faces).subspan(body.first_face, body.faces);
      known->second = !faces.empty() && open_edges({faces.begin(), faces.end()}).empty();
    }
    return known->second;
  };
  for (const BodyPair& pair : pairs)
    pairs_[pair] = pair.first != pair.second && is_closed(pair.first) && is_closed(pair.second);
}

void Repair::renumbered() {
  regions_.clear();
  draws_.clear();
  next_forces_.clear();
  tangled_vertices_.clear();
  tangled_edges_.clear();
  corners_.clear();
  since_look_ = between_looks;
}

std::vector<BodyPair> Repair::look(const Surfaces& surfaces, const Crossings& crossings,
                                   std::span<const Vec3d> places) {
  since_look_ = 0;
  std::map<BodyPair, double> forces;  // what was needed so far
  for (const Region& region : regions_) forces[region.pair] += region.force;
  regions_.clear();
  tangled_vertices_.clear();
  tangled_edges_.clear();
  corners_.clear();
  std::vector<BodyPair> free;
  for (const auto& [pair, draws] : pairs_) {
    const auto faces = crossings.faces(pair.first, pair.second);
    if (faces.empty()) {
      free.push_back(pair);
    } else if (draws) {
      std::vector<Region> found = Regions(surfaces, places, pair, faces).find();
      for (Region& region : found) region.force = forces[pair] / double(found.size());
      std::ranges::move(found, std::back_inserter(regions_));
    } else {
      add_tangles(surfaces, faces);
    }
  }
  for (auto* list : {&tangled_vertices_, &tangled_edges_}) {
    std::ranges::sort(*list);
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  std::ranges::sort(corners_);
  corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
  for (const BodyPair& pair : free) pairs_.erase(pair);
  next_forces_.assign(regions_.size(), 0);
  return free;
}

// --- tangles ---

void Repair::add_tangles(const Surfaces& s, const std::vector<std::pair<Index, Index>>& faces) {
  for (const auto& [a, b] : faces) {
    for (const Index v : s.faces[a]) tangled_vertices_.emplace_back(v, b);
    for (const Index v : s.faces[b]) tangled_vertices_.emplace_back(v, a);
    for (const Index e : s.face_edges[a])
      for (const Index f : s.face_edges[b])
        tangled_edges_.emplace_back(std::min(e, f), std::max(e, f));
    for (const Index f : {a, b})
      corners_.insert(corners_.end(), s.faces[f].begin(), s.faces[f].end());
  }
}

bool Repair::leaves_out(Index vertex, Index face) const {
  return !corners_.empty() &&
         std::ranges::binary_search(tangled_vertices_, std::pair(vertex, face));
}
bool Repair::leaves_out_edges(Index first, Index second) const {
  return !corners_.empty() &&
         std::ranges::binary_search(tangled_edges_,
                                    std::pair(std::min(first, second), std::max(first, second)));
}
bool Repair::is_at_tangle(std::span<const Index> first, std::span<const Index> second) const {
  const auto has = [&](std::span<const Index> part) {
    return std::ranges::any_of(part,
                               [&](Index v) { return std::ranges::binary_search(corners_, v); });
  };
  return !corners_.empty() && has(first) && has(second);
}

// --- forces ---

void Repair::prepare(const Surfaces& s, std::span<const Vec3d> places,
                     std::span<const Vec3d> before, double elapsed, double step) {
  draws_.clear();
  for (std::size_t i = 0; i < regions_.size(); ++i) {
    const Region& region = regions_[i];
    double speed = 0, mass[2] = {}, most[2] = {};
    for (const Region::Share& share : region.shares) {
      const Index v = share.vertex;
      const std::size_t side = share.part > 0 ? 0 : 1;
      if (elapsed > 0) speed += share.part * dot(places[v] - before[v], region.direction) / elapsed;
      mass[side] += s.mass[v];
      most[side] += s.stiffness[v] * s.bodies[s.body[v]].thickness;
    }
    const double reduced = mass[0] * mass[1] / (mass[0] + mass[1]);
    const double limit = std::min(most[0], most[1]), wanted = region.speed - speed;
    const double follow = 1 / (steps_to_follow * step);
    next_forces_[i] =
        std::clamp(region.force + 0.25 * reduced * wanted * follow * follow * step, 0.0, limit);
    const double force = std::clamp(region.force + reduced * wanted * follow, -limit, limit);
    for (const Region::Share& share : region.shares)
      draws_.push_back({share.vertex, region.direction * (force * share.part)});
  }
}

void Repair::moved(std::span<const Vec3d> before, std::span<const Vec3d> places) {
  if (idle()) return;
  ++since_look_;
  for (const Draw& draw : draws_)
    work_ += dot(draw.force, places[draw.vertex] - before[draw.vertex]);
  for (std::size_t i = 0; i < regions_.size(); ++i) regions_[i].force = next_forces_[i];
}

// --- saving ---

void Repair::save(std::vector<double>& out) const {
  const auto put = [&](std::initializer_list<double> numbers) { out.insert(out.end(), numbers); };
  put({double(since_look_), work_, double(pairs_.size())});
  for (const auto& [pair, draws] : pairs_)
    put({double(pair.first), double(pair.second), double(draws)});
  out.push_back(double(regions_.size()));
  for (const Region& r : regions_) {
    put({double(r.pair.first), double(r.pair.second), r.direction.x, r.direction.y, r.direction.z,
         r.speed, r.force, double(r.shares.size())});
    for (const Region::Share& share : r.shares) put({double(share.vertex), share.part});
  }
  for (const auto* list : {&tangled_vertices_, &tangled_edges_}) {
    out.push_back(double(list->size()));
    for (const auto& [a, b] : *list) put({double(a), double(b)});
  }
  out.push_back(double(corners_.size()));
  for (const Index v : corners_) out.push_back(double(v));
}

void Repair::restore(NumberReader& in, const Surfaces& s) {
  const std::size_t bodies = s.bodies.size(), vertices = s.vertex_count();
  since_look_ = static_cast<int>(in.below(between_looks + 1));
  work_ = in.get();
  pairs_.clear();
  const auto pair = [&] {
    const std::size_t a = in.below(bodies);
    return BodyPair(a, in.below(bodies));
  };
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    const BodyPair of = pair();
    pairs_[of] = in.below(2) == 1;
  }
  regions_.clear();
  for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
    Region r{.pair = pair(), .direction = in.vector(), .speed = in.get(), .force = in.get()};
    for (std::size_t more = in.count(); more > 0 && in.good(); --more) {
      const auto v = static_cast<Index>(in.below(vertices));
      r.shares.push_back({v, in.get()});
    }
    regions_.push_back(std::move(r));
  }
  next_forces_.assign(regions_.size(), 0);
  const auto get_list = [&](auto& list, std::size_t firsts, std::size_t seconds) {
    list.clear();
    for (std::size_t left = in.count(); left > 0 && in.good(); --left) {
      const auto a = static_cast<Index>(in.below(firsts));
      list.emplace_back(a, static_cast<Index>(in.below(seconds)));
    }
  };
  get_list(tangled_vertices_, vertices, s.faces.size());
  get_list(tangled_edges_, s.edges.size(), s.edges.size());
  corners_.clear();
  for (std::size_t left = in.count(); left > 0 && in.good(); --left)
    corners_.push_back(static_cast<Index>(in.below(vertices)));
}

}  // namespace pliant::contact

#include "contact/repair.h"

#include <algorithm>
#include <cmath>

#include "constraints/total_volume.h"

namespace pliant::contact {

namespace {

// Steps in which the speed of parts that come out of each other follows what is wanted.
constexpr double steps_to_follow = 32;

}  // namespace

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
  for (const RepairRegion& region : regions_) forces[region.pair] += region.force;
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
      std::vector<RepairRegion> found = regions_of(surfaces, places, pair, faces);
      for (RepairRegion& region : found) region.force = forces[pair] / double(found.size());
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
    const RepairRegion& region = regions_[i];
    double speed = 0, mass[2] = {}, most[2] = {};
    for (const RepairRegion::Share& share : region.shares) {
      const Index v = share.vertex;
      const std::size_t side = share.part > 0 ? 0 : 1;
      if (elapsed > 0) speed += share.part * dot(places[v] - before[v], region.direction) / elapsed;
      mass[side] += s.mass[v];
      most[side] += s.stiffness[v] * s.bodies[s.body[v]].thickness;
    }
    // An obstacle has no mass and no stiffness, and does not give way.
    const bool both = mass[0] > 0 && mass[1] > 0;
    const double reduced =
        both ? mass[0] * mass[1] / (mass[0] + mass[1]) : std::max(mass[0], mass[1]);
    const double limit = both ? std::min(most[0], most[1]) : std::max(most[0], most[1]);
    const double wanted = region.speed - speed;
    const double follow = 1 / (steps_to_follow * step);
    next_forces_[i] =
        std::clamp(region.force + 0.25 * reduced * wanted * follow * follow * step, 0.0, limit);
    const double force = std::clamp(region.force + reduced * wanted * follow, -limit, limit);
    for (const RepairRegion::Share& share : region.shares)
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
  for (const RepairRegion& r : regions_) {
    put({double(r.pair.first), double(r.pair.second), r.direction.x, r.direction.y, r.direction.z,
         r.speed, r.force, double(r.shares.size())});
    for (const RepairRegion::Share& share : r.shares) put({double(share.vertex), share.part});
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
    RepairRegion r{.pair = pair(), .direction = in.vector(), .speed = in.get(), .force = in.get()};
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

#include "contact/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"

namespace pliant::contact {

namespace {

constexpr double part_of_way = 0.45;  // to what is nearest, in a step
// A search is good for so many skins, or so many of the present steps, of motion.
constexpr double skins_of_search = 1.5, steps_of_search = 8;
constexpr double horizon_steps = 128;
// Distances are watched up to so many of the present steps.
constexpr double step_room = 4;
// Steps are as short as keeps (step)² stiffness / mass below this: with the body's own, which is 1
// at a safe step, well below the 4 that are stable.
constexpr double most_stiffness = 2;
constexpr std::size_t pairs_of_part = 64;

constexpr double infinite = std::numeric_limits<double>::infinity();

}  // namespace

Contacts::Contacts(Surfaces surfaces, const Contact& settings)
    : surfaces_(std::move(surfaces)), settings_(settings) {
  usual_ = {true, settings.friction, settings.sliding_friction.value_or(settings.friction)};
  with_itself_ = usual_;
  with_itself_.touches = settings.self;
  for (const ContactPair& pair : settings.pairs) {
    const auto [low, high] = std::minmax(pair.first, pair.second);
    const double held = pair.friction.value_or(settings.friction);
    rules_[{low, high}] = {pair.touches, held,
                           pair.sliding_friction.value_or(pair.friction ? held : usual_.sliding)};
  }
  const std::size_t count = surfaces_.vertex_count();
  places_.resize(count);
  before_.resize(count);
  forces_.resize(count);
  stiffness_.resize(count);
  nearest_.assign(count, infinite);
  inverse_masses_.assign(count, 0);
  frames_.resize(surfaces_.bodies.size());
  counts.thickness = infinite;
  for (const Surface& s : surfaces_.bodies)
    if (s.vertices > 0) counts.thickness = std::min(counts.thickness, s.thickness);
}

const PairRule& Contacts::rule(std::size_t first, std::size_t second) const {
  if (!rules_.empty())
    if (const auto found = rules_.find(std::minmax(first, second)); found != rules_.end())
      return found->second;
  return first == second ? with_itself_ : usual_;
}

void Contacts::part(std::size_t first, std::size_t second) {
  rules_[std::minmax(first, second)] = {.touches = false};
  search_due_ = true;
}

void Contacts::restart(std::span<const Vec3d> velocities, double step) {
  for (std::size_t v = 0; v < places_.size(); ++v) before_[v] = places_[v] - velocities[v] * step;
  elapsed_ = step;
  search_due_ = true;
  evaluated_ = false;
}

// --- what may touch ---

bool Contacts::is_due() const {
  if (search_due_ || since_search_ > horizon_) return true;
  const double longer = elapsed_ > 0 ? step_ / elapsed_ : 0;
  return std::ranges::any_of(frames_, [&](const Frame& f) {
    return f.most_moved > (f.alone ? f.may_move_alone : f.may_move) ||
           (!f.alone && f.step_moved * longer > part_of_way * f.watched);
  });
}

/// m: distances of two bodies below this are looked at in every step.
double Contacts::watch(Index first, Index second) const {
  return 0.5 * (frames_[first].watched + frames_[second].watched);
}

/// m/s, of a vertex of a body beside the velocity that it has as a whole.
double Contacts::fastest(std::size_t b, const Vec3d& velocity) const {
  if (!(elapsed_ > 0)) return 0;
  const Surface& s = surfaces_.bodies[b];
  double most = 0;
  for (Index v = s.first_vertex; v < s.first_vertex + s.vertices; ++v)
    most = std::max(most, squared_length(places_[v] - before_[v] - velocity * elapsed_));
  return std::sqrt(most) / elapsed_;
}

void Contacts::search() {
  ++counts.searches;
  const std::size_t bodies = surfaces_.bodies.size();
  std::vector<Vec3d> velocities(bodies);
  std::vector<Box> boxes(bodies);
  parallel_for(bodies, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const Surface& s = surfaces_.bodies[b];
      Vec3d way{};
      for (Index v = s.first_vertex; v < s.first_vertex + s.vertices; ++v) {
        boxes[b].add(places_[v]);
        way += places_[v] - before_[v];
      }
      if (elapsed_ > 0 && s.vertices > 0)
        velocities[b] = way * (1 / (elapsed_ * static_cast<double>(s.vertices)));
    }
  });
  for (std::size_t b = 0; b < bodies; ++b) {
    const double thickness = surfaces_.bodies[b].thickness;
    Frame& frame = frames_[b];
    const double step = fastest(b, velocities[b]) * step_;
    frame.watched = std::max(thickness, step_room * step);
    frame.may_move = std::max(skins_of_search * thickness, steps_of_search * step);
    frame.may_move_alone = std::max(frame.may_move, 0.02 * length(boxes[b].size()));
  }
  horizon_ = horizon_steps * step_;
  find_islands(velocities, boxes);
  find_frames(velocities);
  for (BodyPair& pair : body_pairs_)
    pair.reach = watch(pair.first, pair.second) + frames_[pair.first].may_move +
                 frames_[pair.second].may_move;
  const Pairs before = std::move(pairs_);
  pairs_ = find_pairs(surfaces_, places_, body_pairs_);
  carry_grips(before);
  searched_ = places_;
  since_search_ = 0;
  search_due_ = false;
  for (Frame& frame : frames_) frame.most_moved = 0;
}

// Bodies whose boxes may come to overlap while the search holds.
void Contacts::find_islands(std::span<const Vec3d> velocities, std::span<const Box> boxes) {
  Vec3d mean{};
  std::size_t moving = 0;
  for (std::size_t b = 0; b < boxes.size(); ++b)
    if (surfaces_.bodies[b].vertices > 0) {
      mean += velocities[b];
      ++moving;
    }
  if (moving > 0) mean *= 1 / static_cast<double>(moving);
  std::vector<Box> reach(boxes.begin(), boxes.end());
  std::vector<Index> order;
  for (std::size_t b = 0; b < boxes.size(); ++b) {
    if (surfaces_.bodies[b].vertices == 0) continue;
    const Frame& f = frames_[b];
    reach[b] =
        grown(boxes[b], f.watched + f.may_move_alone + length(velocities[b] - mean) * horizon_);
    order.push_back(static_cast<Index>(b));
  }
  std::ranges::sort(order, [&](Index a, Index b) {
    return reach[a].low.x != reach[b].low.x ? reach[a].low.x < reach[b].low.x : a < b;
  });
  body_pairs_.clear();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index a = order[i];
    if (rule(a, a).touches) body_pairs_.push_back({a, a, 0});
    for (std::size_t k = i + 1; k < order.size() && reach[order[k]].low.x <= reach[a].high.x; ++k) {
      const Index b = order[k];
      if (reach[a].overlaps(reach[b]) && rule(a, b).touches)
        body_pairs_.push_back({std::min(a, b), std::max(a, b), 0});
    }
  }
}

// Bodies that may touch are seen from one frame, which goes along with them.
void Contacts::find_frames(std::span<const Vec3d> velocities) {
  DisjointSets islands(frames_.size());
  for (Frame& frame : frames_) frame.alone = true;
  for (const BodyPair& pair : body_pairs_) {
    islands.join(pair.first, pair.second);
    frames_[pair.first].alone = frames_[pair.second].alone = false;
  }
  std::vector<Vec3d> sum(frames_.size());
  std::vector<double> count(frames_.size());
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    const Index root = islands.find(static_cast<Index>(b));
    sum[root] += velocities[b];
    count[root] += 1;
  }
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    const Index root = islands.find(static_cast<Index>(b));
    frames_[b].velocity = sum[root] * (1 / count[root]);
  }
}

void Contacts::carry_grips(const Pairs& from) {
  const auto carry = [](const auto& old, const auto& now, std::vector<Grip>& grips,
                        const auto& key) {
    std::vector<Grip> carried(now.size());
    std::size_t i = 0;
    for (std::size_t k = 0; k < now.size(); ++k) {
      while (i < old.size() && key(old[i]) < key(now[k])) ++i;
      if (i < old.size() && key(old[i]) == key(now[k])) carried[k] = grips[i];
    }
    grips = std::move(carried);
  };
  carry(from.vertices, pairs_.vertices, vertex_grips_,
        [](const VertexPairs& p) { return std::pair(p.vertex, p.body); });
  carry(from.edges, pairs_.edges, edge_grips_,
        [](const EdgePair& p) { return std::pair(p.first, p.second); });
}

// --- forces ---

void Contacts::prepare(double step) {
  step_ = step;
  if (evaluated_) return;
  if (is_due()) search();
  evaluate();
  evaluated_ = true;
}

void Contacts::evaluate() {
  for (const Index v : pushed_) {
    forces_[v] = {};
    stiffness_[v] = 0;
  }
  for (const Index v : near_) nearest_[v] = infinite;
  pushed_.clear();
  near_.clear();
  touches_.clear();
  energy_ = 0;

  const Touching touching(surfaces_, places_, before_, elapsed_, settings_.damping);
  const std::size_t of_vertices = (pairs_.vertices.size() + pairs_of_part - 1) / pairs_of_part;
  const std::size_t of_edges = (pairs_.edges.size() + 4 * pairs_of_part - 1) / (4 * pairs_of_part);
  parts_.resize(std::max(parts_.size(), of_vertices + of_edges));
  const auto moved = [&](Index a, Index b) {
    return frames_[a].most_moved + frames_[b].most_moved;
  };
  const auto part_of_vertices = [&](std::size_t p) {
    const std::size_t end = std::min(pairs_.vertices.size(), (p + 1) * pairs_of_part);
    for (std::size_t i = p * pairs_of_part; i < end; ++i) {
      const VertexPairs& pair = pairs_.vertices[i];
      const Index own = surfaces_.body[pair.vertex];
      const double near = watch(own, pair.body);
      touching.vertex(pair, pairs_.targets, rule(own, pair.body), near + moved(own, pair.body),
                      near, vertex_grips_[i], parts_[p]);
    }
  };
  const auto part_of_edges = [&](std::size_t p) {
    const std::size_t end = std::min(pairs_.edges.size(), (p + 1) * 4 * pairs_of_part);
    for (std::size_t i = p * 4 * pairs_of_part; i < end; ++i) {
      const EdgePair& pair = pairs_.edges[i];
      const Index a = surfaces_.body[surfaces_.edges[pair.first][0]],
                  b = surfaces_.body[surfaces_.edges[pair.second][0]];
      const double near = watch(a, b);
      if (double(pair.distance) > near + moved(a, b)) continue;
      touching.edges(pair, rule(a, b), near, edge_grips_[i], parts_[of_vertices + p]);
    }
  };
  parallel_for(of_vertices + of_edges, 4, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      parts_[p].clear();
      if (p < of_vertices)
        part_of_vertices(p);
      else
        part_of_edges(p - of_vertices);
    }
  });
  for (std::size_t p = 0; p < of_vertices + of_edges; ++p) add(parts_[p]);
  counts.touching = touches_.size();
}

void Contacts::add(const Pushes& part) {
  for (const Push& push : part.pushes) {
    if (stiffness_[push.vertex] == 0) pushed_.push_back(push.vertex);
    forces_[push.vertex] += push.force;
    stiffness_[push.vertex] += std::max(push.stiffness, std::numeric_limits<double>::min());
  }
  for (const Near& near : part.near) {
    if (nearest_[near.vertex] == infinite) near_.push_back(near.vertex);
    nearest_[near.vertex] = std::min(nearest_[near.vertex], near.distance);
  }
  touches_.insert(touches_.end(), part.touches.begin(), part.touches.end());
  energy_ += part.energy;
}

/// m: how far a vertex may go in a step, in its frame.
double Contacts::bound(Index v) const {
  const Frame& frame = frames_[surfaces_.body[v]];
  return frame.alone ? infinite : part_of_way * std::min(nearest_[v], frame.watched);
}

int Contacts::wanted_halvings(double step) const {
  double stiffest = 0, farthest = 0;
  for (const Index v : pushed_) stiffest = std::max(stiffest, stiffness_[v] * inverse_masses_[v]);
  if (elapsed_ > 0) {
    for (const Index v : near_) {
      const Vec3d way = places_[v] - before_[v] - frames_[surfaces_.body[v]].velocity * elapsed_;
      farthest = std::max(farthest, length(way) * (step / elapsed_) / bound(v));
    }
  }
  const auto too_long = [&](int halvings) {
    const double part = std::ldexp(1.0, -halvings);
    return stiffest * step * step * part * part > most_stiffness || farthest * part > 1;
  };
  int halvings = 0;
  while (halvings < most_halvings && too_long(halvings)) ++halvings;
  return halvings;
}

// --- motion ---

std::span<const Held> Contacts::moved(double step) {
  held_.clear();
  evaluated_ = false;
  since_search_ += step;
  std::vector<std::vector<Held>> held(frames_.size());
  parallel_for(frames_.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t b = first; b < last; ++b) {
      const Surface& s = surfaces_.bodies[b];
      Frame& frame = frames_[b];
      const Vec3d along = frame.velocity * step, since = frame.velocity * since_search_;
      double most = 0, of_step = 0;
      for (Index v = s.first_vertex; v < s.first_vertex + s.vertices; ++v) {
        const Vec3d way = places_[v] - before_[v] - along;
        double way2 = squared_length(way);
        if (const double most_of_step = bound(v); way2 > most_of_step * most_of_step) {
          const Vec3d place = before_[v] + along + way * (0.99 * most_of_step / std::sqrt(way2));
          held[b].push_back({v, place, place - places_[v]});
          places_[v] = place;
          way2 = most_of_step * most_of_step;
        }
        of_step = std::max(of_step, way2);
        most = std::max(most, squared_length(places_[v] - searched_[v] - since));
      }
      frame.most_moved = std::sqrt(most);
      frame.step_moved = std::sqrt(of_step);
    }
  });
  for (const auto& of_body : held) held_.insert(held_.end(), of_body.begin(), of_body.end());
  counts.held_vertices += static_cast<std::int64_t>(held_.size());
  elapsed_ = step;
  return held_;
}

}  // namespace pliant::contact

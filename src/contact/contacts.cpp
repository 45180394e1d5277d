#include "contact/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "mesh/disjoint_sets.h"

namespace pliant::contact {

namespace {

constexpr double part_of_way = 0.45;  // to what is nearest, where steps went too far
// A search is good for so many skins, or so many of the present steps, of motion.
constexpr double skins_of_search = 1.5, steps_of_search = 8;
constexpr double horizon_steps = 128;
// Distances are watched up to so many of the present steps of each side.
constexpr double step_room = 3;
// Steps are as short as keeps (step)² stiffness / mass below this: with the body's own, which is 1
// at a safe step, well below the 4 that are stable.
constexpr double most_stiffness = 0.5;
// Which part of its distance a pair may go in a step before that is divided.
constexpr double comfortable_way = 0.3;
// However fast it goes, so many edges are searched and watched: what is faster is slowed down.
constexpr double edges_of_search = 2, edges_watched = 2;
constexpr std::size_t pairs_of_part = 64;
// s, until the skin of bodies that begin nearer than that is whole.
constexpr double growing_time = 0.25;

}  // namespace

Contacts::Contacts(Surfaces surfaces, const Contact& settings)
    : surfaces_(std::move(surfaces)), settings_(settings) {
  usual_ = {true, settings.friction, settings.sliding_friction.value_or(settings.friction)};
  with_itself_ = usual_;
  with_itself_.touches = settings.self;
  for (const ContactPair& pair : settings.pairs) {
    const double held = pair.friction.value_or(settings.friction);
    rules_[{std::min(pair.first, pair.second), std::max(pair.first, pair.second)}] = {
        pair.touches, held, pair.sliding_friction.value_or(pair.friction ? held : usual_.sliding)};
  }
  resize();
}

void Contacts::resize() {
  const std::size_t count = surfaces_.vertex_count();
  for (std::vector<Vec3d>* vectors : {&places_, &before_, &next_, &searched_, &forces_})
    vectors->assign(count, {});
  stiffness_.assign(count, 0);
  inverse_masses_.assign(count, 0);
  frames_.assign(surfaces_.bodies.size(), {});
  boxes_.assign(surfaces_.bodies.size(), {});
  counts.thickness = std::numeric_limits<double>::infinity();
  for (const Surface& s : surfaces_.bodies)
    if (s.vertices > 0) counts.thickness = std::min(counts.thickness, s.thickness);
}

void Contacts::take_surfaces(Surfaces surfaces) {
  surfaces_ = std::move(surfaces);
  resize();
  pairs_ = {};
  pushed_.clear();
  near_.clear();
  vertex_grips_.clear();
  edge_grips_.clear();
  search_due_ = true;
  evaluated_ = false;
}

const PairRule& Contacts::rule(std::size_t first, std::size_t second) const {
  if (!rules_.empty())
    if (const auto found = rules_.find({std::min(first, second), std::max(first, second)});
        found != rules_.end())
      return found->second;
  return first == second ? with_itself_ : usual_;
}

void Contacts::part(std::size_t first, std::size_t second) {
  const std::pair bodies(std::min(first, second), std::max(first, second));
  rules_[bodies] = {.touches = false};
  parted_.push_back(bodies);
  search_due_ = true;
}

void Contacts::restart(std::span<const Vec3d> velocities, double step) {
  for (std::size_t v = 0; v < places_.size(); ++v) before_[v] = places_[v] - velocities[v] * step;
  elapsed_ = step;
  search_due_ = true;
  evaluated_ = false;
}

// --- what may touch ---

/// m/s, of two bodies past each other.
double Contacts::passing(Index first, Index second) const {
  return length(frames_[first].velocity - frames_[second].velocity);
}
/// m: what searches of two bodies go beyond that for at most.
double Contacts::edge(Index first, Index second) const {
  return std::min(surfaces_.bodies[first].mean_edge, surfaces_.bodies[second].mean_edge);
}
/// m: distances of two bodies below this are looked at in every step.
double Contacts::watch(Index first, Index second) const {
  return 0.5 * (frames_[first].watched + frames_[second].watched) +
         std::min(1.2 * passing(first, second) * step_, edges_watched * edge(first, second));
}
/// m: how far bodies may pass each other until the next search.
double Contacts::may_pass(Index first, Index second) const {
  if (first == second) return 0;
  return std::max(0.5 * (frames_[first].may_move + frames_[second].may_move),
                  std::min(steps_of_search * passing(first, second) * step_,
                           edges_of_search * edge(first, second)));
}

bool Contacts::is_due() const {
  if (search_due_ || since_search_ > horizon_) return true;
  const double longer = elapsed_ > 0 ? step_ / elapsed_ : 0;
  for (const Frame& f : frames_)
    if (f.most_moved > f.may_move || f.step_moved * longer > part_of_way * f.watched) return true;
  return std::ranges::any_of(body_pairs_, [&](const BodyPair& pair) {
    const double used = passing(pair.first, pair.second) * since_search_ +
                        frames_[pair.first].most_moved + frames_[pair.second].most_moved +
                        watch(pair.first, pair.second);
    return used > pair.reach;
  });
}

// A body's frame from its last step, and how far its vertices go beside that.
void Contacts::see(std::size_t b) {
  const Surface& s = surfaces_.bodies[b];
  Frame& frame = frames_[b];
  frame.longest_step = std::numeric_limits<double>::infinity();
  Vec3d way{};
  Box box;
  for (Index v = s.first_vertex; v < s.first_vertex + s.vertices; ++v) {
    box.add(places_[v]);
    way += places_[v] - before_[v];
  }
  if (s.vertices > 0) way *= 1 / static_cast<double>(s.vertices);
  double most = 0;
  for (Index v = s.first_vertex; v < s.first_vertex + s.vertices; ++v)
    most = std::max(most, squared_length(places_[v] - before_[v] - way));
  const double per_second = elapsed_ > 0 ? 1 / elapsed_ : 0;
  const double step = std::sqrt(most) * per_second * step_;
  boxes_[b] = box;
  frame.velocity = way * per_second;
  frame.watched = std::max(s.thickness, std::min(step_room * step, edges_watched * s.mean_edge));
  frame.may_move = std::max(skins_of_search * s.thickness,
                            std::min(steps_of_search * step, edges_of_search * s.mean_edge));
  if (step > 0) frame.longest_step = 0.5 * s.mean_edge * step_ / step;
  frame.most_moved = 0;
}

void Contacts::search() {
  ++counts.searches;
  parallel_for(frames_.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) see(b);
  });
  horizon_ = horizon_steps * step_;
  find_islands();
  for (BodyPair& pair : body_pairs_)
    pair.reach = watch(pair.first, pair.second) + frames_[pair.first].may_move +
                 frames_[pair.second].may_move + may_pass(pair.first, pair.second);
  longest_step_ = std::numeric_limits<double>::infinity();
  for (const Frame& frame : frames_) longest_step_ = std::min(longest_step_, frame.longest_step);
  for (const BodyPair& pair : body_pairs_)
    if (const double speed = passing(pair.first, pair.second); speed > 0)
      longest_step_ = std::min(longest_step_, 0.5 * edge(pair.first, pair.second) / speed);
  const Pairs before = std::move(pairs_);
  pairs_ = find_pairs(surfaces_, places_, body_pairs_);
  carry_grips(before);
  searched_ = places_;
  since_search_ = 0;
  search_due_ = false;
}

// Bodies whose boxes may come to overlap while the search holds, as all go along with their mean.
void Contacts::find_islands() {
  Vec3d mean{};
  std::vector<Index> order;
  for (std::size_t b = 0; b < frames_.size(); ++b)
    if (surfaces_.bodies[b].vertices > 0) {
      mean += frames_[b].velocity;
      order.push_back(static_cast<Index>(b));
    }
  if (!order.empty()) mean *= 1 / static_cast<double>(order.size());
  std::vector<Box> reach(boxes_);
  for (const Index b : order) {
    Frame& f = frames_[b];
    f.joined = false;
    reach[b] = grown(boxes_[b],
                     f.watched + f.may_move + length(f.velocity - mean) * (horizon_ + 2 * step_));
  }
  std::ranges::sort(order, [&](Index a, Index b) {
    return reach[a].low.x != reach[b].low.x ? reach[a].low.x < reach[b].low.x : a < b;
  });
  body_pairs_.clear();
  DisjointSets islands(frames_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index a = order[i];
    if (rule(a, a).touches) body_pairs_.push_back({a, a, 0});
    for (std::size_t k = i + 1; k < order.size() && reach[order[k]].low.x <= reach[a].high.x; ++k) {
      const Index b = order[k];
      if (reach[a].overlaps(reach[b]) && rule(a, b).touches)
        body_pairs_.push_back({std::min(a, b), std::max(a, b), 0});
    }
  }
  for (const BodyPair& pair : body_pairs_) {
    islands.join(pair.first, pair.second);
    if (pair.first != pair.second) frames_[pair.first].joined = frames_[pair.second].joined = true;
  }
  for (std::size_t b = 0; b < frames_.size(); ++b)
    frames_[b].island = islands.find(static_cast<Index>(b));
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

/// m: nearer than this two bodies push each other.
double Contacts::thickness(Index first, Index second) const {
  const double whole =
      0.5 * (surfaces_.bodies[first].thickness + surfaces_.bodies[second].thickness);
  if (starts_.empty()) return whole;
  const auto start = starts_.find({std::min(first, second), std::max(first, second)});
  if (start == starts_.end()) return whole;
  return std::min(whole, start->second + whole * (since_start_ / growing_time));
}
double Contacts::own_thickness(const EdgePair& pair) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Index e : {pair.first, pair.second})
    for (const Index v : surfaces_.edges[e]) least = std::min(least, surfaces_.own_thickness[v]);
  return least;
}

void Contacts::start_gently() {
  starts_.clear();
  since_start_ = 0;
  prepare(elapsed_);
  for (const NearPair& pair : near_) {
    const std::size_t a = surfaces_.body[pair.vertices[0]],
                      b = surfaces_.body[pair.vertices[pair.split]];
    const double whole = thickness(static_cast<Index>(a), static_cast<Index>(b));
    if (a == b || pair.distance >= whole) continue;
    const double thinner = std::max(0.98 * pair.distance, 1e-3 * whole);
    const auto [start, is_new] = starts_.try_emplace({std::min(a, b), std::max(a, b)}, thinner);
    start->second = std::min(start->second, thinner);
  }
  if (starts_.empty()) return;
  evaluated_ = false;
  std::ranges::fill(vertex_grips_, Grip{});
  std::ranges::fill(edge_grips_, Grip{});
}

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
  pushed_.clear();
  near_.clear();
  touches_.clear();
  energy_ = 0;

  const Touching touching(surfaces_, places_, before_, elapsed_, settings_.damping);
  const std::size_t of_vertices = (pairs_.vertices.size() + pairs_of_part - 1) / pairs_of_part;
  const std::size_t of_edges = (pairs_.edges.size() + 4 * pairs_of_part - 1) / (4 * pairs_of_part);
  parts_.resize(std::max(parts_.size(), of_vertices + of_edges));
  // Who was farther at the search is farther than what is watched now.
  const auto skip = [&](Index a, Index b) {
    return watch(a, b) + frames_[a].most_moved + frames_[b].most_moved +
           passing(a, b) * since_search_;
  };
  const auto part_of_vertices = [&](std::size_t p) {
    const std::size_t end = std::min(pairs_.vertices.size(), (p + 1) * pairs_of_part);
    for (std::size_t i = p * pairs_of_part; i < end; ++i) {
      const VertexPairs& pair = pairs_.vertices[i];
      const Index own = surfaces_.body[pair.vertex];
      const double skin =
          own == pair.body ? surfaces_.own_thickness[pair.vertex] : thickness(own, pair.body);
      touching.vertex(pair, pairs_.targets, rule(own, pair.body),
                      {skin, skip(own, pair.body), watch(own, pair.body)}, vertex_grips_[i],
                      parts_[p]);
    }
  };
  const auto part_of_edges = [&](std::size_t p) {
    const std::size_t end = std::min(pairs_.edges.size(), (p + 1) * 4 * pairs_of_part);
    for (std::size_t i = p * 4 * pairs_of_part; i < end; ++i) {
      const EdgePair& pair = pairs_.edges[i];
      const Index a = surfaces_.body[surfaces_.edges[pair.first][0]],
                  b = surfaces_.body[surfaces_.edges[pair.second][0]];
      if (double(pair.distance) > skip(a, b)) continue;
      const double skin = a == b ? own_thickness(pair) : thickness(a, b);
      touching.edges(pair, rule(a, b), {skin, skip(a, b), watch(a, b)}, edge_grips_[i],
                     parts_[of_vertices + p]);
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
  near_.insert(near_.end(), part.near.begin(), part.near.end());
  touches_.insert(touches_.end(), part.touches.begin(), part.touches.end());
  energy_ += part.energy;
}

/// m: how far vertices of one side went past one of the other in the last step, at most.
double Contacts::gone(const NearPair& pair) const {
  double most = 0;
  for (int i = 0; i < pair.split; ++i) {
    const Vec3d way = places_[pair.vertices[i]] - before_[pair.vertices[i]];
    for (int k = pair.split; k < pair.count; ++k)
      most = std::max(most,
                      squared_length(way - places_[pair.vertices[k]] + before_[pair.vertices[k]]));
  }
  return std::sqrt(most);
}

/// m: their distance, less what rounding may take from it.
double Contacts::room(const NearPair& pair) const {
  double rounding = 0;
  for (const int i : {0, pair.split})
    rounding += surfaces_.bodies[surfaces_.body[pair.vertices[i]]].rounding;
  return std::max(0.0, pair.distance - rounding);
}

int Contacts::wanted_halvings(double step) const {
  double stiffest = 0, farthest = 0;
  for (const Index v : pushed_) stiffest = std::max(stiffest, stiffness_[v] * inverse_masses_[v]);
  if (elapsed_ > 0)
    for (const NearPair& pair : near_)
      farthest = std::max(farthest, gone(pair) / (elapsed_ * pair.distance));
  const auto too_long = [&](int halvings) {
    const double part = std::ldexp(step, -halvings);
    return stiffest * part * part > most_stiffness || farthest * part > comfortable_way ||
           part > longest_step_;
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
  since_start_ += step;
  elapsed_ = step;
  before_.swap(places_);
  places_.swap(next_);
  measure_motion();
  hold();
  counts.held_vertices += static_cast<std::int64_t>(held_.size());
  return held_;
}

// Parts of surfaces side by side: one body may be most of the world.
void Contacts::measure_motion() {
  constexpr std::size_t at_a_time = 2048;
  struct Way {
    double most = 0, of_step = 0;  // m², since the search and in the step
  };
  for (std::size_t b = 0; b < frames_.size(); ++b) {
    const Surface& s = surfaces_.bodies[b];
    Frame& frame = frames_[b];
    const Vec3d along = frame.velocity * elapsed_, since = frame.velocity * since_search_;
    std::vector<Way> ways((s.vertices + at_a_time - 1) / at_a_time);
    parallel_for(ways.size(), 1, [&](std::size_t first, std::size_t last) {
      const std::size_t end = std::min<std::size_t>(s.vertices, last * at_a_time);
      for (std::size_t i = first * at_a_time; i < end; ++i) {
        const std::size_t v = s.first_vertex + i;
        Way& way = ways[i / at_a_time];
        way.of_step = std::max(way.of_step, squared_length(places_[v] - before_[v] - along));
        way.most = std::max(way.most, squared_length(places_[v] - searched_[v] - since));
      }
    });
    Way all;
    for (const Way& way : ways) {
      all.most = std::max(all.most, way.most);
      all.of_step = std::max(all.of_step, way.of_step);
    }
    frame.most_moved = std::sqrt(all.most);
    frame.step_moved = std::sqrt(all.of_step);
  }
}

// Bodies that may touch one of which something went too far are slowed down together: else those
// that go on would run into those that do not. A body by itself is slowed down in its own frame.
void Contacts::hold() {
  std::vector<char> too_far(frames_.size());
  for (const Frame& f : frames_)
    if (f.step_moved > part_of_way * f.watched) too_far[f.island] = 1;
  for (const BodyPair& pair : body_pairs_)
    if (passing(pair.first, pair.second) * elapsed_ > edges_watched * edge(pair.first, pair.second))
      too_far[frames_[pair.first].island] = 1;
  for (const NearPair& pair : near_)
    if (gone(pair) > 2 * part_of_way * room(pair))
      too_far[frames_[surfaces_.body[pair.vertices[0]]].island] = 1;
  if (std::ranges::find(too_far, 1) == too_far.end()) return;
  std::vector<double> nearest(places_.size());
  for (std::size_t v = 0; v < nearest.size(); ++v) nearest[v] = frames_[surfaces_.body[v]].watched;
  for (const NearPair& pair : near_)
    for (int i = 0; i < pair.count; ++i)
      nearest[pair.vertices[i]] = std::min(nearest[pair.vertices[i]], room(pair));
  for (Index v = 0; v < places_.size(); ++v) {
    const Frame& frame = frames_[surfaces_.body[v]];
    if (!too_far[frame.island]) continue;
    const Vec3d start = before_[v] + (frame.joined ? Vec3d{} : frame.velocity * elapsed_);
    const Vec3d way = places_[v] - start;
    const double most = 0.99 * part_of_way * nearest[v], gone = length(way);
    if (gone <= most) continue;
    const Vec3d place = start + way * (most / gone);
    held_.push_back({v, place - places_[v]});
    places_[v] = place;
  }
  measure_motion();
}

}  // namespace pliant::contact

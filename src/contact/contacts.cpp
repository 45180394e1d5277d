#include "contact/contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/parallel.h"
#include "contact/closest.h"
#include "contact/comfort.h"

namespace pliant::contact {

namespace {

// Which part of an edge patches may pass each other in a step before that is divided, and how many
// steps ahead that is looked at.
constexpr double comfortable_edges = 0.5, steps_ahead = 4;
constexpr std::size_t looked_at_a_time = 8;

}  // namespace

Contacts::Contacts(Surfaces surfaces, const Contact& settings, std::span<const ContactPair> met)
    : surfaces_(std::move(surfaces)), settings_(settings), rules_(settings, met) {
  resize();
}

void Contacts::resize() {
  const std::size_t count = surfaces_.vertex_count();
  for (std::vector<Vec3d>* vectors : {&places_, &before_, &next_, &forces_})
    vectors->assign(count, {});
  stiffness_.assign(count, 0);
  inverse_masses_.assign(count, 0);
  near_.assign(surfaces_.patches.size(), {});
  neighbours_ = {};
  noted_.assign(count, {});
  noted_vertices_.clear();
  forget_near();
  rules_.take(surfaces_);
  counts.thickness = least_edge_ = std::numeric_limits<double>::infinity();
  for (const Surface& s : surfaces_.bodies) {
    if (s.vertices == 0) continue;
    if (!s.is_obstacle) counts.thickness = std::min(counts.thickness, s.thickness);
    least_edge_ = std::min(least_edge_, s.mean_edge);
  }
}

void Contacts::take_surfaces(Surfaces surfaces, std::span<const ContactPair> met) {
  surfaces_ = std::move(surfaces);
  rules_ = Rules(settings_, met);
  for (const auto& [a, b] : parted_) rules_.part(a, b);
  repair_.renumbered();
  resize();
  pushed_.clear();
  evaluated_ = false;
}

void Contacts::part(std::size_t first, std::size_t second) {
  rules_.part(first, second);
  parted_.emplace_back(std::min(first, second), std::max(first, second));
  forget_near();
}

void Contacts::restart(std::span<const Vec3d> velocities, double step) {
  for (std::size_t v = 0; v < places_.size(); ++v) before_[v] = places_[v] - velocities[v] * step;
  elapsed_ = step;
  forget_near();
  neighbours_.measure(surfaces_, before_, places_, awake_);
}

// --- how near they may come ---

/// m: nearer than this two bodies push each other.
double Contacts::thickness(Index first, Index second) const {
  const Surface &a = surfaces_.bodies[first], &b = surfaces_.bodies[second];
  const double of_both = a.is_obstacle   ? b.thickness
                         : b.is_obstacle ? a.thickness
                                         : 0.5 * (a.thickness + b.thickness);
  const double whole = rule(first, second).thickness.value_or(of_both);
  return thickness_at_start(first, second, whole);
}
double Contacts::own_thickness(std::span<const Index> vertices) const {
  double least = std::numeric_limits<double>::infinity();
  for (const Index v : vertices) least = std::min(least, surfaces_.own_thickness[v]);
  const Index body = surfaces_.body[vertices[0]];
  return thickness_at_start(body, body, least);
}

void Contacts::clear_grips() {
  for (Nearby& near : near_)
    for (std::vector<KeptGrip>* grips :
         {&near.vertex_grips, &near.edge_grips, &near.next_vertex_grips, &near.next_edge_grips})
      grips->clear();
}

// --- forces ---

void Contacts::prepare(double step) {
  if (evaluated_ && step == step_) return;
  step_ = step;
  if (repair_.is_due()) mend();
  find_forces();
}

void Contacts::find_forces() {
  counts.searches += static_cast<std::int64_t>(neighbours_.update(
      surfaces_, places_, step_, elapsed_, [&](Index a, Index b) { return may_touch(a, b); }));
  evaluate();
  evaluated_ = true;
}

void Contacts::clear_forces() {
  for (const Index v : pushed_) {
    forces_[v] = {};
    stiffness_[v] = 0;
  }
  pushed_.clear();
  touches_.clear();
  energy_ = 0;
}

void Contacts::evaluate() {
  find_awake();
  clear_forces();
  std::vector<Index> due;
  for (const Index p : awake_)
    if (!is_known_[p] || !rests(p, 2)) due.push_back(p);
  looks_ += static_cast<std::int64_t>(due.size());
  parallel_for(due.size(), looked_at_a_time, [&](std::size_t begin, std::size_t end) {
    const bool large = large_step_ > 0;
    Touching touching(surfaces_, places_, large ? start_ : before_, large ? large_step_ : elapsed_,
                      settings_.damping, rules_, large);
    for (std::size_t i = begin; i < end; ++i) {
      const Index p = due[i];
      look_near(p, near_[p]);
      press(touching, near_[p]);
      is_known_[p] = rests(p, 1);
      is_new_[p] = 1;
    }
  });
  for (const Index p : awake_) add(near_[p].pushes);
  draw_apart();
  counts.touching = touches_.size() + asleep_touches_;
  complete_ = asleep_touches_ == 0;
}

// What is nearer than is watched. Lists are in no order that matters.
void Contacts::look_near(Index patch, Nearby& out) const {
  const auto faces = static_cast<Index>(surfaces_.faces.size());
  out.vertices.clear();
  out.edges.clear();
  const auto look_at = [&](const VertexPair& c, double watch) {
    const Vec3d& x = places_[c.vertex];
    Vec3d way = x;
    if (rules_.leaves_out(std::array{c.vertex})) return;
    NearPair pair{c.vertex, c.target, {c.vertex, 0, 0, 0}, 4, 1, 0};
    if (c.target < faces) {
      const Triangle& t = surfaces_.faces[c.target];
      if (rules_.leaves_out(t)) return;
      const auto at = closest_on_triangle(x, places_[t[0]], places_[t[1]], places_[t[2]]);
      for (std::size_t i = 0; i < 3; ++i)
        way -= places_[pair.vertices[i + 1] = t[i]] * at.weights[i];
    } else {
      const Line& l = surfaces_.edges[c.target - faces];
      if (rules_.leaves_out(l)) return;
      const auto at = closest_on_segment(x, places_[l[0]], places_[l[1]]);
      for (std::size_t i = 0; i < 2; ++i)
        way -= places_[pair.vertices[i + 1] = l[i]] * at.weights[i];
      pair.count = 3;
    }
    const double d2 = squared_length(way);
    if (!(d2 < watch * watch)) return;
    pair.distance = std::sqrt(d2);
    if (d2 > 0) pair.normal = way / pair.distance;
    if (!is_left_out(pair)) out.vertices.push_back(pair);
  };
  const auto look_at_edges = [&](const EdgePair& c, double watch) {
    const Line &a = surfaces_.edges[c.first], &b = surfaces_.edges[c.second];
    if (rules_.leaves_out(a) || rules_.leaves_out(b)) return;
    const Vec3d way =
        way_between_segments(places_[a[0]], places_[a[1]], places_[b[0]], places_[b[1]]);
    const double d2 = squared_length(way);
    if (!(d2 < watch * watch)) return;
    NearPair pair{c.first, c.second, {a[0], a[1], b[0], b[1]}, 4, 2, std::sqrt(d2)};
    if (d2 > 0) pair.normal = way / pair.distance;
    if (!is_left_out(pair)) out.edges.push_back(pair);
  };
  if (!neighbours_.has_near(patch)) return;
  for (const Neighbours::Side& side : neighbours_.sides(patch)) {
    if (!neighbours_.is_near(side.pair)) continue;
    const Neighbours::Pair& pair = neighbours_.pairs()[side.pair];
    const NearList& list = neighbours_.short_list(side.pair);
    for (const VertexPair& c : side.second ? list.of_second : list.of_first) look_at(c, pair.watch);
    if (!side.second)
      for (const EdgePair& c : list.edges) look_at_edges(c, pair.watch);
  }
  std::ranges::sort(out.vertices, {}, &NearPair::key);
  std::ranges::sort(out.edges, {}, &NearPair::key);
}

void Contacts::press(Touching& touching, Nearby& out) const {
  out.pushes.clear();
  out.next_vertex_grips.clear();
  out.next_edge_grips.clear();
  out.fastest = 0;
  out.crossing = {};
  if (elapsed_ > 0)
    for (const std::vector<NearPair>* pairs : {&out.vertices, &out.edges})
      for (const NearPair& pair : *pairs) {
        const double way = gone(pair);
        out.fastest = std::max(out.fastest, closed(pair) / (elapsed_ * pair.distance));
        look_at_crossing(pair, way, out.crossing);
      }
  const auto body_of = [&](const NearPair& pair) {
    return surfaces_.body[pair.vertices[pair.split]];
  };
  for (std::size_t i = 0; i < out.vertices.size();) {
    const Index v = out.vertices[i].first, own = surfaces_.body[v], body = body_of(out.vertices[i]);
    std::size_t end = i + 1;
    while (end < out.vertices.size() && out.vertices[end].first == v &&
           body_of(out.vertices[end]) == body)
      ++end;
    const double skin = own == body ? own_thickness(std::array{v}) : thickness(own, body);
    KeptGrip kept{v, body, grip_of(out.vertex_grips, {v, body})};
    if (touching.vertex(std::span(out.vertices).subspan(i, end - i), body, rule(own, body), skin,
                        kept.grip, out.pushes))
      out.next_vertex_grips.push_back(kept);
    i = end;
  }
  for (const NearPair& pair : out.edges) {
    const Index own = surfaces_.body[pair.vertices[0]], body = body_of(pair);
    const double skin = skin_of(pair);
    if (!(pair.distance < skin)) continue;
    KeptGrip kept{pair.first, pair.second, grip_of(out.edge_grips, pair.key())};
    if (touching.edges(pair, rule(own, body), skin, kept.grip, out.pushes))
      out.next_edge_grips.push_back(kept);
  }
}

void Contacts::add(const Pushes& part) {
  for (const Push& push : part.pushes) {
    if (stiffness_[push.vertex] == 0) pushed_.push_back(push.vertex);
    forces_[push.vertex] += push.force;
    stiffness_[push.vertex] += std::max(push.stiffness, std::numeric_limits<double>::min());
  }
  touches_.insert(touches_.end(), part.touches.begin(), part.touches.end());
  energy_ += part.energy;
}

std::vector<double> Contacts::gaps() const {
  std::vector<double> gaps(places_.size(), std::numeric_limits<double>::infinity());
  for (const Nearby& near : near_)
    for (const std::vector<NearPair>* pairs : {&near.vertices, &near.edges})
      for (const NearPair& pair : *pairs)
        if (pair.distance < skin_of(pair))
          for (int i = 0; i < pair.count; ++i)
            gaps[pair.vertices[i]] = std::min(gaps[pair.vertices[i]], pair.distance);
  // Not all corners of a face have a part in what it does.
  for (Index v = 0; v < gaps.size(); ++v)
    if (forces_[v] == Vec3d{}) gaps[v] = std::numeric_limits<double>::infinity();
  return gaps;
}

// --- how short steps should be ---

/// m: nearer than this the parts of a pair push each other.
double Contacts::skin_of(const NearPair& pair) const {
  const Index own = surfaces_.body[pair.vertices[0]],
              other = surfaces_.body[pair.vertices[pair.split]];
  if (own != other) return thickness(own, other);
  return own_thickness(
      std::span(pair.vertices).first(pair.split == 1 ? 1 : std::size_t(pair.count)));
}

/// m, before the last step.
double Contacts::distance_before(const NearPair& pair) const {
  const Vec3d x[] = {before_[pair.vertices[0]], before_[pair.vertices[1]],
                     before_[pair.vertices[2]], before_[pair.vertices[pair.count - 1]]};
  if (pair.split == 2) return std::sqrt(squared_distance_of_segments(x[0], x[1], x[2], x[3]));
  Vec3d way = x[0];
  if (pair.count == 4) {
    const auto at = closest_on_triangle(x[0], x[1], x[2], x[3]);
    for (std::size_t i = 0; i < 3; ++i) way -= x[i + 1] * at.weights[i];
  } else {
    const auto at = closest_on_segment(x[0], x[1], x[2]);
    for (std::size_t i = 0; i < 2; ++i) way -= x[i + 1] * at.weights[i];
  }
  return length(way);
}

// What comes into the skin is pushed from the next step on alone and finds the energy of the spring
// there, up to k (way)² / 2, for nothing; as it leaves it may lose or gain as much.
void Contacts::look_at_crossing(const NearPair& pair, double gone, Crossing& crossing) const {
  const double skin = skin_of(pair), ahead = 1.2 * step_ / elapsed_;
  if (!(std::abs(pair.distance - skin) < ahead * gone)) return;
  const double closing = (distance_before(pair) - pair.distance) * step_ / elapsed_;
  const bool inside = pair.distance < skin;
  if (inside == (pair.distance - 1.2 * closing < skin)) return;
  const Index a = pair.vertices[0], b = pair.vertices[pair.split];
  const double k = harmonic(surfaces_.stiffness[a], surfaces_.stiffness[b]);
  crossing.energy += 0.5 * k * closing * closing;
  crossing.stiffness =
      std::max(crossing.stiffness, k * std::max(inverse_masses_[a], inverse_masses_[b]));
}

/// 1/s², of pairs that cross the edge of the skin; 0 where that is little beside what presses
/// there.
double Contacts::stiffest_crossing() const {
  double stiffest = 0;
  for (const Index p : awake_)
    if (near_[p].crossing.energy > little_energy * near_[p].pushes.energy)
      stiffest = std::max(stiffest, near_[p].crossing.stiffness);
  return stiffest;
}

/// 1/s: how fast patches pass each other that may meet within some steps, over an edge of theirs;
/// 0 where a step of that length is short enough for all.
double Contacts::fastest_past(double step) const {
  double fastest = 0;
  if (neighbours_.all_passed_less(comfortable_edges * least_edge_ * elapsed_ / step)) return 0;
  for (const Neighbours::Pair& pair : neighbours_.pairs()) {
    const Neighbours::Motion &a = neighbours_.motion(pair.first),
                             &b = neighbours_.motion(pair.second);
    const double way = length(a.expected - b.expected) + a.bending + b.bending;
    const double edge = std::min(surfaces_.bodies[surfaces_.patches[pair.first].body].mean_edge,
                                 surfaces_.bodies[surfaces_.patches[pair.second].body].mean_edge);
    if (!(way * step > comfortable_edges * edge * step_) || !(way > fastest * edge * step_))
      continue;
    if (distance(box_of(surfaces_, surfaces_.patches[pair.first], places_),
                 box_of(surfaces_, surfaces_.patches[pair.second], places_)) < steps_ahead * way)
      fastest = way / (edge * step_);
  }
  return fastest;
}

/// 1/s²: a bound on the largest eigenvalue of what pushes now. On what hangs it is that of the
/// sums on its carriers.
double Contacts::stiffest() const {
  double stiffest = 0;
  std::vector<double> on_carriers(carrier_inverse_masses_.size());
  for (const Index v : pushed_)
    if (surfaces_.bodies[surfaces_.body[v]].hangs)
      for (std::size_t i = 0; i < 4; ++i)
        on_carriers[surfaces_.carriers[v][i]] += stiffness_[v] * surfaces_.shares[v][i];
    else
      stiffest = std::max(stiffest, stiffness_[v] * inverse_masses_[v]);
  for (std::size_t c = 0; c < on_carriers.size(); ++c)
    stiffest = std::max(stiffest, on_carriers[c] * carrier_inverse_masses_[c]);
  return stiffest;
}

int Contacts::wanted_halvings(double step) const {
  const double stiffest = std::max(asleep_stiffest_, this->stiffest());
  double fastest = 0;
  for (const Index p : awake_) fastest = std::max(fastest, near_[p].fastest);
  const double past = fastest_past(step), crossing = stiffest_crossing();
  const auto too_long = [&](int halvings) {
    const double part = std::ldexp(step, -halvings);
    return is_too_long(part, {stiffest, fastest, crossing}, settings_.damping) ||
           past * part > comfortable_edges;
  };
  int halvings = 0;
  while (halvings < most_halvings && too_long(halvings)) ++halvings;
  return halvings;
}

}  // namespace pliant::contact

#include "contact/touching.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/contact_laws.h"
#include "contact/part_counts.h"

namespace pliant::contact {

double harmonic(double a, double b) {
  if (!(a > 0) || !(b > 0)) return std::max(a, b);
  return 2 * a * b / (a + b);
}

Strength strength_at_vertex(const Surfaces& s, Index v, Index body) {
  return {harmonic(s.stiffness[v], s.bodies[body].stiffness),
          harmonic(s.mass[v], s.bodies[body].mass)};
}
Strength strength_at_edges(const Surfaces& s, const Line& a, const Line& b) {
  const auto mean = [](const std::vector<double>& of, const Line& edge) {
    return 0.5 * (of[edge[0]] + of[edge[1]]);
  };
  return {harmonic(mean(s.stiffness, a), mean(s.stiffness, b)),
          harmonic(mean(s.mass, a), mean(s.mass, b))};
}

Grip grip_of(std::span<const KeptGrip> grips, const std::pair<Index, Index>& key) {
  const auto found = std::ranges::lower_bound(grips, key, {}, &KeptGrip::key);
  return found != grips.end() && found->key() == key ? found->grip : Grip{};
}

/// The parts of one body that are within the skin about a place, each once.
class Touching::NearParts {
 public:
  NearParts(Touching& touching, Index vertex, Index body, double thickness)
      : s_(touching.s_),
        x_(touching.x_),
        v_(vertex),
        thickness_(thickness),
        counts_(touching.s_, touching.rules_, vertex, body, touching.seen_about_),
        parts_(touching.parts_),
        edges_(touching.seen_edges_),
        vertices_(touching.seen_vertices_) {
    parts_.clear();
    edges_.clear();
    vertices_.clear();
  }

  void add_face(Index f) {
    const Triangle& t = s_.faces[f];
    const auto at = closest_on_triangle(x_[v_], x_[t[0]], x_[t[1]], x_[t[2]]);
    NearPart part{NearPart::face, f};
    if (at.part < 3)
      part = at_corner(t[std::size_t(at.part)]);
    else if (at.part < within_face)
      part = {NearPart::edge, s_.face_edges[f][std::size_t(at.part - 3)]};
    for (std::size_t i = 0; i < 3; ++i)
      if (at.part == within_face || at.weights[i] > 0) add_corner(part, t[i], at.weights[i]);
    finish(part);
    if (!(part.distance < thickness_)) return;
    count(part, 1);
    for (const Index e : s_.face_edges[f]) add_edge(e);
    for (const Index w : t) add_vertex(w);
  }
  void add_line(Index e) {
    if (add_edge(e) < thickness_)
      for (const Index w : s_.edges[e]) add_vertex(w);
  }

 private:
  NearPart at_corner(Index w) const { return {NearPart::corner, w}; }
  static void add_corner(NearPart& part, Index v, double weight) {
    const auto i = std::size_t(part.corners++);
    part.vertices[i] = v;
    part.weights[i] = weight;
  }
  void finish(NearPart& part) const {
    part.way = x_[v_];
    for (std::size_t i = 0; i < std::size_t(part.corners); ++i)
      part.way -= x_[part.vertices[i]] * part.weights[i];
    part.distance = length(part.way);
  }
  void count(const NearPart& part, int times) {
    for (NearPart& known : parts_)
      if (known.kind == part.kind && known.number == part.number) {
        known.count += times;
        return;
      }
    parts_.push_back(part);
    parts_.back().count = times;
  }
  double add_edge(Index e) {
    const Line& l = s_.edges[e];
    if (l[0] == v_ || l[1] == v_) return thickness_;
    const auto at = closest_on_segment(x_[v_], x_[l[0]], x_[l[1]]);
    NearPart part{NearPart::edge, e};
    if (at.part != within_segment) part = at_corner(l[std::size_t(at.part)]);
    for (std::size_t i = 0; i < 2; ++i)
      if (at.part == within_segment || at.weights[i] > 0) add_corner(part, l[i], at.weights[i]);
    finish(part);
    if (part.distance < thickness_ && is_new(edges_, e))
      if (const int times = counts_.of_edge(e); times != 0) count(part, times);
    return part.distance;
  }
  void add_vertex(Index w) {
    if (counts_.counts_nothing(w)) return;
    NearPart part = at_corner(w);
    add_corner(part, w, 1);
    finish(part);
    if (part.distance < thickness_ && is_new(vertices_, w))
      if (const int times = counts_.of_vertex(w); times != 0) count(part, times);
  }
  static bool is_new(std::vector<Index>& seen, Index number) {
    return PartCounts::is_new(seen, number);
  }

  const Surfaces& s_;
  std::span<const Vec3d> x_;
  Index v_;
  double thickness_;
  PartCounts counts_;
  std::vector<NearPart>& parts_;
  std::vector<Index>&edges_, &vertices_;
};

void Pushes::clear() {
  pushes.clear();
  touches.clear();
  springs.clear();
  ends.clear();
  energy = 0;
}

void Touching::add_spring(const Vec3d& normal, const Growth& growth,
                          std::span<const SpringEnd> ends, Pushes& out) const {
  out.springs.push_back({out.ends.size(), ends.size(),
                         plus_diagonal(outer(normal, growth.normal - growth.along), growth.along)});
  out.ends.insert(out.ends.end(), ends.begin(), ends.end());
}

// Where vertices have a friction of their own, that of a place is the mean of theirs, so that it
// has no jump.
PairRule Touching::rule_of_parts(Index v, double push, const Vec3d& normal,
                                 const PairRule& rule) const {
  PairRule mixed = rule;
  mixed.held = mixed.sliding = 0;
  double whole = 0;
  for (const Pressed& p : pressed_)
    for (std::size_t i = 0; i < std::size_t(p.part->corners); ++i) {
      const double weight = std::abs(dot(p.force, normal) / push * p.part->weights[i]);
      const auto [held, sliding] = rules_.friction(v, p.part->vertices[i], rule);
      mixed.held += held * weight;
      mixed.sliding += sliding * weight;
      whole += weight;
    }
  mixed.held /= whole;
  mixed.sliding /= whole;
  return mixed;
}
PairRule Touching::rule_of_edges(const Line& a, const Line& b, const double (&weights)[4],
                                 const PairRule& rule) const {
  PairRule mixed = rule;
  mixed.held = mixed.sliding = 0;
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      const auto [held, sliding] = rules_.friction(a[i], b[k], rule);
      const double weight = std::abs(weights[i] * weights[2 + k]);
      mixed.held += held * weight;
      mixed.sliding += sliding * weight;
    }
  return mixed;
}

bool Touching::vertex(std::span<const NearPair> near, Index body, const PairRule& rule,
                      double thickness, Grip& grip, Pushes& out) {
  const auto faces = static_cast<Index>(s_.faces.size());
  NearParts parts(*this, near.front().first, body, thickness);
  for (const NearPair& pair : near) {
    if (!(pair.distance < thickness)) continue;
    if (pair.second < faces)
      parts.add_face(pair.second);
    else
      parts.add_line(pair.second - faces);
  }
  return !parts_.empty() && press(near.front().first, body, rule, thickness, grip, out);
}

// What the parts of a body that are near a vertex do to it, and it to them.
bool Touching::press(Index v, Index body, const PairRule& rule, double thickness, Grip& grip,
                     Pushes& out) {
  const auto [k, mass] = strength_at_vertex(s_, v, body);
  pressed_.clear();
  Vec3d force{};
  double gap = thickness, stiffness = 0, stiffening = 0;
  for (const NearPart& part : parts_) {
    if (part.count == 0 || !(part.distance > 0)) continue;
    const Skin<double> skin(part.distance, thickness);
    pressed_.push_back({&part, part.way * (-k * skin.slope * part.count / part.distance),
                        2 * k * skin.stiffening * skin.stiffening * std::abs(part.count)});
    force += pressed_.back().force;
    stiffness += pressed_.back().stiffness;
    stiffening = std::max(stiffening, skin.stiffening);
    gap = std::min(gap, part.distance);
    out.energy += k * skin.energy * part.count;
  }
  const double push = length(force);
  if (!(push > 0)) return false;
  const Vec3d normal = force / push;
  // Each part's share of what acts between both sides.
  const auto share = [&](const Pressed& p) { return dot(p.force, normal) / push; };
  Vec3d moved = this->moved(v), middle = x_[v] * 0.5;
  for (const Pressed& p : pressed_)
    for (std::size_t i = 0; i < std::size_t(p.part->corners); ++i) {
      const double weight = share(p) * p.part->weights[i];
      moved -= this->moved(p.part->vertices[i]) * weight;
      middle += x_[p.part->vertices[i]] * (0.5 * weight);
    }
  Growth growth{};
  const PairRule mixed = rules_.has_groups() ? rule_of_parts(v, push, normal, rule) : rule;
  const Vec3d resistance = resist({.normal = normal,
                                   .moved = moved,
                                   .push = push,
                                   .stiffness = k,
                                   .damping = 2 * damping_ * std::sqrt(k * mass),
                                   .stiffening = stiffening},
                                  mixed.held, mixed.sliding, per_second_, grip, out.energy, growth);
  if (with_springs_) {
    ends_.assign(1, {v, 1});
    for (const Pressed& p : pressed_)
      for (std::size_t i = 0; i < std::size_t(p.part->corners); ++i)
        ends_.push_back({p.part->vertices[i], -share(p) * p.part->weights[i]});
    growth.normal += k * stiffening * stiffening;
    add_spring(normal, growth, ends_, out);
  }
  out.pushes.push_back({v, force + resistance, stiffness});
  for (const Pressed& p : pressed_)
    for (std::size_t i = 0; i < std::size_t(p.part->corners); ++i)
      out.pushes.push_back({p.part->vertices[i],
                            (p.force + resistance * share(p)) * -p.part->weights[i],
                            p.stiffness * std::abs(p.part->weights[i])});
  out.touches.push_back({{s_.body[v], body}, middle, normal, force + resistance, gap});
  return true;
}

bool Touching::edges(const NearPair& near, const PairRule& rule, double thickness, Grip& grip,
                     Pushes& out) const {
  if (!(near.distance < thickness)) return false;
  const Line &a = s_.edges[near.first], &b = s_.edges[near.second];
  const Index corners[] = {a[0], a[1], b[0], b[1]};
  const Vec3d x[] = {x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]};
  const EdgeEdgeContact::Apart<double> apart(x);
  if (!apart.cross || !(apart.distance > 0)) return false;
  const Skin<double> skin(apart.distance, thickness);
  const double share = EdgeEdgeContact::Shares<double>(x, apart.distance, skin, thickness).all;
  if (!(share > 0)) return false;
  const auto [k, mass] = strength_at_edges(s_, a, b);
  const Vec3d still[4] = {};
  Vec3d f[4];
  EdgeEdgeContact::force(x, still, {thickness}, {k, 0.0}, f);
  Vec3d moved{}, middle{};
  for (std::size_t i = 0; i < 4; ++i) {
    moved += this->moved(corners[i]) * apart.weights[i];
    middle += x[i] * (0.5 * std::abs(apart.weights[i]));
  }
  const Vec3d normal = apart.way / apart.distance;
  out.energy += k * skin.energy * share;
  Growth growth{};
  const PairRule mixed = rules_.has_groups() ? rule_of_edges(a, b, apart.weights, rule) : rule;
  const Vec3d resistance = resist({.normal = normal,
                                   .moved = moved,
                                   .push = std::max(0.0, dot(f[0] + f[1], normal)),
                                   .stiffness = k,  // what presses limits it, and has no jump
                                   .damping = 2 * damping_ * std::sqrt(k * mass) * share,
                                   .stiffening = skin.stiffening},
                                  mixed.held, mixed.sliding, per_second_, grip, out.energy, growth);
  if (with_springs_) {
    growth.normal += k * skin.stiffening * skin.stiffening * share;
    SpringEnd ends[4];
    for (std::size_t i = 0; i < 4; ++i) ends[i] = {corners[i], apart.weights[i]};
    add_spring(normal, growth, ends, out);
  }
  // Where little is left to edges, that falls off so much the more towards their ends.
  const double stiffness = 2 * k * skin.stiffening * skin.stiffening;
  for (std::size_t i = 0; i < 4; ++i)
    out.pushes.push_back(
        {corners[i], f[i] + resistance * apart.weights[i], stiffness * std::abs(apart.weights[i])});
  out.touches.push_back(
      {{s_.body[a[0]], s_.body[b[0]]}, middle, normal, f[0] + f[1] + resistance, apart.distance});
  return true;
}

}  // namespace pliant::contact

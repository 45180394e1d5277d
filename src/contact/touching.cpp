#include "contact/touching.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/contact_laws.h"

namespace pliant::contact {

namespace {

// Of two sides; one that has none, as it is held everywhere, does not count.
double harmonic(double a, double b) {
  if (!(a > 0) || !(b > 0)) return std::max(a, b);
  return 2 * a * b / (a + b);
}

/// A part of a surface that is near a vertex: a face, an edge or a vertex, and how often it counts.
struct Part {
  enum Kind { corner, edge, face } kind;
  Index number;
  int count = 0;
  int corners = 0;
  std::array<Index, 3> vertices{};
  std::array<double, 3> weights{};
  Vec3d way{};  // from its nearest place to the vertex
  double distance = 0;
};

/// The parts of one body that are within the skin about a place, each once.
class NearParts {
 public:
  NearParts(const Surfaces& surfaces, std::span<const Vec3d> places, Index vertex, double thickness)
      : s_(surfaces), x_(places), v_(vertex), thickness_(thickness) {}

  /// The distance of a face.
  double add_face(Index f) {
    const Triangle& t = s_.faces[f];
    const auto at = closest_on_triangle(x_[v_], x_[t[0]], x_[t[1]], x_[t[2]]);
    Part part{Part::face, f};
    if (at.part < 3)
      part = at_corner(t[std::size_t(at.part)]);
    else if (at.part < within_face)
      part = {Part::edge, s_.face_edges[f][std::size_t(at.part - 3)]};
    for (std::size_t i = 0; i < 3; ++i)
      if (at.part == within_face || at.weights[i] > 0) add_corner(part, t[i], at.weights[i]);
    finish(part);
    if (!(part.distance < thickness_)) return part.distance;
    count(part, 1);
    for (const Index e : s_.face_edges[f]) add_edge(e);
    for (const Index w : t) add_vertex(w);
    return part.distance;
  }
  double add_line(Index e) {
    const double distance = add_edge(e);
    if (distance < thickness_)
      for (const Index w : s_.edges[e]) add_vertex(w);
    return distance;
  }
  std::span<const Part> parts() const { return parts_; }

 private:
  Part at_corner(Index w) const { return {Part::corner, w}; }
  static void add_corner(Part& part, Index v, double weight) {
    const auto i = std::size_t(part.corners++);
    part.vertices[i] = v;
    part.weights[i] = weight;
  }
  void finish(Part& part) const {
    part.way = x_[v_];
    for (std::size_t i = 0; i < std::size_t(part.corners); ++i)
      part.way -= x_[part.vertices[i]] * part.weights[i];
    part.distance = length(part.way);
  }
  void count(const Part& part, int times) {
    for (Part& known : parts_)
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
    Part part{Part::edge, e};
    if (at.part != within_segment) part = at_corner(l[std::size_t(at.part)]);
    for (std::size_t i = 0; i < 2; ++i)
      if (at.part == within_segment || at.weights[i] > 0) add_corner(part, l[i], at.weights[i]);
    finish(part);
    const int times = 1 - s_.faces_at_edge[e];
    if (part.distance < thickness_ && times != 0 && is_new(edges_, e)) count(part, times);
    return part.distance;
  }
  void add_vertex(Index w) {
    if (s_.excess[w] == 0 || w == v_) return;
    Part part = at_corner(w);
    add_corner(part, w, 1);
    finish(part);
    if (part.distance < thickness_ && is_new(vertices_, w)) count(part, s_.excess[w]);
  }
  static bool is_new(std::vector<Index>& seen, Index number) {
    if (std::ranges::find(seen, number) != seen.end()) return false;
    seen.push_back(number);
    return true;
  }

  const Surfaces& s_;
  std::span<const Vec3d> x_;
  Index v_;
  double thickness_;
  std::vector<Part> parts_;
  std::vector<Index> edges_, vertices_;
};

}  // namespace

void Pushes::clear() {
  pushes.clear();
  near.clear();
  touches.clear();
  energy = 0;
}

/// What presses two surfaces together at a place.
struct Touching::Resistance {
  Vec3d normal, moved;        // unit; m, of one side past the other since the last step
  double push;                // N
  double stiffness, damping;  // N/m, N s/m, of a grip
  double stiffening;          // of the damping along the normal
};

// What damping and friction add to the push of the skin, on the first side.
Vec3d Touching::resist(const Resistance& c, const PairRule& rule, Grip& grip,
                       double& energy) const {
  const double apart = dot(c.moved, c.normal);
  const double damped =
      std::max(-c.push, -c.damping * c.stiffening * apart * per_second_);  // it never draws
  const double pressing = c.push + damped;
  const Vec3d along = c.moved - c.normal * apart;
  grip.slip += along;
  grip.slip -= c.normal * dot(grip.slip, c.normal);
  Vec3d hold = grip.slip * -c.stiffness - along * (c.damping * per_second_);
  const double most = (grip.slides ? rule.sliding : rule.held) * pressing;
  const double wanted = length(hold);
  if (wanted > most) {
    grip.slides = true;
    const double limit = rule.sliding * pressing;
    hold *= limit / wanted;
    if (const double drawn = c.stiffness * length(grip.slip); drawn > limit)
      grip.slip *= limit / drawn;
  } else {
    grip.slides = false;
  }
  energy += 0.5 * c.stiffness * squared_length(grip.slip);
  return hold + c.normal * damped;
}

void Touching::vertex(const VertexPairs& pairs, std::span<const Target> targets,
                      const PairRule& rule, const Reach& reach, Grip& grip, Pushes& out) const {
  const Index v = pairs.vertex;
  const auto faces = static_cast<Index>(s_.faces.size());
  NearParts near(s_, x_, v, reach.thickness);
  for (const Target& target : targets.subspan(pairs.begin, pairs.end - pairs.begin)) {
    if (double(target.distance) > reach.skip) continue;
    if (target.target < faces) {
      const Triangle& t = s_.faces[target.target];
      const double d = near.add_face(target.target);
      if (d < reach.watch) out.near.push_back({{v, t[0], t[1], t[2]}, 4, 1, d});
    } else {
      const Line& l = s_.edges[target.target - faces];
      const double d = near.add_line(target.target - faces);
      if (d < reach.watch) out.near.push_back({{v, l[0], l[1], 0}, 3, 1, d});
    }
  }

  const double k = harmonic(s_.stiffness[v], s_.bodies[pairs.body].stiffness);
  Vec3d force{};
  double gap = 0, stiffness = 0, stiffening = 0;
  for (const Part& part : near.parts()) {
    if (part.count == 0 || !(part.distance > 0)) continue;
    const Skin<double> skin(part.distance, reach.thickness);
    force += part.way * (-k * skin.slope * part.count / part.distance);
    out.energy += k * skin.energy * part.count;
    stiffness += k * skin.stiffening * skin.stiffening * std::abs(part.count);
    stiffening = std::max(stiffening, skin.stiffening);
    gap = gap == 0 ? part.distance : std::min(gap, part.distance);
  }
  const double push = length(force);
  if (!(push > 0)) {
    grip = {};
    return;
  }
  const Vec3d normal = force / push;
  // Each part's share of what acts between both sides.
  const auto share = [&](const Part& part) {
    const Skin<double> skin(part.distance, reach.thickness);
    return -k * skin.slope * part.count * dot(part.way, normal) / (part.distance * push);
  };
  Vec3d moved = this->moved(v), middle = x_[v] * 0.5;
  for (const Part& part : near.parts()) {
    if (part.count == 0 || !(part.distance > 0)) continue;
    const double of_part = share(part);
    for (std::size_t i = 0; i < std::size_t(part.corners); ++i) {
      moved -= this->moved(part.vertices[i]) * (of_part * part.weights[i]);
      middle += x_[part.vertices[i]] * (0.5 * of_part * part.weights[i]);
    }
  }
  const double mass = harmonic(s_.mass[v], s_.bodies[pairs.body].mass);
  const Vec3d resistance = resist({.normal = normal,
                                   .moved = moved,
                                   .push = push,
                                   .stiffness = k,
                                   .damping = 2 * damping_ * std::sqrt(k * mass),
                                   .stiffening = stiffening},
                                  rule, grip, out.energy);
  out.pushes.push_back({v, force + resistance, 2 * stiffness});
  for (const Part& part : near.parts()) {
    if (part.count == 0 || !(part.distance > 0)) continue;
    const Skin<double> skin(part.distance, reach.thickness);
    const Vec3d own =
        part.way * (-k * skin.slope * part.count / part.distance) + resistance * share(part);
    const double own_stiffness = 2 * k * skin.stiffening * skin.stiffening * std::abs(part.count);
    for (std::size_t i = 0; i < std::size_t(part.corners); ++i)
      out.pushes.push_back(
          {part.vertices[i], own * -part.weights[i], own_stiffness * std::abs(part.weights[i])});
  }
  out.touches.push_back({{s_.body[v], pairs.body}, middle, normal, force + resistance, gap});
}

void Touching::edges(const EdgePair& pair, const PairRule& rule, const Reach& reach, Grip& grip,
                     Pushes& out) const {
  const Line &a = s_.edges[pair.first], &b = s_.edges[pair.second];
  const Index corners[] = {a[0], a[1], b[0], b[1]};
  const Vec3d x[] = {x_[a[0]], x_[a[1]], x_[b[0]], x_[b[1]]};
  const double d = std::sqrt(squared_distance_of_segments(x[0], x[1], x[2], x[3]));
  if (d < reach.watch) out.near.push_back({{a[0], a[1], b[0], b[1]}, 4, 2, d});
  const EdgeEdgeContact::Apart<double> apart(x);
  if (!(d < reach.thickness) || !apart.cross || !(apart.distance > 0)) {
    grip = {};
    return;
  }
  const double k = harmonic(0.5 * (s_.stiffness[a[0]] + s_.stiffness[a[1]]),
                            0.5 * (s_.stiffness[b[0]] + s_.stiffness[b[1]]));
  const double mass =
      harmonic(0.5 * (s_.mass[a[0]] + s_.mass[a[1]]), 0.5 * (s_.mass[b[0]] + s_.mass[b[1]]));
  const Skin<double> skin(apart.distance, reach.thickness);
  const double share = apart.share();
  const Vec3d still[4] = {};
  Vec3d f[4];
  EdgeEdgeContact::force(x, still, {reach.thickness}, {k, 0.0}, f);
  Vec3d moved{}, middle{};
  for (std::size_t i = 0; i < 4; ++i) {
    moved += this->moved(corners[i]) * apart.weights[i];
    middle += x[i] * (0.5 * std::abs(apart.weights[i]));
  }
  const Vec3d normal = apart.way / apart.distance;
  out.energy += k * skin.energy * share;
  const Vec3d resistance = resist({.normal = normal,
                                   .moved = moved,
                                   .push = -k * skin.slope * share,
                                   .stiffness = k * share,
                                   .damping = 2 * damping_ * std::sqrt(k * mass) * share,
                                   .stiffening = skin.stiffening},
                                  rule, grip, out.energy);
  const double stiffness = 2 * k * skin.stiffening * skin.stiffening * share;
  for (std::size_t i = 0; i < 4; ++i)
    out.pushes.push_back(
        {corners[i], f[i] + resistance * apart.weights[i], stiffness * std::abs(apart.weights[i])});
  out.touches.push_back(
      {{s_.body[a[0]], s_.body[b[0]]}, middle, normal, f[0] + f[1] + resistance, apart.distance});
}

}  // namespace pliant::contact
